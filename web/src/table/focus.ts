// Where the focus moves when the focused element is gone: a pressed button disappears or becomes disabled.

/** Whether nothing has the focus, or something that can no longer be used. */
export function isLost(): boolean {
  const at = document.activeElement;
  return !at || at === document.body || at.matches(":disabled");
}

/** The first cell for a tile to be placed, else the button that continues the turn, else the text of the decision. */
export function settle(placing: boolean): void {
  const cell = placing ? document.querySelector<SVGElement>("svg.board .legal") : null;
  const prompt = document.querySelector<HTMLElement>("[data-prompt]");
  const button = prompt?.querySelector<HTMLElement>(".btn.primary:enabled");
  (cell ?? button ?? prompt)?.focus();
}

/** Whether the focus is on the text, for lack of anything better. */
export const isParked = (): boolean => document.activeElement?.matches("[data-prompt]") ?? false;

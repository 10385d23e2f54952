// Where the keyboard goes on when what had the focus is gone: a button that was pressed vanishes, or cannot be pressed any more.

/** Whether nothing has the focus, or what can no longer be used. */
export function isLost(): boolean {
  const at = document.activeElement;
  return !at || at === document.body || at.matches(":disabled");
}

/** The first cell for a tile that is to be placed, else the button that goes on with the turn, else what is expected, in words. */
export function settle(placing: boolean): void {
  const cell = placing ? document.querySelector<SVGElement>("svg.board .legal") : null;
  const prompt = document.querySelector<HTMLElement>("[data-prompt]");
  const button = prompt?.querySelector<HTMLElement>(".btn.primary:enabled");
  (cell ?? button ?? prompt)?.focus();
}

/** Whether the focus waits at the words, for want of anything better. */
export const isParked = (): boolean => document.activeElement?.matches("[data-prompt]") ?? false;

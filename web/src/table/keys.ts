// Shortcuts at a table.
import type { Desk } from "./desk.svelte.ts";

/** The list in the help, in order: keys, and what they do. */
export const SHORTCUTS = [
  { keys: "1 – 4", what: "keys.tile" },
  { keys: "5 – 8", what: "keys.money" },
  { keys: "B", what: "do.buy" },
  { keys: "T", what: "do.take" },
  { keys: "U", what: "do.undo" },
  { keys: "E", what: "do.end" },
  { keys: "H", what: "do.hint" },
  { keys: "Esc", what: "keys.escape" },
  { keys: "?", what: "keys.title" },
] as const;

/** Where letters are text input, shortcuts are off. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const field = target.closest("input, textarea, select, [contenteditable]");
  return !!field && !(field instanceof HTMLInputElement && ["checkbox", "radio", "button", "submit"].includes(field.type));
}

/** Whether a key was handled. */
export function shortcut(desk: Desk, key: string): boolean {
  const { play, table } = desk;
  if (key === "?") desk.open({ what: "keys" });
  else if (key === "Escape") desk.escape();
  else if (key === "u" && (table.choice?.undo ?? 0) > 0) void play.back("undo");
  else if (key === "e" && play.options.end) void play.send("end");
  else if (key === "h" && table.known?.table.hints && play.active) void desk.advice.ask();
  else if (key === "b" && play.payment) void play.buy();
  else if (key === "t" && play.canTake) void play.take();
  else if (/^[1-4]$/.test(key) && play.active) {
    const tile = table.known?.game?.market.spaces[Number(key) - 1]?.tile;
    if (tile) play.pickTile(tile);
  } else if (/^[5-8]$/.test(key) && play.active) play.pickDisplay(Number(key) - 5);
  else return false;
  return true;
}

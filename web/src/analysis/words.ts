// Where a position is invalid, and why, in the language of the page.
import { type Key, t } from "../i18n/i18n.svelte.ts";
import { why } from "../table/words.ts";
import type { Fault } from "./analysis.svelte.ts";

const FIELDS = new Set(["boards", "reserves", "hands", "market", "display", "discard", "piles", "scores", "stage"]);

/** `hands[1][0]`: `Hand of player 2, no. 1`. */
function place(text: string): string {
  const found = /^([\w-]+)(?:\[(\d+)\])?(?:\[(\d+)\])?$/.exec(text);
  const [, field = "", first, second] = found ?? [];
  if (!FIELDS.has(field)) return text;
  const name = t(`analysis.field.${field}` as Key);
  const seated = ["boards", "reserves", "hands", "scores"].includes(field);
  const [seat, item] = seated ? [first, second] : [undefined, first];
  const whose = seat === undefined ? name : t("analysis.of", { what: name, number: Number(seat) + 1 });
  return item === undefined ? whose : t("analysis.item", { what: whose, number: Number(item) + 1 });
}
/** A rule violation is described in the page's words; errors of the notation in the engine's. */
function reason(text: string): string {
  const refused = /^([A-Z]+\d+): ([a-z-]+)(?:, tile ([\w]+))?(?:, cell (-?\d+),(-?\d+))?(?:, side ([nesw]))?/.exec(text);
  if (!refused) return text;
  const [, rule = "", reason = "", tile, x, y, side] = refused;
  const cell = x !== undefined && y !== undefined ? { cell: [Number(x), Number(y)] as [number, number] } : {};
  return `${why({ rule, reason, ...(tile ? { tile } : {}), ...cell, ...(side ? { side } : {}) })} (${rule}${tile ? `, ${tile}` : ""}${x !== undefined ? `, ${x},${y}` : ""})`;
}
export const faultWords = (fault: Fault): string => `${place(fault.place)}: ${reason(fault.problem)}`;

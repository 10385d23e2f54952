// A step of the notation in words.
import { type Side, shape } from "../board/code.ts";
import { type Key, type Part, parts, t } from "../i18n/i18n.svelte.ts";
import { cardName, falconName, tileInFull, tileName } from "../i18n/names.ts";
import type { RefusalView } from "../lib/wire.ts";
import { cardShape, sum } from "../parts/cards.ts";

export type Said = { parts: Part[]; tile: string | null; cards: string[]; exact: boolean };

/** In words of the log (what was done) or of a hint (what could be). */
export function said(line: string, dirk: string, how: "log" | "hint" = "log"): Said {
  const [verb = "", ...words] = line.split(" ");
  const tile = ["buy", "vizier", "place", "reserve", "dirk", "build", "exchange", "hut"].includes(verb) ? (words[0] ?? null) : null;
  const after = (word: string) => (words.includes(word) ? words.slice(words.indexOf(word) + 1) : []);
  const cards = verb === "take" || verb === "reveal" ? words : [...after("with"), ...after("flip")];
  const slots = [tile ? "tile" : "", cards.length ? "cards" : ""].filter(Boolean);
  let exact = false;
  if (verb === "buy" && tile) {
    const bought = shape(tile);
    exact = "price" in bought && cards.length > 0 && sum(cards) === bought.price;
  }
  const known = `${how}.${verb}` as Key;
  const falcon = verb === "falcon" ? falconName(words[0] ?? "") : "";
  const sentence = parts(known, slots, { name: dirk, falcon });
  const whole = verb === "place" && cards.length ? [...sentence, { text: ", " }, ...parts(`${how}.flip`, ["cards"])] : sentence;
  return { parts: whole, tile, cards, exact };
}

/** Money of one currency is told as one sum. */
export function sums(cards: readonly string[]): { currency: string; value: number; code: string | null }[] {
  const found: { currency: string; value: number; code: string | null }[] = [];
  for (const code of cards) {
    const card = cardShape(code);
    if (card.sort !== "money") found.push({ currency: "", value: 0, code });
    else found.push({ currency: card.currency, value: card.value, code: null });
  }
  return found;
}

const plain = (told: Said, name: (tile: string) => string): string =>
  told.parts
    .map((p) => ("text" in p ? p.text : p.slot === "tile" && told.tile ? name(told.tile) : told.cards.map(cardName).join(" + ")))
    .join("");

/** A step as it is read aloud. */
export function spoken(name: string, line: string): string {
  return `${name} ${plain(said(line, t("dirk")), tileInFull)}`;
}
/** What a bot would do. */
export function advice(line: string): string {
  return t("hint.says", { what: plain(said(line, t("dirk"), "hint"), tileName) });
}

/** How much more, or less: a wall can also become shorter. */
export const signed = (by: number): string => (by < 0 ? `−${-by}` : `+${by}`);

/** Why something is refused, in plain words; `hand` is the tile that was to be placed, `beside` the one it would clash with. */
export function why({ reason, rule, side }: RefusalView, hand: string | null = null, beside: string | null = null): string {
  if (reason !== "sides-clash") return t(`why.${reason}` as Key);
  if (rule === "CO4") return t("why.clash.cities");
  if (rule.startsWith("CA")) return t("why.clash.camp");
  if (!hand || !beside || !side) return t("why.sides-clash");
  const water = shape(hand).sort === "granada" ? "moat" : "clash";
  const closed = shape(hand).sides.includes(side) ? "closed" : "open";
  return t(`why.${water}.${closed}`, { mine: tileName(hand), tile: tileName(beside), side: t(`side.${side as Side}`) });
}

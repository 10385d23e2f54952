// A step of the notation in words.
import { shape } from "../board/code.ts";
import { type Key, type Part, parts } from "../i18n/i18n.svelte.ts";
import { cardShape, sum } from "../parts/cards.ts";

export type Said = { parts: Part[]; tile: string | null; cards: string[]; exact: boolean };

export function said(line: string, dirk: string): Said {
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
  const known = `log.${verb}` as Key;
  const sentence = parts(known, slots, { name: dirk });
  const whole = verb === "place" && cards.length ? [...sentence, { text: ", " }, ...parts("log.flip", ["cards"])] : sentence;
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

// A step of the notation in words.
import { type Side, shape } from "../board/code.ts";
import { type Key, type Part, parts, t } from "../i18n/i18n.svelte.ts";
import { cardName, falconName, tileInFull, tileName } from "../i18n/names.ts";
import { parseMove } from "../lib/notation.ts";
import type { DeckView, LogEntry, RefusalView, SetupView } from "../lib/wire.ts";
import { cardShape, sum } from "../parts/cards.ts";

export type Said = { parts: Part[]; tile: string | null; cards: string[]; exact: boolean };

/** In the wording of the log (what was done) or of a hint (what could be done). */
export function said(line: string, how: "log" | "hint" = "log"): Said {
  const { verb, piece, cards: paid, flip } = parseMove(line);
  const tile = verb === "falcon" ? null : piece;
  const cards = [...paid, ...flip];
  const slots = [tile ? "tile" : "", cards.length ? "cards" : ""].filter(Boolean);
  let exact = false;
  if (verb === "buy" && tile) {
    const bought = shape(tile);
    exact = "price" in bought && cards.length > 0 && sum(cards) === bought.price;
  }
  const known = `${how}.${verb}` as Key;
  const falcon = verb === "falcon" ? falconName(piece ?? "") : "";
  const sentence = parts(known, slots, { name: t("dirk.to"), falcon });
  const whole = verb === "place" && cards.length ? [...sentence, { text: ", " }, ...parts(`${how}.flip`, ["cards"])] : sentence;
  return { parts: whole, tile, cards, exact };
}

/** Whether a step follows another of the same turn: the name need not be repeated. */
export function goesOn(log: readonly LogEntry[], at: number): boolean {
  const [before, entry] = [log[at - 1], log[at]];
  return !!before && !!entry && before.seat === entry.seat && !["end", "pass"].includes(before.do);
}

type Line = "walls" | "moats";
const LINES: readonly Line[] = ["walls", "moats"];
/** How a wall or moat, or with both cities each of them, changed with a step, in words; `null` for a step that is not on the board. */
export function lineChange(log: readonly LogEntry[], at: number, game: string): string | null {
  const entry = log[at];
  const to = entry?.lengths;
  if (!entry || !to) return null;
  const before = log.slice(0, at).filter((e) => e.seat === entry.seat);
  const from = before.findLast((e) => e.lengths)?.lengths;
  const own: Line = game === "granada" || (game === "combined" && isGranada(entry, before)) ? "moats" : "walls";
  const changed = game === "combined" && from ? LINES.filter((line) => from[line] !== to[line]) : [];
  const change = (line: Line): string => {
    const word = line === "moats" ? "moat" : "wall";
    const [was, is] = [from?.[line] ?? 0, to[line]];
    return was === is ? t(`log.${word}.stays`, { to: is }) : t(`${word}.change`, { from: was, to: is });
  };
  return (changed.length ? changed : [own]).map(change).join(", ");
}

/** Whether a step moves a tile of Granada. One that is removed is not named: it was placed earlier. */
function isGranada({ do: line }: LogEntry, before: readonly LogEntry[]): boolean {
  const { verb, piece, cell } = parseMove(line);
  const placed = () =>
    before.map((e) => parseMove(e.do)).findLast((m) => m.verb !== "falcon" && m.cell?.x === cell?.x && m.cell?.y === cell?.y);
  const tile = verb === "remove" ? placed()?.piece : piece;
  return !!tile && verb !== "falcon" && shape(tile).sort === "granada";
}

/** Money of one currency is given as one sum. */
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

/** What was done, without the actor. */
export const told = (line: string): string => plain(said(line), tileName);

/** A step as it is read aloud. */
export function spoken(name: string, line: string): string {
  return `${name} ${plain(said(line), tileInFull)}`;
}
/** How much more, or less: a wall can also become shorter. */
export const signed = (by: number): string => (by < 0 ? `−${-by}` : `+${by}`);

/** The effect of a payment: `over` is how much was overpaid. */
export function paymentOutcome(over: number, byVizier: boolean): string {
  if (over > 0) return t("prompt.buy.over", { over });
  return t(byVizier ? "prompt.buy.vizier" : "prompt.buy.exact");
}

/** When the next scoring round comes, as far as the piles show. */
export function nextScoring({ piles, scoring }: DeckView, { game, english_end }: SetupView): string {
  const next = scoring.findIndex((s) => s.at !== "drawn");
  const where = scoring[next];
  // E1, CO6: the last round comes at the end of the game, which the combined game reaches in its own way.
  if (!where) return t(game === "combined" && !english_end ? "scoring.last.both" : "scoring.last");
  const card = "AB"[next] ?? "";
  if (where.at !== "pile") return t("scoring.aside", { card }); // CO2
  const before = piles.slice(0, where.pile).reduce((a, b) => a + b, 0);
  if (before > 0) return t("scoring.later", { card, count: before });
  return t("scoring.among", { card, count: piles[where.pile] ?? 0 });
}

/** Why something is refused, in plain words; `hand` is the tile to be placed, `beside` the one it would clash with. */
export function why({ reason, rule, side }: RefusalView, hand: string | null = null, beside: string | null = null): string {
  if (reason !== "sides-clash") return t(`why.${reason}` as Key);
  if (rule === "CO4") return t("why.clash.cities");
  if (rule.startsWith("CA")) return t("why.clash.camp");
  if (!hand || !beside || !side) return t("why.sides-clash");
  const water = shape(hand).sort === "granada" ? "moat" : "clash";
  const closed = shape(hand).sides.includes(side) ? "closed" : "open";
  return t(`why.${water}.${closed}`, { mine: tileName(hand), tile: tileName(beside), side: t(`side.${side as Side}`) });
}

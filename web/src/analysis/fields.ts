// The fields of a position's line, for editing by hand. Cards and tiles are never created or lost: what leaves a hand is
// discarded, what enters one is taken from the discard pile or the deck. The engine decides whether the whole is a valid position.
import { ALHAMBRA, BUREAU, GRANADA, MONEY } from "../lib/catalogue.ts";

export type Fields = { form: string; values: Map<string, string> };

export function read(line: string): Fields {
  const [form = "", ...words] = line.trim().split(/\s+/);
  return { form, values: new Map(words.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)])) };
}
export const write = ({ form, values }: Fields): string => [form, ...[...values].map(([name, value]) => `${name}=${value}`)].join(" ");

export const list = (text: string | undefined): string[] => (!text || text === "-" ? [] : text.split("."));
const joined = (items: readonly string[]): string => items.join(".") || "-";
export const bySeat = (fields: Fields, name: string): string[][] => (fields.values.get(name) ?? "").split("/").map(list);

const changed = (fields: Fields, ...changes: [string, string][]): Fields => ({
  form: fields.form,
  values: new Map([...fields.values, ...changes]),
});
const ofSeat = (fields: Fields, name: string, seat: number, items: readonly string[]): [string, string] => [
  name,
  bySeat(fields, name)
    .map((old, i) => joined(i === seat ? items : old))
    .join("/"),
];
const without = (items: readonly string[], item: string): string[] => {
  const at = items.indexOf(item);
  return at < 0 ? [...items] : [...items.slice(0, at), ...items.slice(at + 1)];
};

/** A card comes from the discard pile, or else from the deck's last pile that has more than its scoring card. */
function drawn(fields: Fields, card: string): [string, string][] {
  const discard = list(fields.values.get("discard"));
  if (discard.includes(card)) return [["discard", joined(without(discard, card))]];
  const piles = list(fields.values.get("piles")).map(Number);
  const scoring = list(fields.values.get("scoring"));
  const at = piles.findLastIndex((size, i) => size > scoring.filter((pile) => pile === String(i + 1)).length);
  return at < 0 ? [] : [["piles", piles.map((size, i) => (i === at ? size - 1 : size)).join(".")]];
}
const discarded = (fields: Fields, card: string): [string, string] => ["discard", joined([...list(fields.values.get("discard")), card])];

export const addCard = (fields: Fields, seat: number, card: string): Fields =>
  changed(fields, ...drawn(fields, card), ofSeat(fields, "hands", seat, [...(bySeat(fields, "hands")[seat] ?? []), card]));
export const removeCard = (fields: Fields, seat: number, card: string): Fields =>
  changed(fields, discarded(fields, card), ofSeat(fields, "hands", seat, without(bySeat(fields, "hands")[seat] ?? [], card)));

/** Puts another card on the display; the previous one is discarded. */
export function setDisplay(fields: Fields, slot: number, card: string): Fields {
  const display = list(fields.values.get("display"));
  const old = display[slot] ?? "-";
  const cleared = old === "-" ? fields : changed(fields, discarded(fields, old));
  const next = display.map((code, i) => (i === slot ? card : code)).join(".");
  return changed(cleared, ...(card === "-" ? [] : drawn(cleared, card)), ["display", next]);
}
export function setMarket(fields: Fields, slot: number, tile: string): Fields {
  const market = list(fields.values.get("market"));
  return changed(fields, ["market", market.map((code, i) => (i === slot ? tile : code)).join(".")]);
}
export const addTile = (fields: Fields, seat: number, tile: string, cell: { x: number; y: number }): Fields =>
  changed(fields, ofSeat(fields, "boards", seat, [...(bySeat(fields, "boards")[seat] ?? []), `${tile}@${cell.x},${cell.y}`]));
export function removeTile(fields: Fields, seat: number, cell: { x: number; y: number }): Fields {
  const there = (item: string) => item.replace("*", "").endsWith(`@${cell.x},${cell.y}`);
  return changed(
    fields,
    ofSeat(
      fields,
      "boards",
      seat,
      (bySeat(fields, "boards")[seat] ?? []).filter((item) => !there(item)),
    ),
  );
}
export const addReserve = (fields: Fields, seat: number, tile: string): Fields =>
  changed(fields, ofSeat(fields, "reserves", seat, [...(bySeat(fields, "reserves")[seat] ?? []), tile]));
export const removeReserve = (fields: Fields, seat: number, tile: string): Fields =>
  changed(fields, ofSeat(fields, "reserves", seat, without(bySeat(fields, "reserves")[seat] ?? [], tile)));
export function setScore(fields: Fields, seat: number, score: number): Fields {
  const scores = (fields.values.get("scores") ?? "").split("/");
  return changed(fields, ["scores", scores.map((old, i) => (i === seat ? String(score) : old)).join("/")]);
}
/** Starts another player's turn. */
export const setTurn = (fields: Fields, seat: number): Fields =>
  changed(
    fields,
    ["turn", String(seat)],
    ["actor", String(seat)],
    ["stage", "action"],
    ["first", "yes"],
    ["waiting", "-"],
    ["asked", "-"],
    ["viewer", `counting@${seat}`],
  );

/** The tiles of this game that are only in the bag; Granada's with either face. */
export function unused(fields: Fields): string[] {
  const used = new Set(
    ["boards", "reserves", "market", "beside", "waiting", "dirk"].flatMap((name) =>
      (fields.values.get(name) ?? "").split(/[./]/).map((item) => item.replace(/@.*/, "")),
    ),
  );
  const game = fields.values.get("game");
  const faces = [...(game === "granada" ? [] : ALHAMBRA.split(" ")), ...(game === "alhambra" ? [] : GRANADA.split(" "))];
  return faces.flatMap((piece) => (piece.split("/").some((face) => used.has(face)) ? [] : piece.split("/")));
}
/** The cards of this game. */
export function cards(fields: Fields): string[] {
  const modules = list(fields.values.get("modules"));
  return [...MONEY.split(" "), ...(modules.includes("bureau") ? BUREAU.split(" ") : [])];
}

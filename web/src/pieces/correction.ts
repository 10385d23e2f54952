// A correction of a piece by its owner, in the form of its row in crates/rules/components.toml.
import { type Kind, SIDES, shape } from "../board/code.ts";
import { FALCON_OF } from "../board/colours.ts";
import { BAZAAR_COIN } from "../lib/wire.ts";
import type { Currency } from "../parts/cards.ts";
import type { Piece } from "./sets.ts";

export type Plumage = "black" | "brown" | "white";
/** The visible features of a piece that may be wrong. */
export type Shown = {
  sides?: string;
  price?: number;
  kinds?: Kind[];
  currency?: Currency;
  plumage?: Plumage;
  /** The kind on the odd face of a Granada tile. */
  back?: Kind;
};

const GRANADA_NAMES: Partial<Record<Kind, string>> = {
  Ar: "arena",
  Ba: "bath-house",
  Li: "library",
  Hl: "hostel",
  Hp: "hospital",
  Ma: "market",
  Pa: "park",
  Sc: "school",
  Re: "residential",
};
const COINS: Record<Currency, string> = { d: "denar", h: "dirham", u: "ducat", f: "florin" };

/** The features shown in the catalogue. */
export function shownOf(piece: Piece): Shown {
  if (piece.sort === "falcon") return { plumage: FALCON_OF[piece.code.slice(1)] ?? "black" };
  const tile = shape(piece.code);
  if (tile.sort === "camp") return { sides: tile.sides, price: tile.price };
  if (tile.sort === "bazaar") return { kinds: tile.kinds, currency: (BAZAAR_COIN[piece.code] ?? "f") as Currency };
  if (tile.sort === "granada") {
    const back = shape(piece.back ?? "");
    return { sides: tile.sides, ...(back.sort === "granada" ? { back: back.kind } : {}) };
  }
  return { sides: tile.sides };
}

/** Whether such a piece can exist: a bazaar shows three kinds, a hut has a wall, a camp a bastion. */
export function isPossible(piece: Piece, { sides = "", kinds = [], price = 1 }: Shown): boolean {
  if (piece.code.startsWith("b")) return kinds.length === 3;
  if (piece.code.startsWith("h")) return sides.length >= 1 && sides.length <= 3;
  if (piece.code.startsWith("c")) return sides.length >= 1 && sides.length <= 2 && Number.isInteger(price) && price > 0;
  return true;
}

/** The corrected row. */
export function correction(piece: Piece, shown: Shown): string {
  const order = (sides = "") => SIDES.filter((side) => sides.includes(side)).join("");
  const row = (table: string, fields: Record<string, string | number>): string =>
    [
      `# ${piece.code}${piece.back ? `/${piece.back}` : ""}`,
      `[[${table}]]`,
      ...Object.entries({ ...fields, source: "printed" }).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
      "",
    ].join("\n");
  if (piece.sort === "falcon") return row("falcons", { falcon: shown.plumage ?? "black", kinds: piece.code.slice(1) });
  const tile = shape(piece.code);
  switch (tile.sort) {
    case "hut":
      return row("huts", { kind: tile.kind, walls: order(shown.sides) });
    case "camp":
      return row("camps", { bastions: order(shown.sides), price: shown.price ?? tile.price });
    case "bazaar":
      return row("bazaars", { currency: COINS[shown.currency ?? "f"], kinds: (shown.kinds ?? []).join("") });
    case "granada":
      return row("granada.tiles", {
        even: GRANADA_NAMES[tile.kind] ?? "",
        odd: GRANADA_NAMES[shown.back ?? tile.kind] ?? "",
        price: tile.price,
        moats: order(shown.sides),
      });
    default:
      throw new Error(`${piece.code} is known from print`);
  }
}

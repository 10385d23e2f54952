// Everything in the boxes, set by set, for the catalogue.
import type { Key } from "../i18n/i18n.svelte.ts";
import { t } from "../i18n/i18n.svelte.ts";
import { cardName, falconName, tileInFull } from "../i18n/names.ts";
import { ALHAMBRA, BAZAARS, BONUS, BUREAU, CAMPS, FALCONS, GRANADA, HUTS, MONEY, MONEY_COPIES, RECONSTRUCTED } from "../lib/catalogue.ts";
import type { IconName } from "../parts/icons.ts";
import { COLOURS } from "../parts/seats.svelte.ts";

export type SetId = "alhambra" | "granada" | "money" | "vizier" | "bureau" | "bonus" | "huts" | "camps" | "bazaars" | "falconers";
export type Piece = {
  /** The type of drawing: a tile, a card, a falcon, a scoring card or a wooden figure. */
  sort: "tile" | "card" | "falcon" | "scoring" | "figure";
  code: string;
  /** The other face of a Granada tile. */
  back?: string;
  reconstructed: boolean;
};
export type PieceSet = { id: SetId; icon: IconName; pieces: Piece[]; copies: number };

const unknown = new Set(RECONSTRUCTED.split(" "));
const of = (sort: Piece["sort"], codes: string): Piece[] =>
  codes.split(" ").map((code) => ({ sort, code, reconstructed: unknown.has(code) }));
const start = (code: string): Piece => ({ sort: "tile", code, reconstructed: false });
const granada = GRANADA.split(" ").map((faces): Piece => {
  const [code = "", back = ""] = faces.split("/");
  return { sort: "tile", code, back, reconstructed: unknown.has(code) };
});
const set = (id: SetId, icon: IconName, pieces: Piece[], copies = 1): PieceSet => ({ id, icon, pieces, copies });

export const SETS: readonly PieceSet[] = [
  set("alhambra", "buy", [start("F"), ...of("tile", ALHAMBRA)]),
  set("granada", "flip", [start("GF"), ...granada]),
  set("money", "coin", [...of("card", MONEY), ...of("scoring", "A B")], MONEY_COPIES),
  set("vizier", "key", of("figure", COLOURS.map((_, i) => String(i)).join(" "))),
  set("bureau", "swap", of("card", BUREAU)),
  set(
    "bonus",
    "cards",
    of("card", BONUS).map((piece) => ({ ...piece, code: `+${piece.code}` })),
  ),
  set("huts", "home", of("tile", HUTS)),
  set("camps", "camp", of("tile", CAMPS)),
  set("bazaars", "bazaar", of("tile", BAZAARS)),
  set("falconers", "falcon", of("falcon", FALCONS)),
];

export function setName(id: SetId): string {
  if (id === "money") return t("pieces.money");
  return t((id === "alhambra" || id === "granada" ? `game.${id}` : `module.${id}`) as Key);
}

/** The full name, for search and screen readers. */
export function pieceName({ sort, code, back }: Piece): string {
  switch (sort) {
    case "tile":
      return back ? `${tileInFull(code)}; ${t("tile.reverse", { tile: tileInFull(back) })}` : tileInFull(code);
    case "card":
      return cardName(code);
    case "falcon":
      return falconName(code);
    case "scoring":
      return t("pieces.scoring", { card: code });
    case "figure":
      return t("pieces.vizier", { colour: t(`colour.${COLOURS[Number(code)] ?? "saffron"}`) });
  }
}

/** Whether every word of the search is in the name. */
export function matches(piece: Piece, search: string): boolean {
  const name = pieceName(piece).toLowerCase();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  // Numbers match as a whole: 1 does not match 11.
  return words.every((word) => (/^\d+$/.test(word) ? new RegExp(`(^|\\D)${word}(\\D|$)`).test(name) : name.includes(word)));
}

// What things are called, in the language of the page.
import { type Kind, shape } from "../board/code.ts";
import { CURRENCIES, type Currency, cardShape, sum } from "../parts/cards.ts";
import { type Key, listed, t } from "./i18n.svelte.ts";

export const kindName = (kind: string): string => t(`kind.${kind as Kind}` as Key);
export const currencyName = (letter: string): string => t(`currency.${letter}` as Key);
/** As in `the most money in florins`. */
export const currenciesName = (letter: string): string => t(`currencies.${letter}` as Key);
/** What stands on a tile for its kind. Records and typed moves keep the notation's own letters. */
export const kindLetter = (kind: string): string => t(`letter.${kind as Kind}` as Key);
export const moduleName = (name: string): string => t(`module.${name}` as Key);

/** `7 florins`, or `4 florins and 3 ducats` where a bureau de change allows both (BC3). Nothing at all is nothing of `currency`. */
export function moneyName(cards: readonly string[], currency: string): string {
  const sums = CURRENCIES.map((letter) => [letter, sum(cards.filter((c) => c.startsWith(letter)))] as const).filter(
    ([, value]) => value > 0,
  );
  if (!sums.length) sums.push([currency as Currency, 0]);
  return listed(sums.map(([letter, count]) => t(`money.${letter}`, { count })));
}

/** Short: `Garden 8`. */
export function tileName(code: string): string {
  const tile = shape(code);
  switch (tile.sort) {
    case "start":
      return t("tile.start");
    case "alhambra":
    case "granada":
      return t("tile.building", { kind: kindName(tile.kind), price: tile.price });
    case "hut":
      return t("tile.hut", { kind: kindName(tile.kind) });
    case "camp":
      return t("tile.camp", { price: tile.price });
    case "bazaar":
      return t("tile.bazaar", { kinds: tile.kinds.map(kindName).join(", ") });
  }
}

/** A falcon by the two kinds it shows. */
export const falconName = (code: string): string => t("falcon.name", { kinds: [...code.slice(1)].map(kindName).join(", ") });

/** With its sides, for screen readers. */
export function tileInFull(code: string): string {
  const tile = shape(code);
  const sides = listed([...tile.sides].map((s) => t(`side.${s}` as Key)));
  if (tile.sort === "start" || tile.sort === "bazaar") return tileName(code);
  if (!sides) return t(tile.sort === "granada" ? "tile.nomoat" : "tile.plain", { tile: tileName(code) });
  const key = tile.sort === "granada" ? "tile.moats" : tile.sort === "camp" ? "tile.bastions" : "tile.walls";
  return t(key, { tile: tileName(code), sides });
}

export function cardName(code: string): string {
  const card = cardShape(code);
  if (card.sort === "money") return t("card.money", { currency: currencyName(card.currency), value: card.value });
  if (card.sort === "bureau") return t("card.bureau", { from: currencyName(card.from), to: currencyName(card.to) });
  return t("card.bonus", { tile: tileName(card.tile) });
}

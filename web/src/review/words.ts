// Turns of a review in a few words.
import { t } from "../i18n/i18n.svelte.ts";
import { cardName, tileName } from "../i18n/names.ts";
import { parseMove } from "../lib/notation.ts";
import { said } from "../table/words.ts";

/** All actions of a turn except its end: `take Florin 4; build Tower 9`. */
export function turnWords(actions: readonly string[]): string {
  const told = actions
    .filter((line) => line !== "end")
    .map((line) => {
      const { parts, tile, cards } = said(line, "hint");
      return parts
        .map((p) => ("text" in p ? p.text : p.slot === "tile" && tile ? tileName(tile) : cards.map(cardName).join(" + ")))
        .join("");
    });
  const words = told.join("; ") || t("hint.end");
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** Where a turn placed tiles. */
export const cellsOf = (actions: readonly string[]): { x: number; y: number }[] =>
  actions.flatMap((line) => {
    const { verb, cell } = parseMove(line);
    return cell && /^(place|build|exchange)$/.test(verb) ? [cell] : [];
  });

const number = (value: number, digits: number) =>
  value.toLocaleString(document.documentElement.lang || "en", { maximumFractionDigits: digits });
/** `−4.2 %`, or `0 %`. */
export function percent(chance: number, sign: "−" | "+" | "" = ""): string {
  const value = number(100 * Math.abs(chance), Math.abs(chance) < 0.1 ? 1 : 0);
  return `${value === "0" ? "" : sign}${value} %`;
}
export const points = (value: number): string => number(value, 1);

// Short descriptions of turns for the review.
import type { Start } from "../board/code.ts";
import { t } from "../i18n/i18n.svelte.ts";
import { cardName, tileName } from "../i18n/names.ts";
import { parseMove } from "../lib/notation.ts";
import { reasonLine, reasonWords } from "../table/hint-words.ts";
import { said } from "../table/words.ts";
import type { TurnReview } from "./review.svelte.ts";

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

/** The actions of a turn, without placing the tiles it buys: nearly every purchase is followed by that. */
export function brief(actions: readonly string[]): string[] {
  const moves = actions.map((line) => ({ line, ...parseMove(line) }));
  const bought = moves.filter(({ verb }) => verb === "buy").map(({ piece }) => piece);
  return moves.filter(({ verb, piece }) => verb !== "place" || !bought.includes(piece)).map(({ line }) => line);
}

/** The cells where a turn placed tiles, and the step of each. */
export const cellsOf = (actions: readonly string[]): { x: number; y: number; step: number }[] =>
  actions.flatMap((line, i) => {
    const { verb, cell } = parseMove(line);
    return cell && /^(place|build|exchange)$/.test(verb) ? [{ ...cell, step: i + 1 }] : [];
  });

/** How the longest wall (in Granada: moat) changes with the turn played or with the best one. */
export function lineWords({ wall, wall_after, better_wall }: TurnReview, which: "played" | "best", start: Start): string {
  const to = which === "best" ? (better_wall ?? wall_after) : wall_after;
  const line = start === "GF" ? "moat" : "wall";
  return to === wall ? t(`log.${line}.stays`, { to }) : t(`${line}.change`, { from: wall, to });
}

/** The lesson of a turn in one line: what the best turn would have gained, or why the turn played was good. */
export function lesson(turn: TurnReview, name: (seat: number) => string): string {
  const facts = (reasons: TurnReview["reasons"]) => reasons.filter(({ why }) => why !== "denied");
  if (!turn.better) return reasonLine(facts(turn.reasons), name) || t("review.find", { percent: percent(turn.find, "+") });
  return t("review.better", { why: reasonWords(facts(turn.better_reasons), name) || turnWords(brief(turn.better)) });
}

const number = (value: number, digits: number) =>
  value.toLocaleString(document.documentElement.lang || "en", { maximumFractionDigits: digits });
/** `−4.2 %`, or `0 %`. */
export function percent(chance: number, sign: "−" | "+" | "" = ""): string {
  const value = number(100 * Math.abs(chance), Math.abs(chance) < 0.1 ? 1 : 0);
  return `${value === "0" ? "" : sign}${value} %`;
}
export const points = (value: number): string => number(value, 1);

/** The change of a chance in percentage points: `+4`, `−9`, or an empty string. */
export function change(chance: number): string {
  const whole = Math.round(100 * chance);
  return whole ? `${whole > 0 ? "+" : "−"}${Math.abs(whole)}` : "";
}

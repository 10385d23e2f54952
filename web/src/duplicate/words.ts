// Formats the results of duplicate matches, with every sum spelled out. The server counts in tenths of a point.
import { language } from "../i18n/i18n.svelte.ts";
import type { BotLevel, DuplicateMatch } from "../lib/wire.ts";
import { character } from "../table/cast.ts";

const MINUS = "−";

/** `119.3` */
export function tenths(value: number): string {
  const format = new Intl.NumberFormat(language.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });
  return format.format(Math.abs(value) / 10);
}

const sign = (value: number): string => (value < 0 ? MINUS : value > 0 ? "+" : "±");

/** `+8.7` */
export const signed = (value: number): string => sign(value) + tenths(value);

/** `128 − 119.3 = +8.7` */
export const difference = (points: number, mean: number): string => `${points} ${MINUS} ${tenths(mean)} = ${signed(10 * points - mean)}`;

/** `+8.7 − 5.0 = +3.7` */
export function sum(terms: readonly number[]): string {
  const rest = terms.slice(1).map((term) => ` ${term < 0 ? MINUS : "+"} ${tenths(term)}`);
  return `${signed(terms[0] ?? 0)}${rest.join("")} = ${signed(terms.reduce((a, b) => a + b, 0))}`;
}

/** The terms of a person's total, by deal, limited to the deals that the viewer may see. */
export const termsOf = ({ deals }: Pick<DuplicateMatch, "deals">, person: string): number[] =>
  deals.flatMap(({ results }) => results.filter((line) => line.person.id === person).map((line) => line.difference));

/** The names of the bots, in the order of their seats after the player's. */
export const namesOf = (bots: readonly BotLevel[]): string[] =>
  bots.map((level, i) => {
    const { name, numeral } = character(level, bots.slice(0, i).filter((other) => other === level).length);
    return numeral ? `${name} ${numeral}` : name;
  });

/** The closing time of a match, in the viewer's time zone. */
export function moment(seconds: number): string {
  const locale = language.locale === "en" ? "en-GB" : language.locale;
  return new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" }).format(
    new Date(seconds * 1000),
  );
}

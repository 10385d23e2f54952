// Plurals and lists in the languages of the page, as `Intl` knows them (a test compares). A browser takes tens of milliseconds to read
// its tables when the first `Intl` object is made, which a phone would spend before it shows anything.
import type { Locale } from "./i18n.svelte.ts";

export type Form = "one" | "few" | "many" | "other";

export function plural(locale: Locale, count: number): Form {
  if (count === 1) return "one";
  if (!Number.isInteger(count)) return "other";
  if (locale === "es") return count !== 0 && count % 1_000_000 === 0 ? "many" : "other";
  if (locale !== "pl") return "other";
  const [ones, tens] = [count % 10, count % 100];
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? "few" : "many";
}

const AND: Record<Locale, string> = { en: "and", de: "und", es: "y", pl: "i" };

/** `A, B and C` */
export function joined(locale: Locale, items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  if (items.length < 2) return last;
  // Spanish: Elvira y Yusuf, but Elvira e Idris.
  const and = locale === "es" && /^(i|hi(?![ae]))/i.test(last) ? "e" : AND[locale];
  return `${items.slice(0, -1).join(", ")} ${and} ${last}`;
}

// Words in four languages. Keys are checked against the English file; each language brings its own plurals.
import { pieces } from "../lib/pieces.svelte.ts";
import en from "./en.json";
import { joined, plural } from "./grammar.ts";
import type learn from "./learn/en.json";

export const LOCALES = ["en", "de", "es", "pl"] as const;
export type Locale = (typeof LOCALES)[number];
type Plain<K> = K extends `${infer Base}_${"one" | "few" | "many" | "other"}` ? Base : K;
export type Key = Plain<keyof typeof en | keyof typeof learn>;

const LOAD: Record<Exclude<Locale, "en">, () => Promise<{ default: Record<string, string> }>> = {
  de: () => import("./de.json"),
  es: () => import("./es.json"),
  pl: () => import("./pl.json"),
};

/** The texts of pages that few open first: loaded with them. */
const LEARN: Record<Locale, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import("./learn/en.json"),
  de: () => import("./learn/de.json"),
  es: () => import("./learn/es.json"),
  pl: () => import("./learn/pl.json"),
};

type Words = Record<string, string>;
const known: Partial<Record<Locale, Words>> & { en: Words } = { en };

function preferred(): Locale {
  const stored = localStorage.getItem("language");
  const wished = [stored, ...navigator.languages].map((l) => l?.slice(0, 2));
  return LOCALES.find((l) => wished.find((w) => (LOCALES as readonly (string | undefined)[]).includes(w)) === l) ?? "en";
}

class Language {
  locale = $state<Locale>("en");
  #learning = false;

  async choose(locale: Locale, remember = true): Promise<void> {
    if (locale !== "en") known[locale] ??= (await pieces.need(LOAD[locale])).default;
    if (this.#learning) await this.#addLearn(locale);
    if (remember) localStorage.setItem("language", locale);
    document.documentElement.lang = locale;
    this.locale = locale;
  }
  start(): Promise<void> {
    return this.choose(preferred(), false);
  }
  /** A page with the texts it needs in addition to the common ones. */
  async learn<Page>(page: () => Promise<Page>): Promise<Page> {
    this.#learning = true;
    const [loaded] = await Promise.all([page(), this.#addLearn(this.locale)]);
    return loaded;
  }
  async #addLearn(locale: Locale): Promise<void> {
    known[locale] = { ...known[locale], ...(await pieces.need(LEARN[locale])).default };
  }
}
export const language = new Language();

/** The words for a key in one language; for a count, the form it takes there. */
function find(locale: Locale, key: string, count: string | number | undefined): string | undefined {
  const words = known[locale];
  return (typeof count === "number" ? words?.[`${key}_${plural(locale, count)}`] : undefined) ?? words?.[key];
}

export function t(key: Key, values: Record<string, string | number> = {}): string {
  const { locale } = language; // read, so that texts are rendered again when the language changes
  const text = find(locale, key, values.count) ?? find("en", key, values.count) ?? key;
  return text.replace(/{{(\w+)}}/g, (_, hole: string) => String(values[hole] ?? ""));
}

/** `A, B and C`, joined as in the language of the page. */
export function listed(items: readonly string[]): string {
  return joined(language.locale, items);
}

export type Part = { text: string } | { slot: string };

/** A sentence in parts, so that tiles and coins can be drawn in place of their names. */
export function parts(key: Key, slots: readonly string[], values: Record<string, string | number> = {}): Part[] {
  const mark = (slot: string) => `\u0001${slot}\u0001`;
  const text = t(key, { ...values, ...Object.fromEntries(slots.map((s) => [s, mark(s)])) });
  return text
    .split("\u0001")
    .map((piece, i): Part => (i % 2 ? { slot: piece } : { text: piece }))
    .filter((p) => "slot" in p || p.text !== "");
}

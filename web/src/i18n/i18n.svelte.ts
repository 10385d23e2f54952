// Texts in four languages. Keys are checked against the English file; each language has its own plurals.
import i18next from "i18next";
import { pieces } from "../lib/pieces.svelte.ts";
import en from "./en.json";
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

void i18next.init({
  lng: "en",
  fallbackLng: "en",
  resources: { en: { translation: en } },
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  showSupportNotice: false,
} as Parameters<typeof i18next.init>[0]);

function preferred(): Locale {
  const stored = localStorage.getItem("language");
  const wished = [stored, ...navigator.languages].map((l) => l?.slice(0, 2));
  return LOCALES.find((l) => wished.find((w) => (LOCALES as readonly (string | undefined)[]).includes(w)) === l) ?? "en";
}

class Language {
  locale = $state<Locale>("en");
  #learning = false;

  async choose(locale: Locale, remember = true): Promise<void> {
    if (locale !== "en" && !i18next.hasResourceBundle(locale, "translation")) {
      i18next.addResourceBundle(locale, "translation", (await pieces.need(LOAD[locale])).default);
    }
    if (this.#learning) await this.#addLearn(locale);
    await i18next.changeLanguage(locale);
    found.clear();
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
    const words = (await pieces.need(LEARN[locale])).default;
    i18next.addResourceBundle(locale, "translation", words, true, true);
    found.clear();
  }
}
export const language = new Language();

/** A cache of texts without placeholders: a table has hundreds. */
const found = new Map<Key, string>();

export function t(key: Key, values?: Record<string, string | number>): string {
  void language.locale; // re-renders texts when the language changes
  // Sentences do not nest, so nested ones are not looked for.
  if (values) return i18next.t(key, { ...values, nest: false });
  const word = found.get(key) ?? i18next.t(key, { nest: false });
  found.set(key, word);
  return word;
}

/** `A, B and C`, joined as in the language of the page. */
export function listed(items: readonly string[]): string {
  return new Intl.ListFormat(language.locale === "en" ? "en-GB" : language.locale, { type: "conjunction" }).format(items);
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

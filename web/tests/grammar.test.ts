import { describe, expect, it } from "vitest";
import { joined, plural } from "../src/i18n/grammar.ts";

const LOCALES = ["en", "de", "es", "pl"] as const;

describe.each(LOCALES)("%s", (locale) => {
  it("has the plurals of Intl", () => {
    const rules = new Intl.PluralRules(locale);
    const counts = [...Array(1200).keys(), 2.5, 1_000_000, 1_000_001, 2_000_000, 5_000_012];
    for (const count of counts) expect(plural(locale, count), String(count)).toBe(rules.select(count));
  });
  it("joins lists as Intl does", () => {
    const format = new Intl.ListFormat(locale === "en" ? "en-GB" : locale, { type: "conjunction" });
    const lists = [
      [],
      ["Ana"],
      ["Ana", "Elvira"],
      ["Yusuf", "Idris"],
      ["A", "Inés"],
      ["Elvira", "Yusuf", "Hilda"],
      ["A", "B", "Hiam"],
      ["A", "Hierro"],
    ];
    for (const list of lists) expect(joined(locale, list), list.join()).toBe(format.format(list));
  });
});

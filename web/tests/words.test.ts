import { describe, expect, it } from "vitest";
import de from "../src/i18n/de.json";
import en from "../src/i18n/en.json";
import es from "../src/i18n/es.json";
import pl from "../src/i18n/pl.json";

const plain = (key: string) => key.replace(/_(one|few|many|other)$/, "");
const holes = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map((m) => m[1] ?? "");
const languages: Record<string, Record<string, string>> = { de, es, pl };

describe.each(Object.entries(languages))("%s", (locale, words) => {
  it("has a word for every key, and no other", () => {
    expect(new Set(Object.keys(words).map(plain))).toEqual(new Set(Object.keys(en).map(plain)));
  });
  it("has all plurals of the language", () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const counted = new Set(
      Object.keys(en)
        .filter((k) => k !== plain(k))
        .map(plain),
    );
    for (const key of counted) for (const form of forms) expect(words, `${key}_${form}`).toHaveProperty([`${key}_${form}`]);
  });
  it("fills the same holes as English", () => {
    const english: Record<string, string> = en;
    for (const [key, text] of Object.entries(words)) {
      const model = english[key] ?? english[`${plain(key)}_other`] ?? "";
      expect(new Set([...holes(text), "count"]), key).toEqual(new Set([...holes(model), "count"]));
    }
  });
});

it("calls the third player Marek in Polish", () => {
  expect(pl.dirk).toBe("Marek");
});

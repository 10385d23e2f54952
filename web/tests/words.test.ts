import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import de from "../src/i18n/de.json";
import en from "../src/i18n/en.json";
import es from "../src/i18n/es.json";
import pl from "../src/i18n/pl.json";

const plain = (key: string) => key.replace(/_(one|few|many|other)$/, "");
const holes = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map((m) => m[1] ?? "");
const languages: Record<string, Record<string, string>> = { de, es, pl };

describe.each(Object.entries(languages))("%s", (locale, words) => {
  it("has a text for every key, and no other", () => {
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
  it("has the same placeholders as English", () => {
    const english: Record<string, string> = en;
    for (const [key, text] of Object.entries(words)) {
      const model = english[key] ?? english[`${plain(key)}_other`] ?? "";
      expect(new Set([...holes(text), "count"]), key).toEqual(new Set([...holes(model), "count"]));
    }
  });
});

it.each(Object.entries({ en, ...languages }))("has letters in %s that tell the kinds apart, and draws them", (_, words) => {
  const letters = Object.entries(words)
    .filter(([key]) => key.startsWith("letter."))
    .map(([, letter]) => letter);
  expect(letters.length).toBe(15);
  expect(new Set(letters).size).toBe(15);
  for (const [key, letter] of Object.entries(words)) {
    if (/^letter\..$/.test(key)) expect(existsSync(`src/art/base/l${letter}.svg`), letter).toBe(true);
  }
});

it("has a sentence for every problem of the wire", () => {
  const wire = readFileSync("src/lib/wire.ts", "utf8");
  const kinds = [...(/export type ProblemKind = (.+);/.exec(wire)?.[1] ?? "").matchAll(/"([\w-]+)"/g)].map((m) => `problem.${m[1]}`);
  expect(kinds.length).toBeGreaterThan(10);
  for (const words of [en, ...Object.values(languages)]) {
    expect(new Set(Object.keys(words).filter((k) => k.startsWith("problem.")))).toEqual(new Set(kinds));
    // The server's details may follow after a colon.
    for (const [key, text] of Object.entries(words)) if (kinds.includes(key)) expect(text).toMatch(/[^.:]$/);
  }
});

it("calls the third player Marek in Polish", () => {
  expect(pl.dirk).toBe("Marek");
});

/** Verbs of the notation in a sentence of the log or of a hint: `${how}.${verb}` in table/words.ts. */
const SPOKEN = /^(log|hint)\.\w+$/;

it("has no unused texts", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((f) => /\.(ts|svelte)$/.test(f));
  const code = files.map((f) => readFileSync(`src/${f}`, "utf8")).join("\n");
  const whole = new Set([...code.matchAll(/["'`]([\w.-]+)["'`]/g)].map((m) => m[1]));
  // A key with placeholders, such as `game.${g}.what`: each is filled with one word.
  const holed = [...code.matchAll(/`([a-z]+\.(?:[\w.-]|\$\{[^{}`]+\})*)`/g)].map((m) => m[1]?.replace(/\$\{[^{}]+\}/g, "*") ?? "");
  const forms = [...new Set(holed)].map((h) => new RegExp(`^${h.replaceAll(".", "\\.").replaceAll("*", "[\\w-]+")}$`));
  const silent = [...new Set(Object.keys(en).map(plain))].filter((k) => !whole.has(k) && ![SPOKEN, ...forms].some((f) => f.test(k)));
  expect(silent).toEqual([]);
});

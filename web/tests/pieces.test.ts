import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { correction, isPossible, shownOf } from "../src/pieces/correction.ts";
import { matches, type Piece, SETS } from "../src/pieces/sets.ts";

const piece = (code: string): Piece => {
  const found = SETS.flatMap((set) => set.pieces).find((p) => p.code === code);
  if (!found) throw new Error(`the catalogue lacks ${code}`);
  return found;
};
/** The rows of components.toml, each as its text. */
const rows = readFileSync(new URL("../../crates/rules/components.toml", import.meta.url), "utf8")
  .split("\n\n")
  .map((text) => text.replace(/^#.*\n/gm, "").trim());

describe("the catalogue", () => {
  it("has everything in the boxes", () => {
    const sizes = Object.fromEntries(SETS.map(({ id, pieces }) => [id, pieces.length]));
    expect(sizes).toEqual({
      alhambra: 55,
      granada: 55,
      money: 38,
      vizier: 6,
      bureau: 6,
      bonus: 10,
      huts: 24,
      camps: 8,
      bazaars: 8,
      falconers: 15,
    });
  });
  it("marks as many rows as the README counts", () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    for (const [set, table] of [
      ["huts", "huts"],
      ["camps", "camps"],
      ["bazaars", "bazaars"],
      ["falconers", "falcons"],
      ["granada", "granada.tiles"],
    ]) {
      const unknown = SETS.find(({ id }) => id === set)?.pieces.filter((p) => p.reconstructed).length;
      expect(readme).toMatch(new RegExp(`\\| \`${table}\` \\| \\d+ \\| ${unknown} \\|`));
    }
  });
  it("finds pieces by their features", () => {
    const found = (search: string) => SETS.flatMap((set) => set.pieces.filter((p) => matches(p, search))).map((p) => p.code);
    expect(found("tower 9 north")).toEqual(["T9ne", "T9nw"]);
    expect(found("FLORIN 1")).toEqual(["f1"]);
    expect(found("tower 99")).toEqual([]);
  });
});

describe("a correction", () => {
  it("of a piece that looks as shown is its row, marked as printed", () => {
    for (const { pieces } of SETS)
      for (const p of pieces.filter((p) => p.reconstructed)) {
        const [, ...row] = correction(p, shownOf(p)).trim().split("\n");
        expect(rows).toContain(row.join("\n").replace('"printed"', '"reconstructed"'));
      }
  });
  it("contains what the owner sees", () => {
    expect(correction(piece("hPs"), { sides: "wn" })).toBe(
      ["# hPs", "[[huts]]", 'kind = "P"', 'walls = "nw"', 'source = "printed"', ""].join("\n"),
    );
  });
  it("cannot describe a piece that does not exist", () => {
    expect(isPossible(piece("hPs"), { sides: "" })).toBe(false);
    expect(isPossible(piece("hPs"), { sides: "nesw" })).toBe(false);
    expect(isPossible(piece("bSAT"), { kinds: ["P", "S"] })).toBe(false);
    expect(isPossible(piece("c3n"), { sides: "nes", price: 3 })).toBe(false);
  });
});

describe("the texts of these pages", () => {
  it("exist in every language, with the same placeholders", () => {
    const words = (language: string) =>
      JSON.parse(readFileSync(new URL(`../src/i18n/learn/${language}.json`, import.meta.url), "utf8")) as Record<string, string>;
    const holes = (text = "") => [...text.matchAll(/\{\{\w+\}\}/g)].map(([hole]) => hole).sort();
    const english = words("en");
    const plain = (key: string) => key.replace(/_(one|few|many|other)$/, "");
    const counted = new Set(
      Object.keys(english)
        .filter((key) => key !== plain(key))
        .map(plain),
    );
    for (const language of ["de", "es", "pl"]) {
      const other = words(language);
      expect(new Set(Object.keys(other).map(plain))).toEqual(new Set(Object.keys(english).map(plain)));
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const key of counted) for (const form of forms) expect(other, `${key}_${form}`).toHaveProperty([`${key}_${form}`]);
      // A number implied by the plural form may be omitted: `exact, so it is free`.
      const said = (text = "") => [...new Set(holes(text))].filter((hole) => hole !== "{{count}}").sort();
      for (const [key, text] of Object.entries(other))
        expect([key, said(text)]).toEqual([key, said(english[key] ?? english[`${plain(key)}_other`])]);
    }
  });
});

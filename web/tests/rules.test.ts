import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { shape } from "../src/board/code.ts";
import de from "../src/rules/de.json";
import en from "../src/rules/en.json";
import es from "../src/rules/es.json";
import { entryOf, RULES } from "../src/rules/outline.ts";
import pl from "../src/rules/pl.json";

const told = RULES.flatMap((s) => s.entries.flatMap((e) => [e.id, ...(e.also?.split(" ") ?? [])]));

describe("the rules in the page", () => {
  it("cover every rule of docs/rules.md that matters to players", () => {
    const law = readFileSync(new URL("../../docs/rules.md", import.meta.url), "utf8");
    const ids = [...law.matchAll(/^- \*\*([A-Z]{1,2}\d)\*\*/gm)].map((m) => m[1] ?? "");
    expect(ids.length).toBeGreaterThan(80);
    // C4 is about codes, which the notation describes.
    expect(ids.filter((id) => !told.includes(id) && id !== "C4")).toEqual([]);
  });
  it.each([
    ["en", en],
    ["de", de],
    ["es", es],
    ["pl", pl],
  ])("are all said in %s", (_, words) => {
    expect(Object.keys(words.titles).sort()).toEqual(RULES.map((s) => s.id).sort());
    expect(Object.keys(words.rules).sort()).toEqual(RULES.flatMap((s) => s.entries.map((e) => e.id)).sort());
  });
  it("draw tiles that exist", () => {
    const codes = RULES.flatMap((s) => s.entries).flatMap(({ drawing }) =>
      drawing.draw === "board" || drawing.draw === "tiles" ? drawing.tiles.split(" ") : drawing.draw === "pay" ? [drawing.tile] : [],
    );
    for (const code of codes) expect(() => shape(code.split("@")[0] ?? "")).not.toThrow();
  });
  it("are found by any of their ids, and modules by their names", () => {
    expect(entryOf("B4")).toBe("B1");
    expect(entryOf("vizier")).toBe("vizier");
  });
});

// Variations as text, and positions edited by hand.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as fields from "../src/analysis/fields.ts";
import { attempts, type Branch, grow, listed, root, written } from "../src/analysis/tree.ts";

function tree(): Branch {
  const first = root("p");
  const take = grow(first, "take d1", 0, "p1");
  grow(grow(take, "end", 0, "p2"), "take h3", 1, "p3");
  const other = grow(first, "take u2", 0, "q1");
  grow(other, "end", 0, "q2");
  return first;
}
/** Follows a text like the page. */
function follow(text: string): Branch {
  const first = root("p");
  let from: Branch = first;
  for (const { line, back } of attempts(text)) {
    for (let i = 0; i < back; i++) from = from.parent ?? first;
    from = grow(from, line, 0, line);
  }
  return first;
}

describe("variations", () => {
  it("can be written as text and read back", () => {
    const text = written(tree());
    expect(text).toBe("(take u2;end)take d1;end;take h3");
    const again = follow(text);
    expect(new Set(again.children.map((b) => b.line))).toEqual(new Set(["take u2", "take d1"]));
    const lines = (of: Branch): string[] => of.children.flatMap((b) => [b.line ?? "", ...lines(b)]);
    expect(lines(again).sort()).toEqual(lines(tree()).sort());
  });
  it("exist once, however often they are tried", () => {
    const first = tree();
    grow(first, "take d1", 0, "elsewhere");
    expect(first.children).toHaveLength(2);
  });
  it("are listed with the main line straight down and the others indented", () => {
    expect(listed(tree()).map(({ branch, depth }) => `${depth} ${branch.line}`)).toEqual([
      "0 take d1",
      "1 take u2",
      "1 end",
      "0 end",
      "0 take h3",
    ]);
  });
  it("survive unbalanced brackets", () => {
    expect(() => follow("))((take d1;;end)")).not.toThrow();
  });
});

describe("a position edited by hand", () => {
  const line = readFileSync(new URL("../../docs/notation.md", import.meta.url), "utf8")
    .split("\n")
    .find((l) => l.startsWith("view/1 game=alhambra players=3"))
    ?.replace("viewer=seat@0", "viewer=counting@0")
    .replace("hands=d7.d6.d3.u9.f1/3?/6?", "hands=d7.d6.d3.u9.f1/h3.u6.f6/d2.h6.h3.h2.u2.f5") as string;
  const position = fields.read(line);
  const piles = (f: fields.Fields) => fields.list(f.values.get("piles")).reduce((sum, size) => sum + Number(size), 0);
  const seen = (f: fields.Fields) =>
    fields.bySeat(f, "hands").flat().length +
    fields.list(f.values.get("discard")).length +
    fields.list(f.values.get("display")).filter((c) => c !== "-").length;

  it("is written the way it was read", () => {
    expect(fields.write(position)).toBe(line);
  });
  it("neither loses nor creates cards", () => {
    const all = piles(position) + seen(position);
    for (const next of [
      fields.addCard(position, 0, "d9"),
      fields.addCard(position, 1, "h9"),
      fields.removeCard(position, 0, "d7"),
      fields.setDisplay(position, 1, "h4"),
      fields.setDisplay(position, 1, "-"),
    ])
      expect(piles(next) + seen(next)).toBe(all);
    expect(fields.list(fields.addCard(position, 1, "h9").values.get("discard"))).not.toContain("h9");
  });
  it("moves tiles", () => {
    const with9 = fields.addTile(position, 2, "G10", { x: 0, y: 1 });
    expect(fields.bySeat(with9, "boards")[2]).toContain("G10@0,1");
    expect(fields.unused(with9)).not.toContain("G10");
    expect(fields.bySeat(fields.removeTile(with9, 2, { x: 0, y: 1 }), "boards")[2]).not.toContain("G10@0,1");
    expect(fields.unused(position)).not.toContain("P7e");
  });
  it("starts another player's turn", () => {
    expect(fields.setTurn(position, 1).values.get("viewer")).toBe("counting@1");
    expect(fields.setScore(position, 1, 12).values.get("scores")).toBe("0/12/0");
  });
});

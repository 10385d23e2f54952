import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { cellIn, isMove } from "../src/lib/notation.ts";

const page = readFileSync("../docs/notation.md", "utf8");
const examples = [...page.matchAll(/```notation\n([^`]*)```/g)].flatMap(([, block = ""]) => block.trim().split("\n"));

it("takes every example of the notation for a move", () => {
  expect(examples.length).toBeGreaterThan(20);
  expect(examples.filter((line) => !isMove(line))).toEqual([]);
});

it.each([
  "take 5",
  "take it easy",
  "buy me time",
  "end of story",
  "pass the salt",
  "place your bets",
  "build a wall",
  "remove that",
  "hut up",
])("%s is talk", (line) => {
  expect(isMove(line)).toBe(false);
});

it("finds the cell of a step", () => {
  expect(cellIn("place P3sw -1,3")).toEqual({ x: -1, y: 3 });
  expect(cellIn("place P3sw 2,0 flip f3")).toEqual({ x: 2, y: 0 });
  expect(cellIn("take f3")).toBeNull();
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isMove, parseMove } from "../src/lib/notation.ts";

const page = readFileSync("../docs/notation.md", "utf8");
const examples = [...page.matchAll(/```notation\n([^`]*)```/g)].flatMap(([, block = ""]) => block.trim().split("\n"));

it("recognizes every example of the notation as a move", () => {
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

it.each([
  ["place P3sw -1,3", { verb: "place", piece: "P3sw", cell: { x: -1, y: 3 }, cards: [], flip: [] }],
  ["place Sc3nw 2,0 flip f3 f1", { verb: "place", piece: "Sc3nw", cell: { x: 2, y: 0 }, cards: [], flip: ["f3", "f1"] }],
  ["buy P7e with f2 f5", { verb: "buy", piece: "P7e", cell: null, cards: ["f2", "f5"], flip: [] }],
  ["falcon fPS 1,-1 with d3", { verb: "falcon", piece: "fPS", cell: { x: 1, y: -1 }, cards: ["d3"], flip: [] }],
  ["remove 0,1", { verb: "remove", piece: null, cell: { x: 0, y: 1 }, cards: [], flip: [] }],
  ["take f3 xdf", { verb: "take", piece: null, cell: null, cards: ["f3", "xdf"], flip: [] }],
  ["reveal +G10", { verb: "reveal", piece: null, cell: null, cards: ["+G10"], flip: [] }],
  ["end", { verb: "end", piece: null, cell: null, cards: [], flip: [] }],
])("reads %s", (line, move) => {
  expect(parseMove(line)).toEqual(move);
});

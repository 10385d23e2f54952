import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { framesOf } from "../src/home/exhibition.ts";
import { boardOf, type Puzzle } from "../src/puzzles/puzzles.ts";

const record = JSON.parse(readFileSync(new URL("../src/home/exhibition.json", import.meta.url), "utf8")) as Parameters<
  typeof framesOf
>[0] & {
  result: { scores: number[] };
};

it("shows the recorded winner's city tile by tile, and ends with the result", () => {
  const { builder, frames } = framesOf(record);
  const placed = record.steps.filter((step) => step.seat === builder && step.do.startsWith("place ")).length;
  expect(frames).toHaveLength(placed + 1);
  expect(frames.map(({ tiles }) => tiles.length)).toEqual([...Array.from({ length: placed }, (_, i) => i + 2), placed + 1]);
  expect(frames.at(-1)).toMatchObject({ points: record.result.scores, rounds: 3 });
  const cells = frames.at(-1)?.tiles.map(({ x, y }) => `${x},${y}`) ?? [];
  expect(new Set(cells).size, "one tile on a cell").toBe(cells.length);
});

it("reads the city of the player to move from a puzzle's position", () => {
  const position = "view/1 game=alhambra boards=P8@-1,0/G10@-2,0.T9ne@1,-1/- reserves=-/-/- viewer=counting@1";
  expect(boardOf({ position } as Puzzle)).toEqual([
    { code: "F", x: 0, y: 0 },
    { code: "G10", x: -2, y: 0 },
    { code: "T9ne", x: 1, y: -1 },
  ]);
  expect(boardOf({ position: position.replace("@1", "@2").replace("counting@1", "counting@2") } as Puzzle)).toHaveLength(1);
});

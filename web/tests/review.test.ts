import { describe, expect, it, vi } from "vitest";
import type { TurnReview } from "../src/review/review.svelte.ts";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
vi.stubGlobal("document", { documentElement: { lang: "en" }, title: "" });
const { brief, cellsOf, change, lesson, lineWords, percent, turnWords } = await import("../src/review/words.ts");
const { arrow, labelAt, marked, roundLabels } = await import("../src/review/marks.ts");

/** Arcades built to the east; below the start they would have made the wall longer. */
const turn: TurnReview = {
  seat: 0,
  from: 8,
  to: 11,
  actions: ["buy A6 with d6", "place A6 1,0", "end"],
  better: ["buy A6 with d6", "place A6 0,1", "end"],
  cost: 0.09,
  points: 3.1,
  find: 0,
  chances: [0.29, 0.71],
  board: [
    ["F", 0, 0],
    ["A6", 1, 0],
  ],
  better_board: [
    ["F", 0, 0],
    ["A6", 0, 1],
  ],
  reasons: [{ why: "exact", tile: "A6" }],
  better_reasons: [
    { why: "exact", tile: "A6" },
    { why: "wall", line: "walls", from: 7, to: 9 },
  ],
  wall: 7,
  wall_after: 7,
  better_wall: 9,
  scored: [],
};

describe("a review", () => {
  it("describes a turn in one line, without its end", () => {
    expect(turnWords(["buy T9ne with d4 d5", "place T9ne 1,0", "end"])).toBe("Buy Tower 9 for Denar 4 + Denar 5; build Tower 9");
    expect(turnWords(["end"])).toBe("End the turn");
  });
  it("leaves out that a tile is built which the same turn buys", () => {
    expect(brief(["buy T9ne with d4 d5", "place T9ne 1,0", "build P8 0,1", "end"])).toEqual(["buy T9ne with d4 d5", "build P8 0,1", "end"]);
  });
  it("shows where tiles were laid", () => {
    expect(cellsOf(["take d1", "place T9ne 1,-2", "build P8 0,1", "end"])).toEqual([
      { x: 1, y: -2, step: 2 },
      { x: 0, y: 1, step: 3 },
    ]);
  });
  it("shows losses with a sign, and zero without one", () => {
    expect(percent(0.0423, "−")).toBe("−4.2 %");
    expect(percent(0.31)).toBe("31 %");
    expect(percent(0.0001, "−")).toBe("0 %");
  });
  it("says how chances changed, in whole points", () => {
    expect([0.094, -0.004, -0.1].map(change)).toEqual(["+9", "", "−10"]);
  });
  it("tells what became of the wall with either turn", () => {
    expect([lineWords(turn, "played", "F"), lineWords(turn, "best", "F")]).toEqual(["Wall stays 7", "Wall 7 → 9"]);
    expect(lineWords(turn, "best", "GF")).toBe("Moat 7 → 9");
  });
  it("says in a line what is to be learned", () => {
    const learned = (turn: TurnReview) => lesson(turn, () => "Ben");
    // Words of the pages that teach are not loaded here: their keys stand for them.
    expect(learned(turn)).toBe("review.better");
    expect(learned({ ...turn, better: null, better_board: null, better_reasons: [] })).toBe("Advice.exact");
    expect(learned({ ...turn, better: null, reasons: [] })).toBe("review.find");
  });
});

describe("the chart of a review", () => {
  it("names the rounds, and only numbers those that would be written over the next", () => {
    const texts = (xs: number[], name: string) =>
      roundLabels(
        xs.map((x, i) => ({ round: i + 1, x })),
        350,
        (round) => `${name} ${round}`,
      );
    expect(texts([90, 200, 350], "Round").map(({ text }) => text)).toEqual(["Round 1", "Round 2", "Round 3"]);
    const close = texts([90, 320, 350], "Punktowanie");
    expect(close.map(({ text }) => text)).toEqual(["Punktowanie 1", "2", "Punktowanie 3"]);
    for (const [i, { x, text }] of close.entries()) {
      const next = close[i + 1];
      expect(x + 3.2 * text.length).toBeLessThanOrEqual(next ? next.x - 3.2 * next.text.length : 350);
    }
  });
});

describe("the board of a review", () => {
  const at = (x: number, y: number) => ({ x, y });
  it("rings what differs between the turn played and the best one", () => {
    const both = marked(turn, "both");
    expect(both.tiles.map(({ code }) => code)).toEqual(["F", "A6"]);
    expect([both.played, both.best, both.faint]).toMatchObject([[at(1, 0)], [at(0, 1)], [{ code: "A6", x: 0, y: 1 }]]);
    expect(marked(turn, "best")).toMatchObject({ tiles: [{ code: "F" }, { code: "A6", x: 0, y: 1 }], played: [], best: [at(0, 1)] });
    expect(marked(turn, "played")).toMatchObject({ tiles: [{ code: "F" }, { code: "A6", x: 1, y: 0 }], played: [at(1, 0)], best: [] });
  });
  it("draws the tile of the best turn small where the turn played built another", () => {
    const board = [["F", 0, 0] as [string, number, number], ["T9", 1, 0] as [string, number, number]];
    const { tiles, played, best, faint, instead } = marked({ ...turn, better_board: board }, "both");
    expect(tiles.map(({ code }) => code)).toEqual(["F", "A6"]);
    expect(played).toMatchObject([at(1, 0)]);
    expect([best, faint], "no gold ring around the tile played").toEqual([[], []]);
    expect(instead).toMatchObject([{ code: "T9", x: 1, y: 0 }]);
  });
  it("does not ring what both turns build", () => {
    const same = marked({ ...turn, better_board: turn.board }, "both");
    expect([same.played, same.best, same.instead]).toEqual([[], [], []]);
  });
  it("shows what was played if nothing is better", () => {
    expect(marked({ ...turn, better: null, better_board: null }, "both")).toMatchObject({ played: [at(1, 0)], best: [], faint: [] });
  });
  const view = { tile: 100, x: 200, y: 200 };
  const frame = { width: 600, height: 500 };
  const size = { width: 160, height: 28 };
  it("has its labels beside their cells, inside the frame and over no tile", () => {
    const city = [at(0, 0), at(1, 0), at(0, 1)];
    const label = (cell: { x: number; y: number }) => labelAt(cell, city, size, view, frame);
    expect(label(at(1, 0)).x).toBeGreaterThanOrEqual(400);
    expect(label(at(0, 1)).x).toBeGreaterThanOrEqual(300);
    // To the right of the first cell lies another.
    expect(label(at(0, 0)).x + size.width).toBeLessThanOrEqual(200);
    for (const { x, y } of [label(at(9, 9)), label(at(-9, 0))]) {
      expect([x >= 8, x + size.width <= 592, y >= 8, y + size.height <= 492]).toEqual([true, true, true, true]);
    }
  });
  it("has an arrow from one cell to the other", () => {
    const [, fromX = 0, fromY = 0, toX = 0, toY = 0] = (
      /^M([\d.]+) ([\d.]+)Q.* ([\d.]+) ([\d.]+)$/.exec(arrow(at(1, 0), at(0, 1), view)) ?? []
    ).map(Number);
    expect(fromX > 300 && fromX < 350 && fromY > 250 && fromY < 300).toBe(true);
    expect(toX > 250 && toX < 300 && toY > 300 && toY < 350).toBe(true);
  });
});

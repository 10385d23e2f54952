// A hint draws whole turns before they are played, and the numbers it shows add up.
import { describe, expect, it, vi } from "vitest";
import type { GainSources } from "../src/lib/wire.ts";
import { propose } from "../src/table/proposal.ts";

vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("window", { matchMedia: () => ({ matches: false, addEventListener: () => undefined }) });
const { bySource, gained, reasonLine } = await import("../src/table/hint-words.ts");

const BEFORE = {
  board: [
    { code: "F", x: 0, y: 0 },
    { code: "P6n", x: 1, y: 0 },
  ],
  hand: ["f3", "f3", "h5", "d9"],
  display: ["f4", "h1", "f4", "u2"],
};

describe("a proposed turn", () => {
  it("marks what each step touches, once", () => {
    const turn = propose(["buy T9ne with d9", "buy A6s with f3 f3", "take f4 f4", "place T9ne 0,-1", "reserve A6s", "end"], BEFORE);
    expect(turn.steps).toHaveLength(5);
    expect([...turn.market]).toEqual([
      ["T9ne", 1],
      ["A6s", 2],
    ]);
    expect([...turn.hand]).toEqual([
      [3, 1],
      [0, 2],
      [1, 2],
    ]);
    expect([...turn.display]).toEqual([
      [0, 3],
      [2, 3],
    ]);
    expect(turn.cells).toEqual([{ x: 0, y: -1, step: 4, code: "T9ne" }]);
    expect(turn.board).toContainEqual({ code: "T9ne", x: 0, y: -1 });
    expect(BEFORE.board).toHaveLength(2);
  });
  it("redesigns the city", () => {
    expect(propose(["remove 1,0", "end"], BEFORE).board).toEqual([{ code: "F", x: 0, y: 0 }]);
    const swapped = propose(["exchange A7w 1,0", "end"], BEFORE);
    expect(swapped.board.filter((t) => t.x === 1)).toEqual([{ code: "A7w", x: 1, y: 0 }]);
  });
  it("marks a cell once where it removes a tile and places another", () => {
    const turn = propose(["buy C7sw with f3 f3", "remove 1,0", "place C7sw 1,0", "end"], BEFORE);
    expect(turn.cells).toEqual([{ x: 1, y: 0, step: 3, code: "C7sw" }]);
    expect(turn.board).toContainEqual({ code: "C7sw", x: 1, y: 0 });
  });
  it("pays for flipping with cards, and places no falcon on a cell", () => {
    expect([...propose(["place Ho5s 2,0 flip h5"], BEFORE).hand]).toEqual([[2, 1]]);
    const falcon = propose(["falcon fGT 1,0 with d9", "done"], BEFORE);
    expect(falcon.steps).toEqual(["falcon fGT 1,0 with d9"]);
    expect(falcon.cells).toEqual([]);
    expect(falcon.board).toEqual(BEFORE.board);
  });
});

describe("the numbers of a hint", () => {
  const sources = (majorities: number, walls: number, money: number, foresight: number): GainSources => ({
    majorities,
    walls,
    modules: 0,
    room: 0,
    money,
    foresight,
  });
  it.each([
    [sources(4.96, 5.04, -2.14, 1.34), 9.2],
    [sources(0.04, 0.04, 0.04, 0.04), 0.16],
    [sources(0.05, 0.05, 0.05, 0.05), 0.2],
    [sources(3, 0, 0, -0.4), 2.6],
  ])("add up as they are shown: %o", (from, gain) => {
    const shown = bySource({ gain, sources: from });
    const sum = shown.reduce((all, { points }) => all + Math.round(10 * points), 0);
    expect(sum).toBe(Math.round(10 * gain));
    expect(shown.every(({ points }) => points !== 0)).toBe(true);
  });
  it("have a sign", () => {
    expect([gained(9.24), gained(-0.36), gained(0.04)]).toEqual(["+9.2", "−0.4", "0.0"]);
  });
});

it("lists the reasons in one line, naming every rival once", () => {
  const line = reasonLine(
    [
      { why: "exact", tile: "T9ne" },
      { why: "lead", kind: "T", shared: false, points: 6 },
      { why: "wall", line: "walls", from: 8, to: 10 },
      { why: "denied", tile: "T9ne", seat: 1, exact: true },
      { why: "denied", tile: "A6s", seat: 1, exact: false },
    ],
    () => "Marek",
  );
  // The texts of a hint are loaded with its panel; here their keys stand in for them.
  expect(line.split(" · ")).toEqual(["Advice.exact", "advice.lead", "Wall 8 → 10", "advice.denied"]);
});

import { describe, expect, it } from "vitest";
import { moneyTaken, purchases, sources, spaceOf } from "../src/lib/story.ts";
import type { LogEntry, PointsView } from "../src/lib/wire.ts";

const log: LogEntry[] = [
  { seat: 0, do: "take d3 u1" },
  { seat: 1, do: "take f9" },
  { seat: 0, do: "buy P7e with f2 f5" },
  { seat: 0, do: "buy A10 with h3 h8" },
];

describe("statistics from a log", () => {
  it("count purchases, and those paid exactly", () => {
    expect(purchases(log, 0)).toEqual({ all: 2, exact: 1 });
  });
  it("know on which space a tile was last placed, unless it was dealt there", () => {
    const filled: LogEntry[] = [
      { seat: 0, do: "end", shows: [{ what: "market", space: 2, tile: "P2", beside: false }] },
      { seat: 1, do: "end", shows: [{ what: "display", slot: 0, card: "d1" }] },
    ];
    expect(spaceOf(filled, "P2")).toBe(2);
    expect(spaceOf(filled, "T9")).toBeNull();
  });
  it("sum the money taken", () => {
    expect(moneyTaken(log, 0)).toBe(4);
  });
  it("split the points of a round by source", () => {
    const points: PointsView = { walls: 5, moats: 2, stretch: 4, camps: 1, bazaars: 6, falcons: 2, kinds: { P: 8, T: 13 }, total: 41 };
    const split = sources(points);
    expect(split).toEqual({ buildings: 21, walls: 11, modules: 9 });
    expect(Object.values(split).reduce((a, b) => a + b)).toBe(points.total);
  });
});

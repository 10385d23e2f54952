import { describe, expect, it } from "vitest";
import type { Known } from "../src/lib/fold.ts";
import { lesson } from "../src/table/guide.ts";

const known = (over: Partial<{ first: boolean; log: { seat: number; do: string }[] }> = {}): Known =>
  ({ viewer: 0, log: over.log ?? [], game: { turn: { first: over.first ?? true } } }) as unknown as Known;
type Picked = Parameters<typeof lesson>[2];
const play = (over: Partial<Picked> = {}): Picked => ({
  active: true,
  tile: null,
  buying: null,
  takenCards: [],
  placing: null,
  onlyEnd: false,
  ...over,
});

describe("the guided first turn", () => {
  it("starts with three introductory lessons", () => {
    expect([0, 1, 2].map((n) => lesson(n, known(), play()))).toEqual(["court", "points", "money"]);
  });
  it("skips the introduction once the player acts", () => {
    expect(lesson(0, known(), play({ takenCards: ["d4"] }))).toBe("take");
    expect(lesson(1, known({ log: [{ seat: 0, do: "take d4" }] }), play({ onlyEnd: true }))).toBe("end");
    expect(lesson(1, known({ log: [{ seat: 1, do: "take d4" }] }), play())).toBe("points");
  });
  it("follows what the player does", () => {
    expect(lesson(3, known(), play({ active: false }))).toBe("wait");
    expect(lesson(3, known(), play())).toBe("act");
    const buying = { tile: "P7e", currency: "f", price: 7, payments: [] };
    expect(lesson(3, known(), play({ tile: "P7e", buying }))).toBe("buy");
    expect(lesson(3, known(), play({ tile: "P7e" }))).toBe("short");
    expect(lesson(3, known(), play({ takenCards: ["d4"] }))).toBe("take");
    expect(lesson(3, known({ first: false }), play())).toBe("again");
    expect(lesson(3, known({ first: false }), play({ placing: { tile: "P7e", cells: [], flips: [], reserve: true, dirk: false } }))).toBe(
      "place",
    );
    expect(lesson(3, known({ first: false }), play({ onlyEnd: true }))).toBe("end");
  });
  it("ends with the first turn, whoever acts then", () => {
    expect(lesson(3, known({ log: [{ seat: 0, do: "end" }] }), play())).toBe("done");
    expect(lesson(3, known({ log: [{ seat: 1, do: "end" }] }), play({ active: false }))).toBe("wait");
  });
});

import { beforeEach, describe, expect, it, vi } from "vitest";
import { gains, type Puzzle, ratingOf, setupOf } from "../src/puzzles/puzzles.ts";

const puzzle = (id: string, difficulty: number): Puzzle => ({
  id,
  position: "view/1 game=granada players=3 modules=vizier.bureau options=- turn=1",
  themes: ["granada"],
  difficulty,
  best: { do: ["end"], win: 0.6, lead: 6.1 },
  others: [{ do: ["take d1", "end"], win: 0.5, lead: 3.2 }],
  gain: { majorities: 1.3, walls: 0, modules: 0, room: -0.4, money: 1.4, ahead: 0.7 },
});

describe("a puzzle", () => {
  it("says where its points come from, and they add up", () => {
    const { total, parts } = gains(puzzle("1", 1));
    expect(total).toBe(2.9);
    expect(parts.map((part) => part.source)).toEqual(["majorities", "room", "money", "ahead"]);
    expect(parts.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(total, 10);
  });
  it("knows its game and modules", () => {
    expect(setupOf(puzzle("1", 1))).toEqual({ game: "granada", modules: ["vizier", "bureau"] });
    expect(setupOf({ ...puzzle("1", 1), position: "view/1 game=alhambra modules=- x=1" })).toEqual({ game: "alhambra", modules: [] });
  });
});

describe("the puzzle rating", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });
  const score = async () => new (await import("../src/puzzles/score.svelte.ts")).PuzzleScore();

  it("rises with successes, falls with failures, and counts first attempts only", async () => {
    const mine = await score();
    expect(mine.count(puzzle("a", 3), true)).toBeGreaterThan(0);
    expect(mine.count(puzzle("a", 3), false)).toBeNull();
    expect([mine.streak, mine.longest, mine.solved]).toEqual([1, 1, 1]);
    expect(mine.count(puzzle("b", 1), false)).toBeLessThan(0);
    expect([mine.streak, mine.longest, mine.tried]).toEqual([0, 1, 2]);
    const again = await score();
    expect([again.rating, again.of(puzzle("a", 3)), again.of(puzzle("b", 1)), again.of(puzzle("c", 1))]).toEqual([
      mine.rating,
      true,
      false,
      null,
    ]);
  });
  it("starts over when the stored data is unreadable", async () => {
    kept.set("puzzles", "{");
    expect((await score()).rating).toBe(1200);
    kept.set("puzzles", '{"rating":"high"}');
    expect((await score()).rating).toBe(1200);
  });
  it("offers untried puzzles first, then missed ones, close to the player's rating", async () => {
    const mine = await score();
    const [easy, fitting, hard] = [puzzle("easy", 1), puzzle("fitting", 2), puzzle("hard", 5)];
    expect(Math.abs(ratingOf(fitting) - mine.rating)).toBeLessThan(Math.abs(ratingOf(easy) - mine.rating));
    expect(mine.next([easy, fitting, hard])).toBe(fitting);
    mine.count(fitting, false);
    expect(mine.next([easy, fitting, hard])?.id).not.toBe("fitting");
    mine.count(easy, true);
    mine.count(hard, true);
    expect(mine.next([easy, fitting, hard])).toBe(fitting);
    expect(mine.next([fitting], "fitting")).toBeNull();
  });
});

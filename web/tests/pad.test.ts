import { describe, expect, it, vi } from "vitest";
import type { PadAsk, PadView } from "../src/lib/wire.ts";

const storage = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
  removeItem: (key: string) => storage.delete(key),
});
const { language } = await import("../src/i18n/i18n.svelte.ts");
await language.learn(async () => null);
const { askOf, changed, newSheet, numberOf, Pad, rowsOf } = await import("../src/pad/pad.svelte.ts");
const { asksPrice, placeOf, result, why } = await import("../src/pad/words.ts");

/** An answer in which everybody has the points of their walls. */
const points = (total: number) => ({ walls: 0, moats: 0, stretch: 0, camps: 0, bazaars: 0, falcons: 0, kinds: {}, total });
const view = (ask: PadAsk): PadView => ({
  sheet: { round: ask.round, seats: ask.players.map((p) => points(p.walls)), dirk: ask.dirk ? points(0) : null },
  ranks: [],
  pays: [],
  dirk_draws: [],
});
const score = (ask: PadAsk) => Promise.resolve(view(ask));
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe("the score pad", () => {
  it("asks for what scores in a round, and only for Dirk's buildings", () => {
    const sheet = newSheet(["Ana", "Ben"], "alhambra", ["bazaars", "falconers"], false);
    const names = (round: 1 | 3, seat: number | null) => rowsOf(sheet, round, seat).map((row) => Object.values(row)[0]);
    expect(names(1, 0)).toEqual(["P", "S", "A", "C", "G", "T", "walls", 0, 1, 2]);
    expect(names(3, 0)).toEqual(["P", "S", "A", "C", "G", "T", "walls", "bazaars", 0, 1, 2]);
    expect(names(3, null)).toEqual(["P", "S", "A", "C", "G", "T"]);
    expect(rowsOf(newSheet(["", "", ""], "combined", [], false), 1, 0)).toHaveLength(6 + 9 + 3);
    expect(askOf(sheet, 1)?.dirk).not.toBe(null);
    expect(askOf(sheet, 2)).toBe(null);
  });

  it("starts a round with the previous numbers, supports undo, and stores the game", async () => {
    const pad = new Pad(score);
    pad.start(newSheet(["Ana", "Ben", "Eva"], "alhambra", [], false));
    const count = pad.sheet?.rounds[0]?.[0];
    if (!count) throw new Error("the first round has begun");
    pad.set(1, 0, changed(count, { line: "walls" }, 7));
    pad.begin(2);
    expect(pad.sheet?.rounds.map((round) => numberOf(round[0] ?? count, { line: "walls" }))).toEqual([7, 7]);
    await settle();
    expect(pad.totals).toEqual([14, 0, 0]);
    expect(new Pad(score).sheet).toEqual(pad.sheet);
    pad.undo();
    pad.undo();
    expect(pad.canUndo).toBe(false);
    await settle();
    expect(pad.totals).toEqual([0, 0, 0]);
    pad.clear();
    expect(new Pad(score).sheet).toBe(null);
  });

  it("drops an unreadable sheet", () => {
    storage.set("score-pad", "{");
    expect(new Pad(score).sheet).toBe(null);
    storage.clear();
  });

  it("explains the points, and names the winner", () => {
    const sheet = newSheet(["Ana", "Ben", "Eva"], "granada", [], false);
    const first = sheet.rounds[0] ?? [];
    const row = { kind: "Ba" };
    sheet.rounds = [first.map((count, i) => changed(count, row, [2, 2, 1][i] ?? 0))];
    const rank = (seat: number, count: number, place: number, level: number, points: number) => ({
      seat,
      count,
      dearest: 0,
      place,
      level,
      points,
    });
    const ask = askOf(sheet, 1);
    if (!ask) throw new Error("the round has begun");
    const tied: PadView = {
      ...view(ask),
      sheet: { round: 1, seats: [2, 2, 0].map((n) => ({ ...points(n), kinds: { Ba: n } })), dirk: null },
      ranks: [["Ba", [rank(0, 2, 1, 2, 2), rank(1, 2, 1, 2, 2), rank(2, 1, 3, 1, 0)]]],
      pays: [["Ba", [5]]],
    };
    expect(placeOf(tied, row, 0)).toBe("1st shared");
    expect(asksPrice(tied, sheet, 1, row, 0)).toBe(true);
    expect(asksPrice(tied, sheet, 1, row, 2)).toBe(false);
    expect(why(tied, sheet, 1, row, 0)).toBe(
      "Ana has 2, as many as Ben. Together they take these places: 5 + 0 = 5. Split and rounded down, that is 2 each.",
    );
    expect(why(tied, sheet, 1, row, 2)).toBe("Eva has 1, which is 3rd. In round 1 this place gives nothing.");
    expect(result(sheet, [10, 12, 12])).toEqual({ winners: [1, 2], lead: 0 });
    expect(result(sheet, [10, 12, 7])).toEqual({ winners: [1], lead: 2 });
  });
});

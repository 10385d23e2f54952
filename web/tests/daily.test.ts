import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LogEntry, TableInfo } from "../src/lib/wire.ts";

beforeEach(() => vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined }));
vi.mock("../src/lib/local/engine.ts", () => ({ engine: {}, hasEngine: () => true }));
vi.mock("../src/lib/api.ts", () => ({ api: {} }));
vi.mock("../src/lib/local/api.ts", () => ({ local: {} }));
const load = () => import("../src/daily/daily.svelte.ts");

describe("the daily deal", () => {
  it("has the same date for everybody, with its own number and table", async () => {
    const { numberOf, tableOf, today } = await load();
    expect(today(Date.UTC(2026, 10, 17, 23, 59))).toBe("2026-11-17");
    expect([numberOf("2026-11-01"), numberOf("2026-11-17")]).toEqual([1, 17]);
    expect([tableOf("2026-11-17"), tableOf("2026-11-17", 3)]).toEqual(["~2026-11-17", "~2026-11-17-3"]);
  });

  it("has points, a rank and marks by round, and a line to share without spoilers", async () => {
    const { line, resultOf } = await load();
    const rank = (seat: number, place: number) => ({ seat, place });
    const points = { walls: 7, moats: 0 };
    const score = {
      what: "score",
      sheet: { round: 1, seats: [points] },
      pays: [
        ["T", [1]],
        ["G", [1]],
        ["P", [1]],
      ],
      ranks: [
        ["T", [rank(0, 1), rank(1, 2)]],
        ["G", [rank(2, 1), rank(0, 2)]],
      ],
    };
    const log = [{ seat: 0, do: "end", shows: [score] }] as unknown as LogEntry[];
    const info = { result: { scores: [90, 120, 80, 70] } } as unknown as TableInfo;
    const result = resultOf("2026-11-17", info, log);
    expect(result).toMatchObject({ points: 90, place: 2, handed: false });
    expect(result.rounds).toEqual([
      {
        marks: [
          ["T", "most"],
          ["G", "second"],
          ["P", "neither"],
        ],
        wall: 7,
      },
    ]);
    expect(line(result, "# points", null)).toBe("Sabika 17 · 90 points · ★★☆");
    expect(line(result, "# points", "no. 3 of 214")).toBe("Sabika 17 · 90 points · no. 3 of 214 · ★★☆");
  });
});

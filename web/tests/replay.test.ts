import { describe, expect, it } from "vitest";
import { type GameRecord, moments } from "../src/lib/replay.ts";

const record: GameRecord = {
  format: "sabika-record/1",
  setup: { game: "alhambra", players: 2, modules: [] },
  seats: ["Ana", "Ben"],
  deal: { hands: [["f7", "f2", "d3"], ["u9"]], first: 0, display: ["d1", "h2", "u4", "u5"], market: ["T9ne", "G10", "P8", "S3esw"] },
  steps: [
    { seat: 0, do: "buy T9ne with f7 f2" },
    { seat: 0, do: "take d1 h2" },
    { seat: 0, do: "place T9ne 1,0" },
    { seat: 0, do: "end", shows: ["display u7", "market 1 C11", { score: 1, seats: [{ total: 8 }, { total: 0 }] }] },
    { seat: 0, do: "remove 1,0" },
    { seat: 0, do: "build T9ne 1,0" },
  ],
};

describe("a record, step by step", () => {
  const all = moments(record);
  it("begins with the deal", () => expect(all[0]?.boards[0]).toEqual([{ code: "F", x: 0, y: 0 }]));
  it("pays, takes and places", () => {
    expect(all[2]?.hands[0]).toEqual(["d3", "d1", "h2"]);
    expect(all[1]?.market[0]).toBeNull();
    expect(all[3]?.boards[0]).toHaveLength(2);
    expect(all[3]?.waiting).toEqual([]);
  });
  it("shows what was uncovered and adds points", () => {
    expect(all[4]?.market[0]).toBe("C11");
    expect(all[4]?.display).toContain("u7");
    expect(all[4]?.scores).toEqual([8, 0]);
  });
  it("redesigns", () => {
    expect(all[5]?.reserves[0]).toEqual(["T9ne"]);
    expect(all[6]?.boards[0]).toHaveLength(2);
  });
  it("hands out at the end what lay on the market, and leaves what nobody gets", () => {
    const end: GameRecord = {
      ...record,
      setup: { game: "combined", players: 2, modules: [] },
      deal: { ...record.deal, granada: ["Ba2new", "Ma4sw", null, "Sc8s"] },
      steps: [
        { seat: 0, do: "end", shows: ["gain 1 T9ne"] },
        { seat: 1, do: "place T9ne 1,0" },
        { seat: 1, do: "end", shows: ["gain 0 Ba2new"] },
        { seat: 0, do: "reserve Ba2new" },
        { seat: 0, do: "end", shows: ["left G10", "left Ma4sw"] },
      ],
    };
    const [, handed, placed, second, kept, over] = moments(end);
    expect(handed).toMatchObject({ market: [null, "G10", "P8", "S3esw"], waiting: ["T9ne"] });
    expect(placed?.boards[1]).toContainEqual({ code: "T9ne", x: 1, y: 0 });
    expect(second).toMatchObject({ beside: [null, "Ma4sw", null, "Sc8s"], waiting: ["Ba2new"] });
    expect(kept).toMatchObject({ reserves: [["Ba2new"], []], waiting: [] });
    expect(over).toMatchObject({ market: [null, "G10", "P8", "S3esw"], beside: [null, "Ma4sw", null, "Sc8s"] });
  });
});

import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
vi.stubGlobal("document", { documentElement: { lang: "en" }, title: "" });
const { cellsOf, percent, turnWords } = await import("../src/review/words.ts");

describe("a review", () => {
  it("describes a turn in one line, without its end", () => {
    expect(turnWords(["buy T9ne with d4 d5", "place T9ne 1,0", "end"])).toBe("Buy Tower 9 for Denar 4 + Denar 5; build Tower 9");
    expect(turnWords(["end"])).toBe("End the turn");
  });
  it("shows where tiles were placed", () => {
    expect(cellsOf(["take d1", "place T9ne 1,-2", "build P8 0,1", "end"])).toEqual([
      { x: 1, y: -2 },
      { x: 0, y: 1 },
    ]);
  });
  it("shows losses with a sign, and zero without one", () => {
    expect(percent(0.0423, "−")).toBe("−4.2 %");
    expect(percent(0.31)).toBe("31 %");
    expect(percent(0.0001, "−")).toBe("0 %");
  });
});

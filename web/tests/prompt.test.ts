// The page's prompts agree with the rules.
import { expect, it, vi } from "vitest";
import en from "../src/i18n/en.json";
import type { DeckView, ScoringView, SetupView } from "../src/lib/wire.ts";

vi.stubGlobal("localStorage", { getItem: () => null });
const { lineChange, nextScoring, paymentOutcome } = await import("../src/table/words.ts");

const PILES = [0, 3, 20, 20, 20];
const deck = (...scoring: ScoringView[]) => ({ piles: PILES, scoring }) as DeckView;
const setup = (game: string, english_end = false) => ({ game, english_end }) as SetupView;
const drawn: ScoringView = { at: "drawn" };

it("promises another action for an exact payment, but not to a vizier (VZ2)", () => {
  expect(paymentOutcome(0, false)).toBe(en["prompt.buy.exact"]);
  expect(paymentOutcome(0, true)).toBe(en["prompt.buy.vizier"]);
  expect(paymentOutcome(2, false)).toBe("2 too much: no further action");
});

it("says where the next scoring card is", () => {
  expect(nextScoring(deck({ at: "pile", pile: 1 }, { at: "pile", pile: 3 }), setup("alhambra"))).toBe(
    "Scoring card A is among the next 3 cards",
  );
  expect(nextScoring(deck(drawn, { at: "pile", pile: 3 }), setup("alhambra"))).toBe("Scoring card B comes after at least 23 cards");
});

it("does not announce the last round while card B waits for the reshuffle (CO2)", () => {
  expect(nextScoring(deck(drawn, { at: "aside" }), setup("combined"))).toBe("Scoring card B joins the deck at the next reshuffle");
});

it("says what ends each game (E1, CO6)", () => {
  expect(nextScoring(deck(drawn, drawn), setup("alhambra"))).toBe(en["scoring.last"]);
  expect(nextScoring(deck(drawn, drawn), setup("granada"))).toBe(en["scoring.last"]);
  expect(nextScoring(deck(drawn, drawn), setup("combined"))).toBe(en["scoring.last.both"]);
  expect(nextScoring(deck(drawn, drawn), setup("combined", true))).toBe(en["scoring.last"]);
});

it("says how walls and moats change: with both cities, whichever does, or else the one the tile is part of", () => {
  const step = (line: string, walls: number, moats: number) => ({ seat: 0, do: line, lengths: { walls, moats, stretch: 0 } });
  const log = [
    step("place T9ne 1,0", 2, 0),
    step("place Ba2new 2,0", 2, 3),
    step("place Ba2n 3,0", 2, 3),
    step("remove 2,0", 2, 1),
    step("remove 3,0", 2, 1),
    step("exchange Ba4se 1,0", 0, 2),
    step("remove 1,0", 0, 2),
  ];
  expect(log.map((_, at) => lineChange(log, at, "combined"))).toEqual([
    "Wall 0 → 2",
    "Moat 0 → 3",
    "Moat stays 3",
    "Moat 3 → 1",
    "Moat stays 1",
    "Wall 2 → 0, Moat 1 → 2",
    "Moat stays 2",
  ]);
  expect(lineChange([{ seat: 0, do: "take f3" }], 0, "combined")).toBeNull();
});

it("names only the line of the tile placed first: a game may begin with a city", () => {
  const log = [{ seat: 1, do: "place T9ne 1,0", lengths: { walls: 7, moats: 4, stretch: 0 } }];
  expect(lineChange(log, 0, "combined")).toBe("Wall 0 → 7");
});

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

it("says how the line changes that a tile is part of: in both cities, walls or moats", () => {
  const lengths = (walls: number, moats: number) => ({ walls, moats, stretch: 0 });
  const log = [
    { seat: 0, do: "place T9ne 1,0", lengths: lengths(2, 0) },
    { seat: 0, do: "place Ba2new 2,0", lengths: lengths(2, 3) },
    { seat: 0, do: "remove 1,0", lengths: lengths(0, 3) },
  ];
  expect(log.map((_, at) => lineChange(log, at, "combined"))).toEqual(["Wall 0 → 2", "Moat 0 → 3", "Wall 2 → 0"]);
});

import { describe, expect, it } from "vitest";
import { bestFlip, bestPayment, paymentOf, takesWith, tilesFor } from "../src/lib/payment.ts";
import type { BuyChoice } from "../src/lib/wire.ts";

const arcades: BuyChoice = {
  tile: "A10",
  currency: "h",
  price: 10,
  payments: [
    { cards: ["h3", "h8"], exact: false },
    { cards: ["h6", "h8"], exact: false },
  ],
};
const pavilion: BuyChoice = { tile: "P7e", currency: "f", price: 7, payments: [{ cards: ["f2", "f5"], exact: true }] };
const hand = ["f2", "f5", "h3", "h6", "h8", "d4"];

describe("picking a payment", () => {
  it("keeps the better cards when overpaying", () => {
    expect(bestPayment(hand, arcades)?.cards).toEqual(["h3", "h8"]);
  });
  it("prefers exact to overpaid", () => {
    const both = { ...arcades, payments: [...arcades.payments, { cards: ["h3", "h7"], exact: true }] };
    expect(bestPayment(["h3", "h6", "h7", "h8"], both)?.exact).toBe(true);
  });
  it("finds the payment with exactly these cards, in any order", () => {
    expect(paymentOf(["h8", "h3"], arcades)?.exact).toBe(false);
    expect(paymentOf(["h8"], arcades)).toBeNull();
  });
  it("finds the tiles that exactly these cards pay for", () => {
    expect(tilesFor(["f5", "f2"], [arcades, pavilion]).map((f) => f.buy.tile)).toEqual(["P7e"]);
    expect(tilesFor([], [arcades, pavilion])).toEqual([]);
  });
});

describe("turning a tile over", () => {
  it("costs as little as possible, in any currency", () => {
    expect(bestFlip(["u6", "h4", "h3", "d2"], [["u6"], ["h4"], ["h3"]])).toEqual(["h3"]);
  });
  it("keeps the better cards when two payments cost the same", () => {
    // Both Ducats together can pay more prices than one of them and a Dirham.
    expect(bestFlip(["u3", "u4", "h3"], [["u3"], ["h3"]])).toEqual(["h3"]);
  });
});

describe("taking money", () => {
  const takes = [["d1"], ["f3"], ["u1"], ["d1", "f3"], ["d1", "u1"], ["d1", "f3", "u1"]];
  it("lists the cards that may still be added", () => {
    expect(takesWith(["d1"], takes)).toHaveLength(4);
    expect(takesWith(["f3", "u1"], takes)).toEqual([["d1", "f3", "u1"]]);
    expect(takesWith(["h8"], takes)).toEqual([]);
  });
  it("counts copies of a card", () => {
    expect(takesWith(["d1", "d1"], [["d1"], ["d1", "d1"]])).toEqual([["d1", "d1"]]);
  });
});

// Choosing a payment among those the server offers: tile → cards and cards → tile. The server decides what may pay.
import { cardShape, sum } from "../parts/cards.ts";
import type { BuyChoice, PaymentChoice } from "./wire.ts";

/** The remaining cards are worth more the more prices they can still pay exactly, and the higher their total. */
function worth(rest: readonly string[]): number {
  const byCurrency = new Map<string, number[]>();
  for (const code of rest) {
    const card = cardShape(code);
    if (card.sort === "money") byCurrency.set(card.currency, [...(byCurrency.get(card.currency) ?? []), card.value]);
  }
  let exact = 0;
  for (const values of byCurrency.values()) {
    let sums = new Set([0]);
    for (const v of values) sums = new Set([...sums, ...[...sums].map((s) => s + v)]);
    exact += [...sums].filter((s) => s >= 2 && s <= 13).length;
  }
  const bureaux = rest.filter((c) => c.startsWith("x")).length;
  return exact * 3 + sum(rest) + bureaux * 4;
}

function without(hand: readonly string[], cards: readonly string[]): string[] {
  const rest = [...hand];
  for (const card of cards) {
    const i = rest.indexOf(card);
    if (i >= 0) rest.splice(i, 1);
  }
  return rest;
}

/** Exact before overpaid; then the one that leaves the best cards. */
export function bestPayment(hand: readonly string[], buy: BuyChoice): PaymentChoice | null {
  const ranked = [...buy.payments].sort(
    (a, b) =>
      Number(b.exact) - Number(a.exact) || worth(without(hand, b.cards)) - worth(without(hand, a.cards)) || a.cards.length - b.cards.length,
  );
  return ranked[0] ?? null;
}

const key = (cards: readonly string[]) => [...cards].sort().join(" ");
export const sameCards = (a: readonly string[], b: readonly string[]): boolean => key(a) === key(b);

/** Of several ways to pay for turning a tile over, the cheapest; of those, the one that leaves the best cards. */
export function bestFlip(hand: readonly string[], flips: readonly string[][]): string[] | null {
  const ranked = [...flips].sort((a, b) => sum(a) - sum(b) || worth(without(hand, b)) - worth(without(hand, a)) || a.length - b.length);
  return ranked[0] ?? null;
}

/** The payment with exactly these cards, if the server offers it. */
export function paymentOf(cards: readonly string[], buy: BuyChoice): PaymentChoice | null {
  return buy.payments.find((p) => key(p.cards) === key(cards)) ?? null;
}

/** Tiles that exactly these cards pay for. */
export function tilesFor(cards: readonly string[], buys: readonly BuyChoice[]): { buy: BuyChoice; payment: PaymentChoice }[] {
  return buys.flatMap((buy) => {
    const payment = cards.length ? paymentOf(cards, buy) : null;
    return payment ? [{ buy, payment }] : [];
  });
}

/** Options to take money that include all selected cards: what may still be added. */
export function takesWith(picked: readonly string[], takes: readonly string[][]): string[][] {
  return takes.filter((take) => without(take, picked).length === take.length - picked.length);
}

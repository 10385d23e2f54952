// Codes of cards: money `u7`, bureau de change `xdf`, bonus `+G10`.
export const CURRENCIES = ["f", "h", "d", "u"] as const;
export type Currency = (typeof CURRENCIES)[number];
export type CardShape =
  | { sort: "money"; currency: Currency; value: number }
  | { sort: "bureau"; from: Currency; to: Currency }
  | { sort: "bonus"; tile: string };

export function cardShape(code: string): CardShape {
  if (code.startsWith("+")) return { sort: "bonus", tile: code.slice(1) };
  if (code.startsWith("x")) return { sort: "bureau", from: code[1] as Currency, to: code[2] as Currency };
  return { sort: "money", currency: code[0] as Currency, value: Number(code.slice(1)) };
}

export const COIN_COLOUR: Record<Currency, string> = { f: "#F2C230", h: "#2F8F5B", d: "#2A62B8", u: "#E2762B" };
export const COIN_INK: Record<Currency, string> = { f: "#5A3F00", h: "#0F4429", d: "#123870", u: "#6E2B00" };

/** A hand in display order: by currency, high cards last; cards without a value at the end. */
export function sorted(hand: readonly string[]): { currency: Currency | null; cards: string[] }[] {
  const groups = CURRENCIES.map((currency) => ({
    currency: currency as Currency | null,
    cards: hand.filter((c) => c[0] === currency).sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))),
  }));
  groups.push({ currency: null, cards: hand.filter((c) => c.startsWith("x")) });
  return groups.filter((g) => g.cards.length > 0);
}

export const sum = (cards: readonly string[]): number =>
  cards.reduce((total, code) => {
    const card = cardShape(code);
    return total + (card.sort === "money" ? card.value : 0);
  }, 0);

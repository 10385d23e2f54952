// What moves from where to where when a step is shown. Places are names that elements have as `data-at`; the first one found counts.
import type { Known } from "../lib/fold.ts";
import { parseMove } from "../lib/notation.ts";
import type { Shown } from "../lib/table.svelte.ts";

export type Piece = { tile: string } | { card: string };
export type Flight = {
  piece: Piece;
  from: string[];
  /** Looked up after the step is on the page, then in its state before. */
  to: string[];
  /** It disappears when it arrives: money that was paid. */
  gone?: boolean;
  /** It starts after the others have arrived: what a step reveals. */
  later?: boolean;
};

export const at = {
  tile: (code: string) => `tile:${code}`,
  card: (code: string) => `card:${code}`,
  slot: (i: number) => `slot:${i}`,
  cell: (seat: number, x: number, y: number) => `cell:${seat}:${x},${y}`,
  seat: (seat: number | null) => `seat:${seat ?? "dirk"}`,
  deck: "deck",
  bag: "bag",
  market: "market",
  money: "money",
  reserve: "reserve",
} as const;

function moved(seat: number, line: string, known: Known): Flight[] {
  const { verb, piece, cell, cards, flip } = parseMove(line);
  const own = seat === known.viewer;
  const first = piece ?? "";
  const { x, y } = cell ?? { x: 0, y: 0 };
  const home = own ? [at.reserve, at.seat(seat)] : [at.seat(seat)];
  const pay = (cards: string[], to: string[]): Flight[] =>
    cards.map((card) => ({ piece: { card }, from: own ? [at.card(card), at.seat(seat)] : [at.seat(seat)], to, gone: true }));
  const lay = (): Flight => ({
    piece: { tile: first },
    from: [at.tile(first), ...home],
    to: [at.cell(seat, x, y), at.seat(seat)],
  });
  const lift = (): Flight[] => {
    const tile = known.game?.players[seat]?.board.find(([, tx, ty]) => tx === x && ty === y)?.[0];
    return tile ? [{ piece: { tile }, from: [at.cell(seat, x, y), at.seat(seat)], to: [at.tile(tile), ...home] }] : [];
  };
  switch (verb) {
    case "take": {
      const display = [...(known.game?.display ?? [])];
      return cards.map((card) => {
        const slot = display.indexOf(card);
        display[slot] = null;
        return { piece: { card }, from: [at.slot(slot), at.money], to: own ? [at.card(card), at.seat(seat)] : [at.seat(seat)] };
      });
    }
    case "buy":
    case "vizier":
      return [
        ...pay(cards, [at.tile(first), at.market]),
        { piece: { tile: first }, from: [at.tile(first), at.market], to: [at.tile(first), ...home] },
      ];
    case "hut":
      return [{ piece: { tile: first }, from: [at.tile(first), at.market], to: [at.tile(first), ...home] }];
    // One's own tile is already on its cell: it was previewed there before it was built.
    case "place":
      return [...pay(flip, [at.deck, at.money]), ...(own ? [] : [lay()])];
    case "build":
      return own ? [] : [lay()];
    case "exchange":
      return [...lift(), ...(own ? [] : [lay()])];
    case "remove":
      return lift();
    case "dirk":
      return [{ piece: { tile: first }, from: [at.tile(first), ...home], to: [at.seat(null)] }];
    default:
      return [];
  }
}

function uncovered(shows: Shown["shows"]): Flight[] {
  return shows.flatMap((show): Flight[] => {
    if (show.what === "display") return [{ piece: { card: show.card }, from: [at.deck, at.money], to: [at.slot(show.slot)], later: true }];
    if (show.what === "market" || show.what === "bazaar")
      return [{ piece: { tile: show.tile }, from: [at.bag, at.market], to: [at.tile(show.tile)], later: true }];
    if (show.what === "dirk") return [{ piece: { tile: show.tile }, from: [at.bag, at.market], to: [at.seat(null)], later: true }];
    if (show.what === "gain")
      return [{ piece: { tile: show.tile }, from: [at.tile(show.tile), at.market], to: [at.tile(show.tile), at.seat(show.seat)] }];
    return [];
  });
}

/** Everything that a step moves; `known` is the page's state before it. */
export function flightsOf({ step, shows }: Shown, known: Known): Flight[] {
  return [...(step ? moved(step.seat, step.do, known) : []), ...uncovered(shows)];
}

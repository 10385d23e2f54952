// A whole turn as it is drawn on the table before it is played: what each of its steps touches.
import type { Laid } from "../board/edges.ts";
import type { Cell } from "../board/layout.ts";
import { parseMove } from "../lib/notation.ts";

/** Where a turn begins. */
export type Before = { board: readonly Laid[]; hand: readonly string[]; display: readonly (string | null)[] };

export type Proposal = {
  /** The actions, without the end of the turn; a step's number is its place in this list, from 1. */
  steps: string[];
  /** Which step buys a tile, by its code. */
  market: ReadonlyMap<string, number>;
  /** Which step pays with a card, by its index in the hand. */
  hand: ReadonlyMap<number, number>;
  /** Which step takes a card, by its place on the display. */
  display: ReadonlyMap<number, number>;
  /** The city after the turn. */
  board: Laid[];
  /** Cells that it changes, each once, with the last step there; `code` is the tile afterwards. */
  cells: (Cell & { step: number; code: string | null })[];
};

/** Ending and passing cannot be drawn. */
const SILENT = new Set(["end", "done"]);

export function propose(actions: readonly string[], { board, hand, display }: Before): Proposal {
  const steps = actions.filter((line) => !SILENT.has(line));
  const found = { market: new Map<string, number>(), hand: new Map<number, number>(), display: new Map<number, number>() };
  let cells: Proposal["cells"] = [];
  let city = [...board];
  const use = (cards: readonly string[], from: readonly (string | null)[], marks: Map<number, number>, step: number) => {
    for (const card of cards) {
      const at = from.findIndex((held, i) => held === card && !marks.has(i));
      if (at >= 0) marks.set(at, step);
    }
  };
  for (const [i, line] of steps.entries()) {
    const step = i + 1;
    const { verb, piece, cell, cards, flip } = parseMove(line);
    if (verb === "take") use(cards, display, found.display, step);
    else use([...cards, ...flip], hand, found.hand, step);
    if (piece && (verb === "buy" || verb === "vizier" || verb === "hut")) found.market.set(piece, step);
    if (!cell || verb === "falcon") continue;
    const elsewhere = (c: Cell) => c.x !== cell.x || c.y !== cell.y;
    const code = verb === "remove" ? null : piece;
    city = city.filter(elsewhere);
    if (code) city.push({ ...cell, code });
    // A turn may remove a tile and place another there.
    cells = [...cells.filter(elsewhere), { ...cell, step, code }];
  }
  return { ...found, steps, board: city, cells };
}

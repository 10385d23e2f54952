// The differences between two boards, and the positions of labels on them.
import type { Laid } from "../board/edges.ts";
import { type Cell, type Fit, hides } from "../board/layout.ts";
import { laid } from "../table/people.ts";
import type { TurnReview } from "./review.svelte.ts";
import { cellsOf } from "./words.ts";

export type Which = "played" | "best" | "both";
/**
 * The tiles to draw, and the cells to ring: those of the turn played, and those of the best turn.
 * `instead`: tiles of the best turn on cells where the played turn put a different tile.
 */
export type Marked = { tiles: Laid[]; faint: Laid[]; played: Cell[]; best: Cell[]; instead: Laid[] };

const at = (a: Cell) => (b: Cell) => a.x === b.x && a.y === b.y;
/** The tiles of one board that are not at the same place on the other. */
const without = (board: readonly Laid[], other: readonly Laid[]) =>
  board.filter((tile) => !other.some((o) => at(tile)(o) && o.code === tile.code));

export function marked(turn: TurnReview, which: Which): Marked {
  const played = laid(turn.board);
  const best = turn.better_board && laid(turn.better_board);
  if (which === "best" && best) return { tiles: best, faint: [], played: [], best: cellsOf(turn.better ?? []), instead: [] };
  if (which === "played" || !best) return { tiles: played, faint: [], played: cellsOf(turn.actions), best: [], instead: [] };
  const proposed = without(best, played);
  const free = proposed.filter((tile) => !played.some(at(tile)));
  return {
    tiles: played,
    faint: free,
    played: without(played, best),
    best: free,
    instead: proposed.filter((tile) => !free.includes(tile)),
  };
}

type Size = { width: number; height: number };
/** The top left corner, in px, of a label next to a cell: inside the frame, and covering as few tiles as possible. */
export function labelAt(cell: Cell, tiles: readonly Cell[], size: Size, view: Fit, frame: Size): Cell {
  const [left, top] = [view.x + cell.x * view.tile, view.y + cell.y * view.tile];
  const [GAP, RIM] = [14, 8];
  const [middleX, middleY] = [left + (view.tile - size.width) / 2, top + (view.tile - size.height) / 2];
  const clamp = (value: number, most: number) => Math.max(RIM, Math.min(most - RIM, value));
  const inside = ({ x, y }: Cell) => ({ x: clamp(x, frame.width - size.width), y: clamp(y, frame.height - size.height) });
  const spots = [
    { x: left + view.tile + GAP, y: middleY },
    { x: left - GAP - size.width, y: middleY },
    { x: middleX, y: top + view.tile + GAP },
    { x: middleX, y: top - GAP - size.height },
  ].map(inside);
  const hidden = (spot: Cell) => [...tiles, cell].filter((tile) => hides({ ...spot, ...size }, [tile], view)).length;
  return spots.reduce((best, spot) => (hidden(spot) < hidden(best) ? spot : best));
}

/** A curved arrow from the edge of one cell to the edge of another, in px. */
export function arrow(from: Cell, to: Cell, view: Fit): string {
  const middle = (c: Cell) => ({ x: view.x + (c.x + 0.5) * view.tile, y: view.y + (c.y + 0.5) * view.tile });
  const [a, b] = [middle(from), middle(to)];
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [(b.x - a.x) / far, (b.y - a.y) / far];
  const inset = Math.min(0.62 * view.tile, 0.34 * far);
  const [start, end] = [
    { x: a.x + dx * inset, y: a.y + dy * inset },
    { x: b.x - dx * inset, y: b.y - dy * inset },
  ];
  const bend = { x: (a.x + b.x) / 2 - dy * 0.28 * far, y: (a.y + b.y) / 2 + dx * 0.28 * far };
  const round = (n: number) => n.toFixed(1);
  return `M${round(start.x)} ${round(start.y)}Q${round(bend.x)} ${round(bend.y)} ${round(end.x)} ${round(end.y)}`;
}

/**
 * The labels of the rounds in a chart: each is centred above its line, and the last one stays inside the chart. Where two would overlap,
 * the earlier one is reduced to its number.
 */
export function roundLabels(
  rounds: readonly { round: number; x: number }[],
  width: number,
  name: (round: number) => string,
): { x: number; text: string }[] {
  const [LETTER, GAP] = [6.4, 6];
  const labels: { x: number; text: string }[] = [];
  let limit = width;
  for (const { round, x } of [...rounds].reverse()) {
    const half = (text: string) => (LETTER * text.length) / 2;
    const whole = name(round);
    const last = limit === width;
    const text = last || x + half(whole) <= limit ? whole : String(round);
    const at = Math.min(x, limit - half(text));
    labels.unshift({ x: at, text });
    limit = at - half(text) - GAP;
  }
  return labels;
}

// The position of a board in its frame, in px.
import type { Laid } from "./edges.ts";
import { HEADROOM, UNIT } from "./scene.ts";

export type Cell = { x: number; y: number };
export type Frame = { width: number; height: number; top: number; right: number; bottom: number; left: number };
export type Fit = { tile: number; x: number; y: number };

export const MAX_TILE = 112;
/** Forty tiles in a row are still visible on a desktop; zoom in to see one. */
const SMALLEST = 12;

/** Plates grow as tiles shrink. */
export function plateScale(tile: number): number {
  return tile < 64 ? 1.3 : tile < 84 ? 1.12 : 1;
}

/** Largest tile size at which all cells show, and the px where cell (0, 0) begins. */
export function fitted(cells: readonly Cell[], frame: Frame, largest = MAX_TILE): Fit {
  const xs = cells.map((c) => c.x);
  const ys = cells.map((c) => c.y);
  const [x0, y0] = [Math.min(...xs, 0), Math.min(...ys, 0)];
  const wide = Math.max(...xs, 0) - x0 + 1;
  const high = Math.max(...ys, 0) - y0 + 1;
  const head = HEADROOM / UNIT;
  const room = { w: frame.width - frame.left - frame.right, h: frame.height - frame.top - frame.bottom };
  const tile = Math.max(SMALLEST, Math.min(room.w / (wide + 0.25), room.h / (high + head + 0.12), largest));
  return {
    tile,
    x: frame.left + (room.w - tile * wide) / 2 - x0 * tile,
    y: frame.top + (room.h - tile * (high + head)) / 2 + head * tile - y0 * tile,
  };
}

/** Whether a box over the frame covers one of these cells. */
export function hides(box: { x: number; y: number; width: number; height: number }, cells: readonly Cell[], { tile, x, y }: Fit): boolean {
  return cells.some((c) => {
    const [left, top] = [x + c.x * tile, y + c.y * tile];
    return left < box.x + box.width && left + tile > box.x && top < box.y + box.height && top + tile > box.y;
  });
}

/** Where an arrow key leads. */
export const ARROWS: Readonly<Record<string, Cell>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowRight: { x: 1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
};
/** The nearest of some cells in a direction; sideways distance counts more than distance ahead. */
export function toward<C extends Cell>(from: Cell, step: Cell, cells: readonly C[]): C | null {
  let best: { cell: C; far: number } | null = null;
  for (const cell of cells) {
    const [dx, dy] = [cell.x - from.x, cell.y - from.y];
    const ahead = dx * step.x + dy * step.y;
    const far = ahead + 2 * Math.abs(dx * step.y + dy * step.x);
    if (ahead > 0 && (!best || far < best.far)) best = { cell, far };
  }
  return best?.cell ?? null;
}

/** Empty cells next to the tiles, where faint lots are drawn. */
export function lots(tiles: readonly Laid[]): Cell[] {
  const taken = new Set(tiles.map((t) => `${t.x},${t.y}`));
  const found = new Map<string, Cell>();
  for (const { x, y } of tiles) {
    for (const [dx, dy] of [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ] as const) {
      const key = `${x + dx},${y + dy}`;
      if (!taken.has(key)) found.set(key, { x: x + dx, y: y + dy });
    }
  }
  return [...found.values()];
}

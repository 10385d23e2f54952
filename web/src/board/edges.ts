// Which sides of the tiles on a board show as rampart, inner wall, moat, hedge or contact. For drawing only: points come from the server.
import { moats, OPPOSITE, type Side, STEP, shape, walls } from "./code.ts";

export type Laid = { x: number; y: number; code: string };
/** A border between two cells: `h:x:y` is the north border of (x, y), `v:x:y` its west border. */
export type Edge = `${"h" | "v"}:${number}:${number}`;
export type Corner = `${number}:${number}`;

export type Edges = {
  wall: Set<Edge>;
  innerWall: Set<Edge>;
  moat: Set<Edge>;
  innerMoat: Set<Edge>;
  /** Wall against moat: the side the Alhambra is on. */
  contact: Map<Edge, Side>;
};

export const cellKey = (x: number, y: number): Corner => `${x}:${y}`;

function edgeOf(x: number, y: number, side: Side): Edge {
  if (side === "n") return `h:${x}:${y}`;
  if (side === "s") return `h:${x}:${y + 1}`;
  if (side === "w") return `v:${x}:${y}`;
  return `v:${x + 1}:${y}`;
}

export function at(edge: Edge): { flat: boolean; x: number; y: number } {
  const [kind, x, y] = edge.split(":");
  return { flat: kind === "h", x: Number(x), y: Number(y) };
}

export function ends(edge: Edge): [Corner, Corner] {
  const { flat, x, y } = at(edge);
  return flat ? [cellKey(x, y), cellKey(x + 1, y)] : [cellKey(x, y), cellKey(x, y + 1)];
}

export function edgesOf(tiles: readonly Laid[]): Edges {
  const found: Edges = { wall: new Set(), innerWall: new Set(), moat: new Set(), innerMoat: new Set(), contact: new Map() };
  const board = new Map(tiles.map((t) => [cellKey(t.x, t.y), t.code]));
  for (const { x, y, code } of tiles) {
    const water = shape(code).sort === "granada";
    for (const side of (water ? moats(code) : walls(code)) as Iterable<Side>) {
      const [dx, dy] = STEP[side];
      const edge = edgeOf(x, y, side);
      const neighbour = board.get(cellKey(x + dx, y + dy));
      const over = neighbour === undefined ? "" : water ? moats(neighbour) : walls(neighbour);
      if (over.includes(OPPOSITE[side])) (water ? found.innerMoat : found.innerWall).add(edge);
      else {
        (water ? found.moat : found.wall).add(edge);
        if (!water && neighbour !== undefined && shape(neighbour).sort === "granada") found.contact.set(edge, OPPOSITE[side]);
      }
    }
  }
  return found;
}

/** The largest set of borders connected at corners: the one drawn in gold. */
export function longest(edges: Iterable<Edge>): Set<Edge> {
  const left = new Set(edges);
  const around = new Map<Corner, Edge[]>();
  for (const edge of left) for (const corner of ends(edge)) around.set(corner, [...(around.get(corner) ?? []), edge]);
  let best = new Set<Edge>();
  for (const first of left) {
    const run = new Set([first]);
    left.delete(first);
    for (const edge of run) {
      for (const corner of ends(edge)) {
        for (const next of around.get(corner) ?? []) {
          if (left.delete(next)) run.add(next);
        }
      }
    }
    if (run.size > best.size) best = run;
  }
  return best;
}

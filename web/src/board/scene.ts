// A board as a list of things to draw, back to front. The ground is a true plan of 160 units per cell; heights go straight up the screen.
import { bastions, type Kind, SIDES, type Side, STEP, type Start, shape } from "./code.ts";
import { CLOTH, GOLD_KERB } from "./colours.ts";
import { at, type Corner, cellKey, type Edge, type Edges, edgesOf, ends, type Laid, longest } from "./edges.ts";

export const UNIT = 160;
/** How far a turret reaches above the north border of its cell. */
export const HEADROOM = 54;

export type Piece =
  | { is: "use"; id: string; x: number; y: number; size: number; lit: boolean; vars?: Record<string, string>; clip?: boolean }
  | { is: "path"; d: string; fill: string; opacity?: number; stroke?: string; width?: number; strokeOpacity?: number };
export type Plate = { x: number; y: number; code: string; falcon: boolean };
export type Falcon = { x: number; y: number; code: string };
export type Lamp = { x: number; y: number; r: number };
export type Scene = { pieces: Piece[]; lamps: Lamp[]; plates: Plate[]; arrows: Piece[]; falcons: Falcon[] };

type Post = { kind: "plain" | "gold" | "pillar"; dx: number; dy: number; arms: string };
const WALL_SHIFT: Record<Side, number> = { n: -10, s: 9, w: -11, e: 11 };
const MOAT_SHIFT: Record<Side, number> = { n: 6, s: -14, w: 6, e: -6 };

const use = (id: string, x: number, y: number, size = UNIT, lit = false, vars?: Record<string, string>): Piece =>
  vars ? { is: "use", id, x: x * UNIT, y: y * UNIT, size, lit, vars } : { is: "use", id, x: x * UNIT, y: y * UNIT, size, lit };

const mean = (numbers: number[]) => (numbers.length ? numbers.reduce((a, b) => a + b, 0) / numbers.length : 0);
const rowThenColumn = (a: Edge, b: Edge) => at(a).y - at(b).y || at(a).x - at(b).x;

/** Turrets and basins stand at ends and turns, not on straight runs. */
function posts(
  outer: Set<Edge>,
  inner: Set<Edge>,
  gold: Set<Edge>,
  contact: Map<Edge, Side>,
  shift: Record<Side, number>,
): Map<Corner, Post> {
  const around = new Map<Corner, Edge[]>();
  for (const edge of [...outer, ...inner]) for (const corner of ends(edge)) around.set(corner, [...(around.get(corner) ?? []), edge]);
  const found = new Map<Corner, Post>();
  for (const [corner, edges] of around) {
    const open = edges.filter((e) => outer.has(e));
    const [first, second] = edges;
    const straight = edges.length === 2 && first && second && at(first).flat === at(second).flat;
    if (straight && open.length !== 1 && contact.get(first) === contact.get(second)) continue;
    const moved = (flat: boolean) =>
      open.filter((e) => at(e).flat === flat).map((e) => (contact.has(e) ? shift[contact.get(e) as Side] : 0));
    const arms = open.map((e) => (at(e).flat ? (starts(e, corner) ? "e" : "w") : starts(e, corner) ? "s" : "n"));
    found.set(corner, {
      kind: open.length === 0 ? "pillar" : open.some((e) => gold.has(e)) ? "gold" : "plain",
      dx: mean(moved(false)),
      dy: mean(moved(true)),
      arms: SIDES.filter((s) => arms.includes(s)).join(""),
    });
  }
  return found;
}
const starts = (edge: Edge, corner: Corner) => ends(edge)[0] === corner;
const place = (corner: Corner): [number, number] => corner.split(":").map(Number) as [number, number];

function hutCloth(kind: Kind): Record<string, string> {
  const c = CLOTH[kind] ?? CLOTH.P;
  if (!c) return {};
  return { "--cloth": c.cloth, "--cloth-light": c.light, "--cloth-deep": c.deep, "--band": c.band, "--band-deep": c.bandDeep };
}
function stallCloth(kind: Kind): Record<string, string> {
  const c = CLOTH[kind] ?? CLOTH.P;
  return c ? { "--cloth": c.stall, "--band": c.stallBand, "--wares": c.wares } : {};
}
export const STALLS: readonly (readonly [number, number])[] = [
  [5, 14],
  [83, 14],
  [22, 82],
];
export const STALL_SIZE = 1.13;

/** What lies flat under a tile. */
export function ground(code: string, start: Start, x: number, y: number): Piece[] {
  const tile = shape(code === "F" ? start : code);
  if (tile.sort === "camp") return [];
  const base = tile.sort === "start" ? tile.start : tile.sort === "bazaar" ? "bazaar" : tile.kind;
  const pieces = [use(`ground-${base}`, x, y)];
  if (tile.sort === "hut") pieces.push(use("yard", x, y));
  if (tile.sort !== "start") for (const side of SIDES) if (!tile.sides.includes(side)) pieces.push(use(`path-${side}`, x, y));
  return pieces;
}

/** What stands on a tile. */
export function building(code: string, start: Start, x: number, y: number): Piece[] {
  const tile = shape(code === "F" ? start : code);
  if (tile.sort === "camp") return [];
  if (tile.sort === "hut") return [use("hut", x, y, UNIT, false, hutCloth(tile.kind))];
  if (tile.sort === "bazaar") {
    return tile.kinds.map((kind, i) => {
      const [dx, dy] = STALLS[i] ?? [0, 0];
      return use("stall", x + dx / UNIT, y + dy / UNIT, 64 * STALL_SIZE, false, stallCloth(kind));
    });
  }
  return [use(`build-${tile.sort === "start" ? tile.start : tile.kind}`, x, y)];
}

function lampsOf({ x, y, code }: Laid): Lamp[] {
  const [px, py] = [x * UNIT, y * UNIT];
  const tile = shape(code);
  if (tile.sort === "hut") return [{ x: px + 62, y: py + 120, r: 46 }];
  if (tile.sort === "bazaar")
    return [[42, 64] as const, [120, 64] as const, [66, 134] as const].map(([dx, dy]) => ({ x: px + dx, y: py + dy, r: 40 }));
  if (tile.sort === "camp") return [{ x: px + 88, y: py + 106, r: 52 }];
  return [{ x: px + 80, y: py + 106, r: 60 }];
}

function shadows(pieces: Piece[], edges: Edges, towers: Map<Corner, Post>): void {
  const shade = (d: string, opacity = 0.3) => pieces.push({ is: "path", d, fill: "#1d0c14", opacity });
  for (const edge of [...edges.wall, ...edges.innerWall]) {
    const side = edges.contact.get(edge);
    if (side === "n" || side === "w") continue;
    const { flat, x, y } = at(edge);
    const h = edges.wall.has(edge) ? 14 : 7;
    const off = side ? (flat ? 20 : 21) : 8;
    const [px, py] = [x * UNIT, y * UNIT];
    if (flat) shade(`M${px} ${py + off}H${px + UNIT}l${h} ${h}H${px + h}z`);
    else shade(`M${px + off} ${py}l${h + 2} ${h - 4}V${py + UNIT + h - 8}l${-h - 2} ${8 - h}z`);
  }
  for (const [corner, post] of towers) {
    if (post.kind === "pillar") continue;
    const [x, y] = place(corner);
    const [px, py] = [x * UNIT + post.dx, y * UNIT + post.dy];
    shade(`M${px + 14} ${py - 10}l22 16v16l-8 4H${px}l-8 -8z`, 0.28);
  }
}

export function scene(tiles: readonly Laid[], start: Start, falcons: readonly Falcon[] = [], goldShown = true): Scene {
  const board = new Map(tiles.map((t) => [cellKey(t.x, t.y), t.code]));
  const next = (t: Laid, side: Side) => board.get(cellKey(t.x + STEP[side][0], t.y + STEP[side][1]));
  const camps = tiles.filter((t) => shape(t.code).sort === "camp");
  const city = tiles.filter((t) => shape(t.code).sort !== "camp");
  const edges = edgesOf(tiles);
  const goldWall = goldShown ? longest(edges.wall) : new Set<Edge>();
  const goldMoat = goldShown ? longest(edges.moat) : new Set<Edge>();
  const stretch = longest(edges.contact.keys());
  const towers = posts(edges.wall, edges.innerWall, goldWall, edges.contact, WALL_SHIFT);
  const basins = posts(edges.moat, edges.innerMoat, goldMoat, edges.contact, MOAT_SHIFT);
  const pieces: Piece[] = [];

  // Meadows are part of the land: no slab, a soft border where nothing adjoins.
  for (const camp of camps) for (const side of SIDES) if (!next(camp, side)) pieces.push(use(`grass-${side}`, camp.x, camp.y));
  for (const camp of camps) pieces.push(use("ground-camp", camp.x, camp.y));
  for (const camp of camps) {
    const south = next(camp, "s");
    if (south && shape(south).sort === "camp") pieces.push(use("grass-join-h", camp.x, camp.y + 1));
  }
  const box = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}z`;
  for (const { x, y } of city)
    pieces.push({ is: "path", d: box(x * UNIT + 9, y * UNIT + 13, UNIT + 5, UNIT + 5), fill: "#3A2510", opacity: 0.2 });
  for (const { x, y } of city) {
    pieces.push({ is: "path", d: box(x * UNIT, y * UNIT + UNIT - 2, UNIT, 10), fill: "#8a6a42", stroke: "#2B2136", width: 1.2 });
  }
  for (const { x, y, code } of city) {
    pieces.push(...ground(code, start, x, y));
    pieces.push({ is: "path", d: box(x * UNIT, y * UNIT, UNIT, UNIT), fill: "none", stroke: "#2B2136", width: 1.5, strokeOpacity: 0.6 });
  }

  // Water is set into the ground.
  for (const edge of [...edges.innerMoat].sort(rowThenColumn))
    pieces.push(use(`inner-moat-${at(edge).flat ? "h" : "v"}`, at(edge).x, at(edge).y));
  for (const edge of [...edges.moat].sort(rowThenColumn)) {
    const { flat, x, y } = at(edge);
    const side = edges.contact.get(edge);
    const lit = goldMoat.has(edge);
    pieces.push(use((side ? `contact-moat-${side}` : flat ? "moat-n" : "moat-w") + (lit ? "-gold" : ""), x, y, UNIT, lit));
  }
  for (const [corner, post] of basins) {
    const [x, y] = place(corner);
    if (post.kind === "pillar") pieces.push(use("topiary", x, y, 20));
    else
      pieces.push(
        use(
          `basin-${post.arms}`,
          x + post.dx / UNIT,
          y + post.dy / UNIT,
          44,
          post.kind === "gold",
          post.kind === "gold" ? { ...GOLD_KERB } : undefined,
        ),
      );
  }
  shadows(pieces, edges, towers);

  const flagged = [...towers]
    .filter(([, p]) => p.kind === "gold")
    .map(([corner]) => place(corner))
    .sort((a, b) => a[1] - b[1] || b[0] - a[0])[0];
  const rows = tiles.map((t) => t.y);
  for (let y = Math.min(...rows); y <= Math.max(...rows) + 1; y++) {
    const flats = [...edges.wall, ...edges.innerWall].filter((e) => at(e).flat && at(e).y === y).sort(rowThenColumn);
    for (const edge of flats) {
      const { x } = at(edge);
      const lit = goldWall.has(edge);
      const side = edges.contact.get(edge);
      pieces.push(
        edges.innerWall.has(edge)
          ? use("inner-h", x, y)
          : use((side ? `contact-wall-${side}` : "wall-h") + (lit ? "-gold" : ""), x, y, UNIT, lit),
      );
      if (stretch.has(edge)) pieces.push(use("pennant", x + 0.5, y + (side === "n" ? -22 : 9) / UNIT, 20, true));
    }
    // A bastion is drawn right after the rampart it joins.
    for (const camp of camps) {
      const points = bastions(camp.code);
      if (camp.y === y && points.includes("n")) pieces.push(use(next(camp, "n") ? "bastion-n" : "bastion-n-free", camp.x, camp.y));
      if (camp.y === y - 1 && points.includes("s") && next(camp, "s")) pieces.push(use("bastion-s", camp.x, camp.y));
    }
    for (const [corner, post] of towers) {
      const [x, cy] = place(corner);
      if (cy !== y) continue;
      if (post.kind === "pillar") pieces.push(use("pillar", x, y, 18));
      else {
        const id = flagged && flagged[0] === x && flagged[1] === y ? "turret-flag" : post.kind === "gold" ? "turret-gold" : "turret";
        pieces.push(use(id, x + post.dx / UNIT, y + post.dy / UNIT, 28, post.kind === "gold"));
      }
    }
    for (const t of city.filter((c) => c.y === y).sort((a, b) => a.x - b.x)) pieces.push(...building(t.code, start, t.x, t.y));
    const uprights = [...edges.wall, ...edges.innerWall].filter((e) => !at(e).flat && at(e).y === y).sort(rowThenColumn);
    for (const edge of uprights) {
      const { x } = at(edge);
      const lit = goldWall.has(edge);
      const post = towers.get(cellKey(x, y));
      const from = !post ? "" : post.kind === "pillar" ? "-p" : "-t";
      const side = edges.contact.get(edge);
      if (edges.innerWall.has(edge)) pieces.push(use(`inner-v${from}`, x, y));
      else if (!side) pieces.push(use(`wall-v${from}${lit ? "-gold" : ""}`, x, y, UNIT, lit));
      else pieces.push({ ...use(`contact-wall-${side}${lit ? "-gold" : ""}`, x, y, UNIT, lit), clip: from !== "" } as Piece);
      if (stretch.has(edge)) pieces.push(use("pennant", x + (side === "w" ? -12 : 12) / UNIT, y + 128 / UNIT, 20, true));
    }
    for (const camp of camps.filter((c) => c.y === y).sort((a, b) => a.x - b.x)) {
      const points = bastions(camp.code);
      for (const side of ["e", "w"] as const)
        if (points.includes(side)) pieces.push(use(`bastion-${side}${next(camp, side) ? "" : "-free"}`, camp.x, camp.y));
      pieces.push(use(`camp-${points}`, camp.x, camp.y));
      if (points.includes("s") && !next(camp, "s")) pieces.push(use("bastion-s-free", camp.x, camp.y));
    }
  }

  const corners = new Set(falcons.map((f) => cellKey(f.x, f.y)));
  return {
    pieces,
    lamps: tiles.flatMap(lampsOf),
    plates: [...tiles].sort((a, b) => a.y - b.y).map(({ x, y, code }) => ({ x, y, code, falcon: corners.has(cellKey(x, y)) })),
    arrows: camps.flatMap((c) =>
      [...bastions(c.code)].map((s) => use(`arrow-${s}${next(c, s as Side) ? "" : "-off"}`, c.x, c.y, UNIT, true)),
    ),
    falcons: [...falcons],
  };
}

/** A single tile (market, reserve, hand): its own walls straddle its borders. */
export function freeTile(code: string, start: Start): Piece[] {
  const tile = shape(code);
  if (tile.sort !== "camp") return scene([{ x: 0, y: 0, code }], start, [], false).pieces;
  const pieces = [...SIDES.map((s) => use(`grass-${s}`, 0, 0)), use("ground-camp", 0, 0)];
  for (const s of ["n", "w", "e"]) if (tile.sides.includes(s)) pieces.push(use(`bastion-${s}-free`, 0, 0));
  pieces.push(use(`camp-${tile.sides}`, 0, 0));
  if (tile.sides.includes("s")) pieces.push(use("bastion-s-free", 0, 0));
  return [...pieces, ...[...tile.sides].map((s) => use(`arrow-${s}`, 0, 0, UNIT, true))];
}

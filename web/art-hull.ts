// Where a shape of a drawing is: a convex outline around it, exact for lines and with a little room to spare for curves.

export type Point = readonly [number, number];
/** In order around; a line has two points. */
export type Hull = readonly Point[];

const NUMBERS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, Q: 4, A: 7, Z: 0 };
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
export const numbers = (text: string): number[] => (text.match(NUMBER) ?? []).map(Number);

/** Points on an arc as SVG writes it (implementation notes of the specification, B.2.4), for ellipses that are not turned. */
function arc([x1, y1]: Point, [rx = 0, ry = 0, , large = 0, sweep = 0]: readonly number[], [x2, y2]: Point): Point[] {
  if (!rx || !ry) return [];
  const [dx, dy] = [(x1 - x2) / 2 / rx, (y1 - y2) / 2 / ry];
  const far = dx * dx + dy * dy;
  // Radii that are too short are stretched.
  const stretch = Math.max(1, Math.sqrt(far));
  const off = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, 1 / Math.min(1, far) - 1));
  const [cx, cy] = [(x1 + x2) / 2 + off * dy * rx, (y1 + y2) / 2 - off * dx * ry];
  const angle = (x: number, y: number) => Math.atan2((y - cy) / ry, (x - cx) / rx);
  const from = angle(x1, y1);
  let turn = angle(x2, y2) - from;
  if (sweep && turn < 0) turn += 2 * Math.PI;
  if (!sweep && turn > 0) turn -= 2 * Math.PI;
  const STEPS = 16;
  // The corners of a polygon around the arc lie a little outside it.
  const out = stretch / Math.cos(turn / STEPS / 2);
  return Array.from({ length: STEPS }, (_, i) => {
    const at = from + (turn * (i + 0.5)) / STEPS;
    return [cx + rx * out * Math.cos(at), cy + ry * out * Math.sin(at)] as const;
  });
}

/** The points that a path is spanned by, or `null` if it has something else in it. */
export function pointsOf(d: string): Point[] | null {
  const points: Point[] = [];
  let at: Point = [0, 0];
  let start: Point = at;
  for (const [, letter = "", rest = ""] of d.matchAll(/([a-df-z])([^a-df-z]*)/gi)) {
    const command = letter.toUpperCase();
    const count = NUMBERS[command];
    const all = numbers(rest);
    if (count === undefined || (count ? !all.length || all.length % count : all.length)) return null;
    if (!count) at = start;
    for (let i = 0; count && i < all.length; i += count) {
      const given = all.slice(i, i + count);
      const [fromX, fromY] = letter === command ? [0, 0] : at;
      let end: Point = [fromX + (given.at(-2) ?? 0), fromY + (given.at(-1) ?? 0)];
      if (command === "H") end = [fromX + (given[0] ?? 0), at[1]];
      if (command === "V") end = [at[0], fromY + (given[0] ?? 0)];
      if (command === "C" || command === "Q")
        for (let j = 0; j < count - 2; j += 2) points.push([fromX + (given[j] ?? 0), fromY + (given[j + 1] ?? 0)]);
      if (command === "A" && given[2] && given[0] !== given[1]) return null;
      if (command === "A") points.push(...arc(at, given, end));
      points.push(end);
      at = end;
      if (command === "M" && i === 0) start = at;
    }
  }
  return points.length ? points : null;
}

const cross = (o: Point, a: Point, b: Point) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

export function hullOf(points: readonly Point[]): Hull {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (all: readonly Point[]): Point[] => {
    const kept: Point[] = [];
    for (const point of all) {
      while (kept.length > 1 && cross(kept[kept.length - 2] as Point, kept[kept.length - 1] as Point, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  const hull = [...half(sorted), ...half(sorted.toReversed())];
  return hull.length ? hull : sorted.slice(0, 1);
}

/** Whether two shapes keep this distance; touching is no distance. */
export function apart(a: Hull, b: Hull, distance = 0): boolean {
  const axes: Point[] = [
    [1, 0],
    [0, 1],
  ];
  for (const hull of [a, b]) {
    for (const [i, [x, y]] of hull.entries()) {
      const [nextX, nextY] = hull[(i + 1) % hull.length] as Point;
      const long = Math.hypot(nextX - x, nextY - y);
      if (long) axes.push([(nextY - y) / long, (x - nextX) / long], [(nextX - x) / long, (nextY - y) / long]);
    }
  }
  const EXACT = 1e-6;
  return axes.some(([x, y]) => {
    const [ofA, ofB] = [a, b].map((hull) => hull.map((p) => p[0] * x + p[1] * y)) as [number[], number[]];
    return Math.max(Math.min(...ofA) - Math.max(...ofB), Math.min(...ofB) - Math.max(...ofA)) > distance - EXACT;
  });
}

/** What a `transform` of moves and sizes does to a point, or `null` if it does something else. */
export function transformed(transform: string): ((point: Point) => Point) | null {
  const steps: ((point: Point) => Point)[] = [];
  for (const [, name, rest = ""] of transform.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [first = 0, second] = numbers(rest);
    if (name === "translate") steps.push(([x, y]) => [x + first, y + (second ?? 0)]);
    else if (name === "scale") steps.push(([x, y]) => [x * first, y * (second ?? first)]);
    else return null;
  }
  return (point) => steps.reduceRight((moved, step) => step(moved), point);
}

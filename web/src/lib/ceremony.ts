// How a scored round is presented: line by line, and a city's walls and moats segment by segment.
import { EXTRAS, type Extra } from "../table/extras.ts";
import type { PointsView, RankView, ScoreView, SheetView } from "./wire.ts";

/** x, y, side. */
export type Segment = [number, number, string];

/** One step of the presentation: a kind of building, a wall or moat, or points of a module. */
export type Row = { what: "kind"; kind: string } | { what: "extra"; extra: Extra };
export const LINES = ["walls", "moats", "stretch"] as const;
export type Line = (typeof LINES)[number];
export const isLine = (extra: Extra): extra is Line => LINES.some((line) => line === extra);

/** Seats in order, Dirk last. */
export const seatsOf = (sheet: SheetView): (number | null)[] => [...sheet.seats.keys(), ...(sheet.dirk ? [null] : [])];
export const pointsOf = (sheet: SheetView, seat: number | null): PointsView | null =>
  seat === null ? sheet.dirk : (sheet.seats[seat] ?? null);

/** Every kind, then everything else that scored for anybody. */
export function rowsOf({ sheet, pays }: ScoreView): Row[] {
  const extras = EXTRAS.filter((extra) => seatsOf(sheet).some((seat) => (pointsOf(sheet, seat)?.[extra] ?? 0) > 0));
  return [...pays.map(([kind]): Row => ({ what: "kind", kind })), ...extras.map((extra): Row => ({ what: "extra", extra }))];
}
export function paid(sheet: SheetView, row: Row, seat: number | null): number {
  const points = pointsOf(sheet, seat);
  return (row.what === "kind" ? points?.kinds[row.kind] : points?.[row.extra]) ?? 0;
}
export const rankOf = (score: ScoreView, kind: string, seat: number | null): RankView | undefined =>
  score.ranks.find(([k]) => k === kind)?.[1].find((rank) => rank.seat === seat);

/** A shared rank (W4): the points to divide, and who else shares them. `null` if the rank is not shared, or pays nothing. */
export function shared(score: ScoreView, kind: string, rank: RankView): { pays: number[]; with: (number | null)[] } | null {
  const pays = (score.pays.find(([k]) => k === kind)?.[1] ?? []).slice(rank.place - 1, rank.place - 1 + rank.level);
  if (rank.level < 2 || !rank.points) return null;
  const level = score.ranks.find(([k]) => k === kind)?.[1].filter((r) => r.place === rank.place && r.seat !== rank.seat) ?? [];
  return { pays, with: level.map((r) => r.seat) };
}

/** `(10+3)÷2`. */
export const divided = (pays: readonly number[], by: number): string => `${pays.length > 1 ? `(${pays.join("+")})` : pays.join()}÷${by}`;

const ends = ([x, y, side]: Segment): [string, string] => {
  const at = (dx: number, dy: number) => `${x + dx},${y + dy}`;
  if (side === "n") return [at(0, 0), at(1, 0)];
  if (side === "s") return [at(0, 1), at(1, 1)];
  return side === "w" ? [at(0, 0), at(0, 1)] : [at(1, 0), at(1, 1)];
};
/** The segments of a line in walking order, each from corner to corner, as `x,y`. */
export function walk(segments: readonly Segment[]): [string, string][] {
  const around = new Map<string, { to: string; by: number }[]>();
  for (const [by, segment] of segments.entries()) {
    const [a, b] = ends(segment);
    around.set(a, [...(around.get(a) ?? []), { to: b, by }]);
    around.set(b, [...(around.get(b) ?? []), { to: a, by }]);
  }
  const used = new Set<number>();
  const next = (corner: string) => around.get(corner)?.find(({ by }) => !used.has(by));
  const walked: [string, string][] = [];
  let here = [...around].find(([, ways]) => ways.length === 1)?.[0] ?? around.keys().next().value;
  while (here !== undefined) {
    const step = next(here);
    if (step) {
      used.add(step.by);
      walked.push([here, step.to]);
    }
    // At junctions, the walk returns for the other arm.
    here = step?.to ?? walked.find(([from]) => next(from))?.[0];
  }
  return walked;
}

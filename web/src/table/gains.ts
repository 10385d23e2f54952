// What a tile gains where it is aimed: every source of points that it changes.
import type { LengthsView, ScoreView } from "../lib/wire.ts";
import { EXTRAS, type Extra } from "./extras.ts";
import { placeName } from "./people.ts";

/** A wall or moat of a city, a kind of building, or points of a module. */
export type Gain =
  | { what: "line"; line: keyof LengthsView; from: number; to: number; points: number }
  | { what: "kind"; kind: string; from: number; to: number; place: string; points: number }
  | { what: "extra"; extra: Extra; points: number };

const LINES = ["walls", "moats", "stretch"] as const;

/** Walls and moats: those that change, and `always` the city's main one. */
export function lineGains(now: LengthsView, then: LengthsView, always: keyof LengthsView): Gain[] {
  return LINES.filter((line) => line === always || now[line] !== then[line]).map((line) => {
    // CO5: side by side, each segment pays two.
    const points = (then[line] - now[line]) * (line === "stretch" ? 2 : 1);
    return { what: "line", line, from: now[line], to: then[line], points };
  });
}

/** Kinds and modules, from scoring the next round without the tile and with it. */
export function scoreGains(seat: number, now: ScoreView | null, then: ScoreView | null): Gain[] {
  const [before, after] = [now?.sheet.seats[seat], then?.sheet.seats[seat]];
  if (!now || !then || !before || !after) return [];
  const rankIn = (view: ScoreView, kind: string) => view.ranks.find(([k]) => k === kind)?.[1].find((r) => r.seat === seat);
  const kinds = then.ranks.flatMap(([kind]): Gain[] => {
    const [from, to] = [rankIn(now, kind), rankIn(then, kind)];
    const points = (to?.points ?? 0) - (from?.points ?? 0);
    if (from?.count === to?.count && !points) return [];
    return [{ what: "kind", kind, from: from?.count ?? 0, to: to?.count ?? 0, place: to ? placeName(to) : "", points }];
  });
  const modules = EXTRAS.filter((extra) => !LINES.some((line) => line === extra) && before[extra] !== after[extra]);
  return [...kinds, ...modules.map((extra): Gain => ({ what: "extra", extra, points: after[extra] - before[extra] }))];
}

// The score pad's explanations of its numbers.
import { type Key, listed, t } from "../i18n/i18n.svelte.ts";
import { kindName } from "../i18n/names.ts";
import type { PadView, PointsView } from "../lib/wire.ts";
import { counted, numberOf, type Round, type Row, type Sheet } from "./pad.svelte.ts";

export const rowName = (row: Row): string =>
  "kind" in row ? kindName(row.kind) : t(("line" in row ? `pad.${row.line}` : `pad.falcons.${row.falcon}`) as Key);
export const nameOf = (sheet: Sheet, seat: number | null): string =>
  seat === null ? t("dirk") : sheet.names[seat]?.trim() || t("pad.player", { number: seat + 1 });

const of = (view: PadView | null, seat: number | null): PointsView | null =>
  (seat === null ? view?.sheet.dirk : view?.sheet.seats[seat]) ?? null;

/** Points of one line; the falcons of all colours are one. */
export function pointsOf(view: PadView | null, row: Row, seat: number | null): number {
  const points = of(view, seat);
  if (!points) return 0;
  return "kind" in row ? (points.kinds[row.kind] ?? 0) : "line" in row ? points[row.line] : points.falcons;
}
export const totalOf = (view: PadView | null, seat: number | null): number => of(view, seat)?.total ?? 0;

const rankOf = (view: PadView | null, kind: string, seat: number | null) =>
  view?.ranks.find(([k]) => k === kind)?.[1].find((rank) => rank.seat === seat);

/** In a few words: `1st shared`, `12 segments`. */
export function placeOf(view: PadView | null, row: Row, seat: number | null): string {
  if (!("kind" in row)) return "";
  const rank = rankOf(view, row.kind, seat);
  if (!rank) return t("none");
  const place = t(`place.${rank.place}` as Key);
  return rank.level > 1 ? t("pad.shared", { place }) : place;
}

/** Players in Granada who are tied, so that the highest price decides (GR5). */
export function asksPrice(view: PadView | null, sheet: Sheet, round: Round, row: Row, at: number): boolean {
  if (!("kind" in row) || row.kind.length < 2 || !view) return false;
  const counts = sheet.rounds[round - 1] ?? [];
  const mine = counts[at] ? numberOf(counts[at], row) : 0;
  return mine > 0 && counts.some((count, i) => i !== at && numberOf(count, row) === mine);
}

/** A sentence that explains the points of a line. */
export function why(view: PadView | null, sheet: Sheet, round: Round, row: Row, seat: number | null): string {
  const name = nameOf(sheet, seat);
  const points = pointsOf(view, row, seat);
  const count = sheet.rounds[round - 1]?.[counted(sheet).indexOf(seat)];
  if (!("kind" in row)) {
    const all = count ? ("falcon" in row ? count.falcons.join(" + ") : numberOf(count, row)) : 0;
    return t("pad.why.line", { name, count: all, points });
  }
  const rank = rankOf(view, row.kind, seat);
  if (!rank) return t("pad.why.none", { name });
  const pays = view?.pays.find(([kind]) => kind === row.kind)?.[1] ?? [];
  const values = { name, count: rank.count, place: t(`place.${rank.place}` as Key), points, round };
  const taken = Array.from({ length: rank.level }, (_, i) => pays[rank.place - 1 + i] ?? 0);
  if (taken.every((points) => points === 0)) return t("pad.why.late", values);
  if (rank.level === 1) return t("pad.why.alone", values);
  const level = view?.ranks.find(([kind]) => kind === row.kind)?.[1].filter((r) => r.place === rank.place && r.seat !== seat) ?? [];
  const others = listed(level.map((r) => nameOf(sheet, r.seat)));
  return t("pad.why.shared", { ...values, others, sum: `${taken.join(" + ")} = ${taken.reduce((a, b) => a + b, 0)}` });
}

/** The winner, and the margin. */
export function result(sheet: Sheet, totals: readonly number[]): { winners: number[]; lead: number } {
  const players = totals.slice(0, sheet.names.length);
  const best = Math.max(...players);
  const winners = players.flatMap((total, seat) => (total === best ? [seat] : []));
  const next = Math.max(0, ...players.filter((total) => total < best));
  return { winners, lead: winners.length > 1 ? 0 : best - next };
}

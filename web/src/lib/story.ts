// Statistics of a finished game from its log: score sheets, points over time, purchases.
import { shape } from "../board/code.ts";
import { sum } from "../parts/cards.ts";
import { parseMove } from "./notation.ts";
import type { LogEntry, PointsView, ScoreView, SheetView } from "./wire.ts";

export function sheets(log: readonly LogEntry[]): SheetView[] {
  return log.flatMap((e) => (e.shows ?? []).flatMap((s) => (s.what === "score" ? [s.sheet] : [])));
}

/** For each round, the step in which it was scored, and its score sheet. */
export function rounds(log: readonly LogEntry[]): { step: number; sheet: SheetView; score: ScoreView }[] {
  return log.flatMap((e, step) => (e.shows ?? []).flatMap((s) => (s.what === "score" ? [{ step, sheet: s.sheet, score: s }] : [])));
}

/** The market space where a tile was placed, if that was after the deal. */
export function spaceOf(log: readonly LogEntry[], tile: string): number | null {
  const laid = log.flatMap((e) => e.shows ?? []).findLast((s) => s.what === "market" && s.tile === tile);
  return laid?.what === "market" ? laid.space : null;
}

export function purchases(log: readonly LogEntry[], seat: number): { all: number; exact: number } {
  const bought = log.filter((e) => e.seat === seat && (e.do.startsWith("buy ") || e.do.startsWith("vizier ")));
  const exact = bought.filter((e) => {
    const { piece, cards } = parseMove(e.do);
    const found = shape(piece ?? "F");
    return !("price" in found) || sum(cards) === found.price;
  });
  return { all: bought.length, exact: exact.length };
}

export const SOURCES = ["buildings", "walls", "modules"] as const;
export type Source = (typeof SOURCES)[number];

/** The sources of a round's points; moats and stretches count as walls. */
export function sources(points: PointsView | undefined): Record<Source, number> {
  if (!points) return { buildings: 0, walls: 0, modules: 0 };
  return {
    buildings: Object.values(points.kinds).reduce((a, b) => a + b, 0),
    walls: points.walls + points.moats + points.stretch,
    modules: points.camps + points.bazaars + points.falcons,
  };
}

/** How much money a player took from the display. */
export function moneyTaken(log: readonly LogEntry[], seat: number): number {
  return log
    .filter((e) => e.seat === seat)
    .map((e) => parseMove(e.do))
    .reduce((n, { verb, cards }) => (verb === "take" ? n + sum(cards) : n), 0);
}

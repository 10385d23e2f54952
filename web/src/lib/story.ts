// What a log tells about a game once it is over: sheets of the rounds, points over time, purchases.
import { shape } from "../board/code.ts";
import { sum } from "../parts/cards.ts";
import type { LogEntry, SheetView } from "./wire.ts";

export function sheets(log: readonly LogEntry[]): SheetView[] {
  return log.flatMap((e) => (e.shows ?? []).flatMap((s) => (s.what === "score" ? [s.sheet] : [])));
}

/** For each round, the number of the step in which it was scored. */
export function rounds(log: readonly LogEntry[]): { step: number; sheet: SheetView }[] {
  return log.flatMap((e, step) => (e.shows ?? []).flatMap((s) => (s.what === "score" ? [{ step, sheet: s.sheet }] : [])));
}

export function purchases(log: readonly LogEntry[], seat: number): { all: number; exact: number } {
  const bought = log.filter((e) => e.seat === seat && (e.do.startsWith("buy ") || e.do.startsWith("vizier ")));
  const exact = bought.filter((e) => {
    const [, tile = "F", , ...cards] = e.do.split(" ");
    const found = shape(tile);
    return !("price" in found) || sum(cards) === found.price;
  });
  return { all: bought.length, exact: exact.length };
}

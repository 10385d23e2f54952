// The puzzles that ship with the page, loaded on demand; `sabika puzzles` makes them.
import type { Laid } from "../board/edges.ts";
import { pieces } from "../lib/pieces.svelte.ts";
import address from "./puzzles.json?url";

export type Turn = { do: string[]; win: number; lead: number };
export const SOURCES = ["majorities", "walls", "modules", "room", "money"] as const;
export type Source = (typeof SOURCES)[number];
export type Puzzle = {
  id: string;
  /** What its player knows, in notation. */
  position: string;
  themes: string[];
  /** 1 to 5. */
  difficulty: number;
  best: Turn;
  others: Turn[];
  /** Expected points gained over the next turn, by source; `ahead` is added by looking further. */
  gain: Record<Source | "ahead", number>;
};

let loaded: Promise<Puzzle[]> | null = null;
export function allPuzzles(): Promise<Puzzle[]> {
  loaded ??= pieces.need(async () => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return ((await answer.json()) as { puzzles: Puzzle[] }).puzzles;
  });
  loaded.catch(() => {
    loaded = null;
  });
  return loaded;
}

/** The rating of a puzzle. */
export const ratingOf = ({ difficulty }: Puzzle): number => 700 + 200 * difficulty;

/** The game and modules of a position, to load their drawings. */
export function setupOf({ position }: Puzzle): { game: string; modules: string[] } {
  const field = (name: string): string => new RegExp(` ${name}=(\\S+)`).exec(position)?.[1] ?? "-";
  const modules = field("modules");
  return { game: field("game"), modules: modules === "-" ? [] : modules.split(".") };
}

/** Points gained by the best turn over the next, by source. They add up: rounding errors are added to what comes later. */
export function gains({ best, others, gain }: Puzzle): { total: number; parts: { source: Source | "ahead"; points: number }[] } {
  const tenths = (points: number): number => Math.round(points * 10);
  const total = tenths(best.lead - (others[0]?.lead ?? 0));
  const known = SOURCES.map((source) => ({ source, points: tenths(gain[source]) }));
  const ahead = total - known.reduce((sum, { points }) => sum + points, 0);
  const parts = [...known, { source: "ahead" as const, points: ahead }].filter(({ points }) => points !== 0);
  return { total: total / 10, parts: parts.map(({ source, points }) => ({ source, points: points / 10 })) };
}

const DAY = 86_400_000;
/** A city with fewer tiles is not worth a picture. */
const WORTH_A_PICTURE = 6;
/** The same puzzle for everybody on a day: one of Alhambra without modules, so that its board can be shown at a glance. */
export async function ofTheDay(date: string): Promise<Puzzle | null> {
  const plain = (await allPuzzles()).filter((puzzle) => {
    const { game, modules } = setupOf(puzzle);
    return game === "alhambra" && !modules.length && boardOf(puzzle).length >= WORTH_A_PICTURE;
  });
  return plain[(Date.parse(`${date}T00:00:00Z`) / DAY) % plain.length] ?? null;
}

/** The city of the player who is to move. */
export function boardOf({ position }: Puzzle): Laid[] {
  const seat = Number(/ viewer=counting@(\d)/.exec(position)?.[1] ?? 0);
  const board = / boards=(\S+)/.exec(position)?.[1]?.split("/")[seat] ?? "-";
  const tiles = [...board.matchAll(/([^.@]+)@(-?\d+),(-?\d+)/g)];
  return [{ code: "F", x: 0, y: 0 }, ...tiles.map(([, code = "F", x, y]) => ({ code, x: Number(x), y: Number(y) }))];
}

// What games against bots add up to.

import type { BotLevel, Feat, GameSummary } from "../lib/wire.ts";
import { character, LEVELS } from "../table/cast.ts";

/** Every feat, in the order in which most people will come across them. */
export const FEATS: readonly Feat[] = [
  "exact",
  "wall",
  "majorities",
  "gained",
  "redesign",
  "chain",
  "thrifty",
  "comeback",
  "ring",
  "vizier",
  "bureau",
  "bonus",
  "huts",
  "camps",
  "bazaars",
  "falcons",
  "flip",
  "stretch",
];
/** What a game needs for a feat to be possible; the others can be done in any. */
export const NEEDS: Partial<Record<Feat, string>> = {
  vizier: "module.vizier",
  bureau: "module.bureau",
  bonus: "module.bonus",
  huts: "module.huts",
  camps: "module.camps",
  bazaars: "module.bazaars",
  falcons: "module.falconers",
  flip: "game.granada",
  stretch: "game.combined",
};

/** The oldest first; games that ended in the same second always in the same order. */
export const inOrder = (games: Iterable<GameSummary>): GameSummary[] =>
  [...games].sort((a, b) => a.at - b.at || (a.table < b.table ? -1 : 1));

/** A game is as hard as its strongest bot. */
export const levelOf = ({ bots }: GameSummary): BotLevel => LEVELS.findLast((level) => bots.some((bot) => bot.level === level)) ?? "novice";

const mean = (numbers: readonly number[]): number => (numbers.length ? numbers.reduce((a, b) => a + b, 0) / numbers.length : 0);
const most = (games: readonly GameSummary[], of: (game: GameSummary) => number): GameSummary | null =>
  games.reduce<GameSummary | null>((best, game) => (best && of(best) >= of(game) ? best : game), null);

export type Totals = {
  games: number;
  won: number;
  average: number;
  /** The game with the most points, and the one with the longest wall or moat. */
  best: GameSummary | null;
  longest: GameSummary | null;
  bought: number;
  exact: number;
  /** Games won one after another, up to now and at most. */
  streak: number;
  longestStreak: number;
};
/** `games`: the oldest first. */
export function totals(games: readonly GameSummary[]): Totals {
  let [streak, longestStreak] = [0, 0];
  for (const { won } of games) {
    streak = won ? streak + 1 : 0;
    longestStreak = Math.max(longestStreak, streak);
  }
  return {
    games: games.length,
    won: games.filter(({ won }) => won).length,
    average: mean(games.map(({ points }) => points)),
    best: most(games, ({ points }) => points),
    longest: most(games, ({ longest }) => longest),
    bought: games.reduce((sum, { bought }) => sum + bought, 0),
    exact: games.reduce((sum, { exact }) => sum + exact, 0),
    streak,
    longestStreak,
  };
}

/** Results at each level, the easiest first. */
export const byLevel = (games: readonly GameSummary[]): { level: BotLevel; games: number; won: number; average: number }[] =>
  LEVELS.map((level) => {
    const { games: count, won, average } = totals(games.filter((game) => levelOf(game) === level));
    return { level, games: count, won, average };
  });

export type Opponent = {
  name: string;
  level: BotLevel;
  /** Games against them, and those in which they had fewer points. */
  met: number;
  ahead: number;
};
/** The ten characters; one who sat at a table twice is met twice. */
export function cast(games: readonly GameSummary[]): Opponent[] {
  return LEVELS.flatMap((level) =>
    [0, 1].map((who) => {
      const met = games.flatMap(({ points, bots }) =>
        bots.filter((bot) => bot.level === level && bot.nth % 2 === who).map((bot) => points > bot.points),
      );
      return { name: character(level, who).name, level, met: met.length, ahead: met.filter(Boolean).length };
    }),
  );
}

/** How many buildings of each kind there were in all cities, the favourite first. */
export function favourites(games: readonly GameSummary[]): { kind: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { kinds } of games)
    for (const [kind, count] of Object.entries(kinds)) counts.set(kind, (counts.get(kind) ?? 0) + (count ?? 0));
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
}

/** Where points came from, as parts of all. */
export function sources(games: readonly GameSummary[]): { buildings: number; walls: number; modules: number } {
  const all = Math.max(
    1,
    games.reduce((sum, { points }) => sum + points, 0),
  );
  const buildings = games.reduce((sum, game) => sum + game.for_buildings, 0) / all;
  const walls = games.reduce((sum, game) => sum + game.for_walls, 0) / all;
  return { buildings, walls, modules: games.length ? Math.max(0, 1 - buildings - walls) : 0 };
}

export type Done = { game: GameSummary; step: number };
/** The first time of each feat. `games`: the oldest first. */
export function feats(games: readonly GameSummary[]): Map<Feat, Done> {
  const done = new Map<Feat, Done>();
  for (const game of games) for (const { feat, step } of game.feats) if (!done.has(feat)) done.set(feat, { game, step });
  return done;
}

export type Added = { feats: Feat[]; best: boolean; longest: boolean; level: BotLevel | null; totals: Totals };
/** What a game added to those before it: feats, records, and a level that was beaten for the first time. */
export function added(game: GameSummary, games: readonly GameSummary[]): Added {
  const at = games.findIndex(({ table }) => table === game.table);
  const before = at < 0 ? games : games.slice(0, at);
  const [known, now] = [feats(before), totals([...before, game])];
  const level = levelOf(game);
  const first = game.won && !before.some((other) => other.won && levelOf(other) === level);
  return {
    feats: game.feats.map(({ feat }) => feat).filter((feat) => !known.has(feat)),
    best: before.length > 0 && now.best === game,
    longest: before.length > 0 && now.longest === game,
    level: first ? level : null,
    totals: now,
  };
}

/** How far somebody has come: how many levels from the easiest on, the hardest beaten included. */
export const rung = (games: readonly GameSummary[]): number =>
  games.reduce((highest, game) => (game.won ? Math.max(highest, LEVELS.indexOf(levelOf(game)) + 1) : highest), 0);

// Stronger opponents for a player who has won.
import { hasChosen, lastWish, quickWish } from "../lib/open.ts";
import type { GameSummary, NewTable, SeatWish } from "../lib/wire.ts";
import { LEVELS } from "../table/cast.ts";
import { levelOf } from "./stats.ts";

/** What to play after a won game: what Play now suggests, or for players who chose their table, the same one level up. */
export function nextWish(game: GameSummary): NewTable | null {
  if (!game.won || levelOf(game) === LEVELS.at(-1)) return null;
  if (!hasChosen()) return quickWish();
  const { game: kind, modules, bots } = game;
  const above = (level: GameSummary["bots"][number]["level"]) => LEVELS[LEVELS.indexOf(level) + 1] ?? level;
  const seats: SeatWish[] = [{ kind: "me", name: null }, ...bots.map(({ level }) => ({ kind: "bot" as const, level: above(level) }))];
  return { ...quickWish(), setup: { ...lastWish().setup, game: kind, modules, players: seats.length }, seats };
}

// The levels of bots, and the opponents of a player who has not chosen any.
import type { BotLevel } from "../lib/wire.ts";

/** The weakest first. */
export const LEVELS: readonly BotLevel[] = ["novice", "apprentice", "builder", "architect", "grandmaster"];

/** Opponents for a player who has beaten this many levels: two of the next level, and one of the last level beaten. */
export function opponents(beaten: number): BotLevel[] {
  const next = Math.min(Math.max(beaten, 0), LEVELS.length - 1);
  const [known, level] = [LEVELS[next - 1], LEVELS[next] ?? "novice"];
  return [...(known ? [known] : []), level, level];
}

/** The level above; the strongest has none. */
export const above = (level: BotLevel): BotLevel | undefined => LEVELS[LEVELS.indexOf(level) + 1];

// How strong bots are, and against whom somebody plays who has not chosen opponents.
import type { BotLevel } from "../lib/wire.ts";

/** The weakest first. */
export const LEVELS: readonly BotLevel[] = ["novice", "apprentice", "builder", "architect", "grandmaster"];

/** Opponents for somebody who has beaten so many levels: of the next one, and one who is known already. */
export function opponents(beaten: number): BotLevel[] {
  const next = Math.min(Math.max(beaten, 0), LEVELS.length - 1);
  const [known, level] = [LEVELS[next - 1], LEVELS[next] ?? "novice"];
  return [...(known ? [known] : []), level, level];
}

/** The level above; the strongest has none. */
export const above = (level: BotLevel): BotLevel | undefined => LEVELS[LEVELS.indexOf(level) + 1];

// The bots' characters: each has a name and a face, two for each level.
import type { BotLevel } from "../lib/wire.ts";

const CAST: Record<string, readonly [string, string]> = {
  novice: ["Noor", "Beltrán"],
  apprentice: ["Safiya", "Idris"],
  builder: ["Elvira", "Yusuf"],
  architect: ["Zaynab", "Samuel"],
  grandmaster: ["Lubna", "Harun"],
};
/** The weakest first. */
export const LEVELS = Object.keys(CAST) as BotLevel[];
const NUMERALS = ["", "II", "III"];

export type Character = { name: string; numeral?: string | undefined };

/** The character of the `nth` bot of a level: from the third on, names are reused with a numeral. */
export function character(level: BotLevel, nth: number): Character {
  const names = CAST[level] ?? CAST.builder ?? ["", ""];
  return { name: names[nth % 2] ?? "", numeral: NUMERALS[Math.floor(nth / 2)] || undefined };
}

/** The character with this name, and its level; `null` for anybody else. */
export function castMember(name: string): (Character & { level: BotLevel }) | null {
  const [first = "", numeral] = name.split(" ");
  const level = LEVELS.find((l) => CAST[l]?.includes(first));
  return level && NUMERALS.includes(numeral ?? "") ? { name: first, numeral, level } : null;
}

/** The drawing of a bot, by its name. */
export const portrait = (name: string): string =>
  `bot-${name
    .normalize("NFD")
    .replace(/[^a-z]/gi, "")
    .toLowerCase()}`;

/** How strong a level is, in stars. */
export const stars = (level: BotLevel): number => LEVELS.indexOf(level) + 1;

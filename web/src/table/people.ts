// Who sits where, in words.
import { type Key, t } from "../i18n/i18n.svelte.ts";
import type { Known } from "../lib/fold.ts";
import { spaceOf } from "../lib/story.ts";
import type { BotLevel, RankView, SeatInfo } from "../lib/wire.ts";

export const LEVELS: readonly BotLevel[] = ["novice", "apprentice", "builder", "architect"];
export const botArt = (level: BotLevel): string => `bot-${level}`;
export const levelName = (level: BotLevel): string => t(`bot.${level}` as Key);

const NUMERALS = ["I", "II", "III", "IV", "V", "VI"];
/** Bots of one level are told apart by a numeral. */
type Name = { name: string; numeral?: string | undefined };
const whole = ({ name, numeral }: Name): string => (numeral ? `${name} ${numeral}` : name);
const botName = (level: BotLevel, seat: number, alike: readonly number[]): Name => ({
  name: levelName(level),
  numeral: alike.length > 1 ? NUMERALS[alike.indexOf(seat)] : undefined,
});
function named(seats: readonly SeatInfo[], seat: number | null): Name {
  if (seat === null) return { name: t("dirk") };
  const who = seats[seat]?.occupant;
  if (!who || who.kind === "open") return { name: t("wait.free") };
  if (who.kind !== "bot") return { name: who.name };
  const alike = [...seats.keys()].filter((i) => {
    const other = seats[i]?.occupant;
    return other?.kind === "bot" && other.level === who.level;
  });
  return botName(who.level, seat, alike);
}
export const seatName = (seats: readonly SeatInfo[], seat: number | null): string => whole(named(seats, seat));

/** A record knows names; a bot's is its level. */
export const recordName = (names: readonly string[], seat: number): string => {
  const name = names[seat] ?? "";
  const alike = [...names.keys()].filter((i) => names[i] === name);
  const level = LEVELS.find((l) => l === name);
  return level ? whole(botName(level, seat, alike)) : name;
};

/** `You` for the one who looks. */
export const nameFor = (known: Known, seat: number | null): string => whole(partsFor(known, seat));
/** The same, where there may be room for the numeral only. */
export function partsFor(known: Known, seat: number | null): Name {
  return seat !== null && seat === known.viewer && known.yours.length === 1 ? { name: t("you") } : named(known.table.seats, seat);
}

/** As the subject of a sentence in the past: only English says it of `you` as of anybody else. */
export function logName(known: Known, seat: number): string {
  return (seat === known.viewer && known.yours.length === 1 && t("you.log")) || seatName(known.table.seats, seat);
}

/** What decided who is handed a tile that is left at the end (E2): the currency of its space. */
export function handedFor(known: Known, tile: string): string | null {
  const space = spaceOf(known.log, tile);
  return space === null ? null : (known.game?.market.spaces[space]?.currency ?? null);
}

export const laid = (board: readonly (readonly [string, number, number])[]): { code: string; x: number; y: number }[] =>
  board.map(([code, x, y]) => ({ code, x, y }));

/** `2nd`, or `2nd=` where others are level. */
export const placeName = ({ place, level }: RankView): string => `${t(`place.${place}` as Key)}${level > 1 ? "=" : ""}`;

export const nextRound = (known: Known): number => 1 + (known.game?.deck.scoring.filter((s) => s.at === "drawn").length ?? 0);

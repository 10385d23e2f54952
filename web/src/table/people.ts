// The people at a table, in words.
import { type Key, listed, t } from "../i18n/i18n.svelte.ts";
import type { Known } from "../lib/fold.ts";
import { isLocal } from "../lib/local/id.ts";
import { session } from "../lib/session.svelte.ts";
import { sheets, spaceOf } from "../lib/story.ts";
import type { BotLevel, RankView, SeatInfo } from "../lib/wire.ts";
import { type Character, castMember, character, LEVELS } from "./cast.ts";

export const levelName = (level: BotLevel): string => t(`bot.${level}` as Key);

type Name = Character;
const whole = ({ name, numeral }: Name): string => (numeral ? `${name} ${numeral}` : name);
/** The character of a bot in this seat; `null` for a person. */
export function botAt(seats: readonly SeatInfo[], seat: number): Character | null {
  const who = seats[seat]?.occupant;
  // A record contains names only; its players are `seat 0`, `seat 1` …
  if (who?.kind === "person" && /^seat \d$/.test(who.person)) return castMember(who.name);
  if (who?.kind !== "bot") return null;
  const before = seats.slice(0, seat).filter(({ occupant: o }) => o.kind === "bot" && o.level === who.level).length;
  return character(who.level, before);
}
function named(seats: readonly SeatInfo[], seat: number | null): Name {
  if (seat === null) return { name: t("dirk") };
  const who = seats[seat]?.occupant;
  if (!who || who.kind === "open") return { name: t("wait.free") };
  return botAt(seats, seat) ?? { name: who.kind === "person" ? who.name : "" };
}
export const seatName = (seats: readonly SeatInfo[], seat: number | null): string => whole(named(seats, seat));

/** A record contains names; a bot's is its level. */
export const recordName = (names: readonly string[], seat: number): string => {
  const name = names[seat] ?? "";
  const level = LEVELS.find((l) => l === name);
  return level ? whole(character(level, names.slice(0, seat).filter((n) => n === name).length)) : name;
};

/** Whether the seat is the viewer's only one: the page then addresses them as `you`. */
export const isYou = (known: Known, seat: number | null): boolean => seat !== null && seat === known.viewer && known.yours.length === 1;

/** `You` for the viewer. */
export const nameFor = (known: Known, seat: number | null): string => whole(partsFor(known, seat));
/** The same, where there may be room for the numeral only. */
export function partsFor(known: Known, seat: number | null): Name {
  return isYou(known, seat) ? { name: t("you") } : named(known.table.seats, seat);
}

/** As the subject of a sentence in the past tense: only in English does `you` take the same form as a name. */
export function logName(known: Known, seat: number): string {
  return (isYou(known, seat) && t("you.log")) || seatName(known.table.seats, seat);
}

/** Who else is in something with somebody: `with Zaynab and you`. */
export function companions(known: Known, seats: readonly (number | null)[]): string {
  const others = seats.filter((seat) => !isYou(known, seat)).map((seat) => seatName(known.table.seats, seat));
  return listed(others.length < seats.length ? [...others, t("you.with")] : others);
}

/** The winners. A list that begins with `You` has a separate sentence: in most languages verbs agree with it. */
export function winnersLine(known: Known, winners: readonly number[]): string {
  const you = winners.filter((w) => isYou(known, w));
  const names = listed([...you, ...winners.filter((w) => !isYou(known, w))].map((w) => nameFor(known, w)));
  if (winners.length > 1) return t(you.length ? "final.youshare" : "final.shared", { names });
  return you.length ? t("final.youwin") : t("final.win", { name: names });
}

/** What decided who gets a leftover tile at the end (E2): the currency of its space. */
export function handedFor(known: Known, tile: string): string | null {
  const space = spaceOf(known.log, tile);
  return space === null ? null : (known.game?.market.spaces[space]?.currency ?? null);
}

export const laid = (board: readonly (readonly [string, number, number])[]): { code: string; x: number; y: number }[] =>
  board.map(([code, x, y]) => ({ code, x, y }));

/** The falcons on a player's board (FA2). */
export const falconsOf = (known: Known, seat: number): { code: string; x: number; y: number }[] =>
  (known.game?.modules.falcons ?? []).flatMap((f) =>
    f.seat === seat && f.point ? [{ x: f.point[0], y: f.point[1], code: f.falcon }] : [],
  );

/** `2nd`, or `2nd=` for a tie. */
export const placeName = ({ place, level }: Pick<RankView, "place" | "level">): string =>
  `${t(`place.${place}` as Key)}${level > 1 ? "=" : ""}`;

/** A player's rank by points, and how many share it. Winners come first; Dirk, who cannot win (N3), comes last. */
export function standing(seat: number | null, points: readonly number[], winners: readonly number[]): { place: number; level: number } {
  if (seat === null) return { place: points.length + 1, level: 1 };
  const rank = (of: number) => (points[of] ?? 0) + (winners.includes(of) ? 0.5 : 0);
  const ranks = points.map((_, of) => rank(of));
  return { place: 1 + ranks.filter((r) => r > rank(seat)).length, level: ranks.filter((r) => r === rank(seat)).length };
}

/** The next scoring round. A drawn scoring card is not enough: bonus cards may be revealed before it counts (BN2). */
export const nextRound = (known: Known): number => {
  // The log of a game that began with a position knows nothing of the rounds before it: the cards that were drawn by then do.
  const drawn = known.game?.deck.scoring.filter((card) => card.at === "drawn").length ?? 0;
  const scored = sheets(known.log).length;
  const since = known.log.flatMap((entry) => entry.shows ?? []).filter((show) => show.what === "scoring").length;
  return 1 + Math.max(0, drawn - Math.max(since, scored)) + scored;
};

/** A single turn from a position: there is no table to leave. */
export const isExercise = (known: Known): boolean => !known.table.id && known.yours.length > 0;

/** The people who play here themselves, by id. */
export const people = (known: Known): Map<string, string> =>
  new Map(known.table.seats.flatMap((s) => (s.occupant.kind === "person" ? [[s.occupant.person, s.occupant.name] as const] : [])));

/** Whether bots are standing in for all of one's seats. */
export const isAway = (known: Known): boolean =>
  known.yours.length > 0 &&
  known.yours.every((seat) => {
    const who = known.table.seats[seat]?.occupant;
    return who?.kind === "person" && who.away;
  });

/** Whether the occupant of this seat has the table open; bots always have. */
export function isHere(known: Known, seat: number): boolean {
  const who = known.table.seats[seat]?.occupant;
  // The table of a record has no id, and nobody to be missing.
  return who?.kind !== "person" || !known.table.id || isLocal(known.table.id) || known.here.some((person) => person.id === who.person);
}

/** Whether one can offer to end the game: a player alone against bots may simply leave. */
export const mayStop = (known: Known): boolean =>
  known.yours.length > 0 && people(known).size > 1 && !known.table.stop.includes(session.at(known.table.id) ?? "");

/** The progress of the game, by scored rounds. */
export const roundWords = (known: Known): string => {
  const round = nextRound(known) - 1;
  return round ? t("table.round", { round }) : t("table.round0");
};

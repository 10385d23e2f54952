// Playing: a seat decides from its options, and performs the action on the page or without it.
import type { Seat } from "./guest.ts";
import type { Hands } from "./hands.ts";
import { offered, plain } from "./policy.ts";

export type Choose = (lines: string[]) => string;

export function lines(seat: Seat): string[] {
  const choice = seat.known.game?.choice;
  const hand = seat.known.game?.players.find((p) => p.seat === seat.seat)?.hand ?? [];
  return choice?.to_act ? offered(choice.options, hand) : [];
}

/** One step on the page; afterwards the server has it. */
export async function step(seat: Seat, hands: Hands, line: string): Promise<void> {
  const { version } = seat.known;
  try {
    await hands.see(version);
    await hands.do(line);
    await seat.until((known) => known.version > version, line);
  } catch (error) {
    throw new Error(`${line}, by ${hands.by}: ${error instanceof Error ? error.message : error}`);
  }
}

/** The seat's next turn, or the rest of it, on the page. */
export async function turn(seat: Seat, hands: Hands, choose: Choose = plain): Promise<void> {
  while (await seat.turn()) {
    const line = choose(lines(seat));
    await step(seat, hands, line);
    if (line === "end" || line === "pass") return;
  }
}

/** Plays the seat on the page until the game is over. Returns the number of steps. */
export async function playOut(seat: Seat, hands: Hands, choose: Choose = plain): Promise<number> {
  let steps = 0;
  for (; await seat.turn(); steps++) await step(seat, hands, choose(lines(seat)));
  return steps;
}

/** Plays the seat without a page until something is offered; `null` if the game ends first. */
export async function playUntil(seat: Seat, wanted: (line: string) => boolean, choose: Choose = plain): Promise<string | null> {
  while (await seat.turn()) {
    const all = lines(seat);
    const found = all.find(wanted);
    if (found) return found;
    await seat.act(choose(all));
  }
  return null;
}

/** The rest of the game without a page, for all seats that need a player. */
export async function finish(...seats: Seat[]): Promise<void> {
  await Promise.all(seats.map((seat) => playUntil(seat, () => false)));
}

// A seat has a colour and an emblem, the same everywhere. At a table players may choose another than the default.
import type { Colour, SeatInfo } from "../lib/wire.ts";

export const COLOURS: readonly Colour[] = ["saffron", "sky", "jade", "indigo", "brick", "plum"];
const EMBLEMS = ["moon", "star", "pomegranate", "key", "lantern", "tulip"] as const;

let chosen = $state.raw<readonly Colour[]>([]);
/** Uses the colours of a table; without one, the default order. */
export function paint(seats: readonly SeatInfo[]): void {
  chosen = seats.map((seat) => seat.colour);
}

const tone = (seat: number): number => {
  const colour = chosen[seat];
  return colour ? COLOURS.indexOf(colour) : seat % COLOURS.length;
};
const emblemOf = (tone: number) => EMBLEMS[tone] ?? "moon";
const styleOf = (tone: number) =>
  `--seat:var(--seat-${tone + 1});--on-seat:var(--on-seat-${tone + 1});--line-seat:var(--line-seat-${tone + 1})`;

export const emblem = (seat: number): (typeof EMBLEMS)[number] => emblemOf(tone(seat));
/** Dirk has no colour. */
export const seatStyle = (seat: number | null): string => (seat === null ? "--line-seat:var(--muted)" : styleOf(tone(seat)));
export const swatch = (colour: Colour): { emblem: (typeof EMBLEMS)[number]; style: string } => {
  const tone = COLOURS.indexOf(colour);
  return { emblem: emblemOf(tone), style: styleOf(tone) };
};

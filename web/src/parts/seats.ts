// A seat is a colour and an emblem, the same everywhere.
export const EMBLEMS = ["moon", "star", "pomegranate", "key", "lantern", "tulip"] as const;
export const emblem = (seat: number): (typeof EMBLEMS)[number] => EMBLEMS[seat % EMBLEMS.length] ?? "moon";
export const seatStyle = (seat: number): string => {
  const n = (seat % EMBLEMS.length) + 1;
  return `--seat:var(--seat-${n});--on-seat:var(--on-seat-${n});--line-seat:var(--line-seat-${n})`;
};

// The player's games in words: opponents and state.
import { t } from "../i18n/i18n.svelte.ts";
import { isLocal } from "../lib/local/id.ts";
import { session } from "../lib/session.svelte.ts";
import type { Glance, TableInfo, TableLine } from "../lib/wire.ts";
import { seatName } from "../table/people.ts";

export const NO_BOARD: Glance["board"] = [["F", 0, 0]];

/** What waits for the player comes first, what is over last. */
export const rank = ({ table, your_turn }: TableLine): number =>
  your_turn ? 0 : ["playing", "lobby", "over", "abandoned"].indexOf(table.status) + 1;

const isMine = (table: TableInfo, seat: number): boolean => {
  const who = table.seats[seat]?.occupant;
  return who?.kind === "person" && who.person === session.at(table.id);
};

/** Who else plays; on a shared screen everybody. */
export function company(table: TableInfo): string {
  const seats = [...table.seats.keys()];
  const others = seats.filter((seat) => !isMine(table, seat));
  return (seats.length - others.length > 1 ? seats : others).map((seat) => seatName(table.seats, seat)).join(", ");
}

export function standing(table: TableInfo, glance: Glance | undefined): string {
  if (table.status === "lobby") return `${t("status.lobby")} · ${table.code}`;
  const how =
    table.status === "playing" && glance
      ? t(glance.rounds ? "table.round" : "table.round0", { round: glance.rounds })
      : t(`status.${table.status}`);
  const alone = table.seats.filter((_, seat) => isMine(table, seat)).length === 1;
  const parts = [how, ...(glance && alone ? [t("home.points", { count: glance.points[glance.seat] ?? 0 })] : [])];
  return [...parts, ...(isLocal(table.id) ? [t("device")] : [])].join(" · ");
}

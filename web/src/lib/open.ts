// Creating tables: Play now repeats the last choice. Until there is one, it picks opponents that the player can beat.

import { type Character, character, LEVELS } from "../table/cast.ts";
import { api, nonce } from "./api.ts";
import { local } from "./local/api.ts";
import { hasEngine } from "./local/engine.ts";
import { Unreachable } from "./problem.ts";
import { server } from "./server.svelte.ts";
import { session } from "./session.svelte.ts";
import type { NewTable, SeatWish, TableInfo } from "./wire.ts";

const KEY = "last-table";
const BOTS = ["builder", "builder", "apprentice"] as const;
const FIRST: NewTable = {
  setup: { game: "alhambra", players: 4, modules: [], simplified: false, english_end: false },
  seats: [{ kind: "me", name: null }, ...BOTS.map((level) => ({ kind: "bot" as const, level }))],
  shuffle: false,
  public: false,
  open_hands: false,
  hide_left: false,
  no_watchers: false,
  hints: true,
  pace: { kind: "free" },
};

export function lastWish(): NewTable {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<NewTable>) };
  } catch {
    return FIRST;
  }
}

/** Whether the player has ever chosen a table. */
export const hasChosen = (): boolean => localStorage.getItem(KEY) !== null;
/** The number of bot levels beaten, written by progress.svelte.ts. */
export const BEATEN = "beaten";

/** The last table, with a bot in every seat that is not ours. */
export function quickWish(): NewTable {
  const last = lastWish();
  if (!hasChosen()) {
    // Two bots of the next level, and one of the last level beaten.
    const next = Math.min(Number(localStorage.getItem(BEATEN)), LEVELS.length - 1);
    const bots = [next - 1, next, next].flatMap((i) => (LEVELS[i] ? [{ kind: "bot" as const, level: LEVELS[i] }] : []));
    return { ...last, setup: { ...last.setup, players: bots.length + 1 }, seats: [{ kind: "me", name: null }, ...bots] };
  }
  const seats = last.seats.map((s, i): NewTable["seats"][number] =>
    i === 0 ? { kind: "me", name: null } : s.kind === "bot" ? s : { kind: "bot", level: "builder" },
  );
  return { ...last, seats, pace: { kind: "free" }, public: false };
}

/** The characters of the bots in these seats. */
export const botsOf = (seats: readonly SeatWish[]): Character[] =>
  seats.flatMap((s, i) =>
    s.kind === "bot" ? [character(s.level, seats.slice(0, i).filter((o) => o.kind === "bot" && o.level === s.level).length)] : [],
  );

/** The opponents of a game that starts at once. */
export const quickBots = (): Character[] => botsOf(quickWish().seats);

async function create(wish: NewTable, guest: string): Promise<TableInfo> {
  await session.need(guest);
  return api.create(wish);
}

export async function openTable(wish: NewTable, guest: string): Promise<TableInfo> {
  const table = await create(wish, guest);
  await giveNonces(table);
  return table;
}

/** Creates a table on this device and starts it. Nobody else can join, so there is nothing to wait for, and no clock. */
export function playHere(wish: NewTable, guest: string): Promise<TableInfo> {
  return local.create({ ...wish, pace: { kind: "free" }, public: false, no_watchers: false }, guest);
}

/** Starts the last table again, against bots: on the server, or on this device if no server answers. */
export async function quickGame(guest: string): Promise<TableInfo> {
  const wish = quickWish();
  if (server.reachable !== false || !hasEngine()) {
    const table = await create(wish, guest).catch((error: unknown) => {
      if (!(error instanceof Unreachable) || !hasEngine()) throw error;
      return null;
    });
    // From here on an error is shown: a game on this device would leave the table behind.
    if (table) {
      await giveNonces(table);
      return api.start(table.id);
    }
  }
  return playHere(wish, session.name ?? guest);
}

export function remember(wish: NewTable): void {
  localStorage.setItem(KEY, JSON.stringify(wish));
}

const given = new Map<string, Promise<unknown>>();
/** Each of the player's seats contributes a nonce once the server's commitment is known; callers wait for it. */
export async function giveNonces(table: TableInfo): Promise<void> {
  const me = session.person?.id;
  for (const [seat, info] of table.seats.entries()) {
    if (info.occupant.kind !== "person" || info.occupant.person !== me || info.nonce) continue;
    const place = `${table.id} ${seat}`;
    let giving = given.get(place);
    if (!giving) {
      giving = api.nonce(table.id, { seat, nonce: nonce() });
      given.set(place, giving);
      // A failure is retried on the next call: if cached, the server would have to choose the nonce.
      giving.catch(() => given.delete(place));
    }
    await giving;
  }
}

// Opening tables: what was chosen last is what Play now plays.
import { api, nonce } from "./api.ts";
import { session } from "./session.svelte.ts";
import type { NewTable, TableInfo } from "./wire.ts";

const KEY = "last-table";
const FIRST: NewTable = {
  setup: { game: "alhambra", players: 4, modules: [], simplified: false, english_end: false },
  seats: [{ kind: "me", name: null }, ...Array.from({ length: 3 }, () => ({ kind: "bot" as const, level: "builder" as const }))],
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

/** The last table with a bot on every seat that is not ours. */
export function quickWish(): NewTable {
  const last = lastWish();
  const seats = last.seats.map((s, i): NewTable["seats"][number] =>
    i === 0 ? { kind: "me", name: null } : s.kind === "bot" ? s : { kind: "bot", level: "builder" },
  );
  return { ...last, seats, pace: { kind: "free" }, public: false };
}
export const lastBots = (): number => lastWish().seats.length - 1;

export async function openTable(wish: NewTable, guest: string): Promise<TableInfo> {
  await session.need(guest);
  const table = await api.create(wish);
  await giveNonces(table);
  return table;
}

export function remember(wish: NewTable): void {
  localStorage.setItem(KEY, JSON.stringify(wish));
}

const given = new Map<string, Promise<unknown>>();
/** Each own seat gives its part of the seed once the server's promise has been seen; whoever asks waits until it is there. */
export async function giveNonces(table: TableInfo): Promise<void> {
  const me = session.person?.id;
  for (const [seat, info] of table.seats.entries()) {
    if (info.occupant.kind !== "person" || info.occupant.person !== me || info.nonce) continue;
    const place = `${table.id} ${seat}`;
    let giving = given.get(place);
    if (!giving) {
      giving = api.nonce(table.id, { seat, nonce: nonce() });
      given.set(place, giving);
      // What failed is tried again at the next look: kept, it would leave the part to the server for good.
      giving.catch(() => given.delete(place));
    }
    await giving;
  }
}

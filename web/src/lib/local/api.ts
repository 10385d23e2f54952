// Requests to tables on this device; the same as in ../api.ts. Lists are read from storage, so that the engine is
// loaded only when somebody plays or replays.
import { ProblemError } from "../problem.ts";
import type { CourseTurn, GameSummary, Glance, NewTable, Occupant, SeatPick, Snapshot, TableInfo, TableLine } from "../wire.ts";
import { engine, hasEngine } from "./engine.ts";
import { again, newId } from "./id.ts";
import { Store } from "./store.ts";

let opened: Promise<Store> | null = null;
function store(): Promise<Store> {
  opened ??= Store.open();
  // Retried the next time.
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

export const local = {
  tables: async (): Promise<TableLine[]> => (hasEngine() ? (await (await store()).tables()).map(({ line }) => line) : []),
  glance: async (table: string): Promise<Glance> => {
    const found = (await (await store()).tables()).find(({ line }) => line.table.id === table);
    if (!found?.glance) throw new ProblemError({ type: "not-found", title: table });
    return found.glance;
  },
  remove: async (table: string): Promise<void> => (await store()).remove(table),
  create: (wish: NewTable, name: string) => engine.call<TableInfo>({ what: "create", table: newId(), wish, name }),
  table: (table: string) => engine.call<TableInfo>({ what: "info", table }),
  summary: (table: string) => engine.call<GameSummary>({ what: "summary", table }),
  course: (table: string) => engine.call<CourseTurn[]>({ what: "course", table }),
  record: (table: string) => engine.call<unknown>({ what: "record", table }),
  /** A finished game, continued after this many steps with these seats. */
  fork: (record: string, step: number, seats: Occupant[]) => engine.call<TableInfo>({ what: "fork", table: again(), record, step, seats }),
  at: (table: string, step: number, seat: number | null) => engine.call<Snapshot>({ what: "at", table, step, seat }),
  start: (table: string) => engine.call<TableInfo>({ what: "start", table }),
  leave: (table: string) => engine.call<TableInfo>({ what: "leave", table }),
  join: (table: string, { seat }: SeatPick) => engine.call<TableInfo>({ what: "back", table, seat: seat ?? 0 }),
  stop: (table: string, agree: boolean) => engine.call<TableInfo>({ what: "stop", table, agree }),
  rematch: (table: string) => engine.call<TableInfo>({ what: "rematch", table, next: newId() }),
};

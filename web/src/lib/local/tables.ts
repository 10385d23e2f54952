// The tables in this worker: requests go to the engine; rows it proposes are stored first, and then take effect.
import type { FromServer, Problem } from "../wire.ts";
import { KeptTable, keep } from "./kept.ts";
import type { Networks } from "./networks.ts";
import { Full, Gone, type Store, type Summary } from "./store.ts";
import type { Wasm } from "./wasm.ts";

/** A request to a table; the engine's `TableRequest` in crates/local/src/request.rs. */
export type What = { do: string; [field: string]: unknown };
export type Reply = {
  /** A row to be stored before anything else happens. */
  store?: { version: number; row: string; summary: Summary };
  /** Messages for the connections of this table. */
  send?: [number, FromServer][];
  value?: unknown;
  problem?: Problem;
  /** Whether there is something to think about: a bot's turn, or a hint. */
  busy?: boolean;
  /** This game's network must be loaded first; then the request is repeated. */
  needs?: string;
};
export type Outcome = Pick<Reply, "value" | "problem" | "needs">;

/** How often a race against another tab is lost before the caller is told to retry. */
const TRIES = 8;
/** Milliseconds a bot thinks before messages are handled. */
const SLICE = 30;

export class Tables {
  #wasm: Wasm;
  #store: Store;
  #networks: Networks;
  #send: (line: number, message: FromServer) => void;
  /** Finished games that this engine folds differently than they were played. */
  #kept = new Map<string, KeptTable>();
  /** Versions of the tables that are loaded. */
  #loaded = new Map<string, number>();
  /** One request at a time: rows are stored between two calls of the engine. */
  #queue: Promise<unknown> = Promise.resolve();
  #thinking = new Set<string>();
  /** The tables whose bots this tab plays: only one of several tabs does. */
  #ours = new Set<string>();
  #asked = new Set<string>();
  #notices = new BroadcastChannel("sabika tables");

  constructor(wasm: Wasm, store: Store, networks: Networks, send: (line: number, message: FromServer) => void) {
    this.#wasm = wasm;
    this.#store = store;
    this.#networks = networks;
    this.#send = send;
    this.#notices.addEventListener("message", ({ data }: MessageEvent<{ table: string; version: number }>) => {
      const version = this.#loaded.get(data.table);
      if (version !== undefined && version < data.version) void this.#next(() => this.#load(data.table));
    });
  }

  /** Whether the table exists. */
  find(table: string): Promise<boolean> {
    return this.#next(async () => {
      if (!this.#loaded.has(table)) await this.#load(table);
      return this.#loaded.has(table);
    });
  }
  /** The number of stored rows. */
  async version(table: string): Promise<number> {
    await this.find(table);
    return this.#loaded.get(table) ?? 0;
  }
  async run(table: string, what: What): Promise<Outcome> {
    const outcome = await this.#next(() => this.#run(table, what));
    if (!outcome.needs) return outcome;
    // Other requests are answered meanwhile.
    await this.#networks.bring(outcome.needs);
    return this.run(table, what);
  }
  /** From now on this tab plays the bots of a table, as soon as no other tab does. */
  lead(table: string): void {
    if (this.#asked.has(table)) return;
    this.#asked.add(table);
    const lead = (): void => {
      this.#ours.add(table);
      this.#think(table);
    };
    // Held while this worker is alive.
    if (navigator.locks) void navigator.locks.request(`bots of ${table}`, () => new Promise<never>(lead));
    else lead();
  }

  #next<T>(work: () => Promise<T> | T): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** Loads rows stored since. */
  async #load(table: string): Promise<void> {
    const rows = await this.#store.rows(table, this.#loaded.get(table) ?? 0);
    if (!rows.length) return;
    const reply = this.#ask(table, { do: "load", rows: rows.map(({ version, at, body }) => [version, at, body]) });
    this.#loaded.set(table, rows.at(-1)?.version ?? 0);
    // Why it cannot be folded to what it was.
    const why = (reply.problem?.detail ?? reply.problem?.title ?? reply.value ?? null) as string | null;
    const kept = await this.#store.kept(table).catch(() => null);
    if (kept && why !== null) this.#kept.set(table, new KeptTable(kept, why));
    if (!kept && why === null) await this.#keep(table);
    this.#deliver(table, reply);
  }
  /** Keeps a game that is over. Where that fails it is tried again when the table is loaded: its rows are there. */
  async #keep(table: string): Promise<void> {
    const kept = keep(table, (what) => this.#ask(table, what));
    if (kept) await this.#store.keep(kept).catch(() => undefined);
  }

  #ask(table: string, what: What): Reply {
    const kept = this.#kept.get(table);
    if (kept) return kept.answer(what);
    return this.#wasm.call<Reply>({ do: "table", table, now: Date.now(), what });
  }

  async #run(table: string, what: What): Promise<Outcome> {
    for (let tries = 0; tries < TRIES; tries++) {
      const reply = this.#ask(table, what);
      if (!reply.store) return this.#deliver(table, reply);
      const { version, row, summary } = reply.store;
      const at = Date.now();
      let stored: boolean;
      try {
        stored = await this.#store.append({ table, version, at, body: row }, summary);
      } catch (error) {
        const why = error instanceof Full ? "full" : error instanceof Gone ? "not-found" : "retry";
        return this.#deliver(table, this.#ask(table, { do: "dropped", why }));
      }
      if (stored) {
        this.#loaded.set(table, version);
        this.#notices.postMessage({ table, version });
        const outcome = this.#deliver(table, this.#ask(table, { do: "stored", at }));
        if (summary.line.table.status === "over") await this.#keep(table);
        return outcome;
      }
      this.#ask(table, { do: "forget-proposal" });
      await this.#load(table);
    }
    return this.#deliver(table, this.#ask(table, { do: "dropped", why: "retry" }));
  }

  #deliver(table: string, { send = [], busy = false, store: _, ...outcome }: Reply): Outcome {
    for (const [line, message] of send) this.#send(line, message);
    if (busy) this.#think(table);
    return outcome;
  }

  /** Thinks in slices; requests of the page come in between. */
  #think(table: string): void {
    if (this.#thinking.has(table)) return;
    this.#thinking.add(table);
    const slice = async (): Promise<void> => {
      const end = performance.now() + SLICE;
      let more = true;
      while (more && performance.now() < end) {
        const outcome = await this.run(table, { do: "think", lead: this.#ours.has(table) });
        more = outcome.value === "more";
      }
      if (more) setTimeout(() => void slice());
      else this.#thinking.delete(table);
    };
    setTimeout(() => void slice());
  }
}

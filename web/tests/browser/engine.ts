// The page's engine, run inside the test: it folds the rows that a page has stored, and records, and lists the options.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import type { FromServer, Snapshot, TableInfo } from "../../src/lib/wire.ts";
import type { Choose } from "./play.ts";
import { offered, plain } from "./policy.ts";

const WASM = resolve(import.meta.dirname, "../../engine/sabika.wasm");
type Exports = { memory: WebAssembly.Memory; input(length: number): number; call(): number; output(): number };
type Reply = { value?: unknown; send?: [number, FromServer][]; problem?: unknown };
type Row = { version: number; at: number; body: string };

export class Engine {
  #exports: Exports;

  private constructor(exports: Exports) {
    this.#exports = exports;
  }
  static async load(): Promise<Engine> {
    const { instance } = await WebAssembly.instantiate(readFileSync(WASM), { worker: { now: () => performance.now() } });
    return new Engine(instance.exports as unknown as Exports);
  }
  ask(request: object): Reply {
    const { memory, input, call, output } = this.#exports;
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = input(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = call();
    const reply = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length))) as Reply;
    if (reply.problem) throw new Error(JSON.stringify(reply.problem));
    return reply;
  }
}

/** A table on a page's device, as its first seat sees it. */
export class Onlooker {
  #engine: Engine;
  #page: Page;
  readonly table: string;

  constructor(engine: Engine, page: Page, table: string) {
    this.#engine = engine;
    this.#page = page;
    this.table = table;
  }
  /** The rows the page has stored, folded. */
  async look(): Promise<Snapshot> {
    const rows = await this.#page.evaluate(
      (table) =>
        new Promise<Row[]>((resolve, reject) => {
          const request = indexedDB.open("sabika");
          request.onerror = () => reject(request.error);
          request.onsuccess = () => {
            const all = request.result
              .transaction("rows")
              .objectStore("rows")
              .getAll(IDBKeyRange.bound([table, 0], [table, 1e9]));
            all.onsuccess = () => resolve(all.result as Row[]);
          };
        }),
      this.table,
    );
    this.#at({ do: "load", rows: rows.map(({ version, at, body }) => [version, at, body]) });
    const { send } = this.#at({ do: "ask", line: 1, text: JSON.stringify({ type: "hello", seat: 0, version: null }) });
    const snapshot = send?.map(([, message]) => message).find((message) => message.type === "snapshot");
    if (!snapshot) throw new Error("nothing to be seen");
    return snapshot;
  }
  info(): TableInfo {
    return this.#at({ do: "info" }).value as TableInfo;
  }
  /** An action for the first seat; `null` if it is not to act. */
  next({ game }: Snapshot, choose: Choose = plain): string | null {
    const choice = game?.choice;
    return choice?.to_act ? choose([...offered(choice.options, game?.players[0]?.hand ?? []), ...choice.free]) : null;
  }
  #at(what: object): Reply {
    return this.#engine.ask({ do: "table", table: this.table, now: 0, what });
  }
}

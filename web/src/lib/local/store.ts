// The games on this device, in IndexedDB: one entry per row, under (table, version), as in a server's database. The key decides races
// between two tabs: the loser reloads.
import type { Glance, TableLine } from "../wire.ts";
import type { Kept } from "./kept.ts";

export type StoredRow = { table: string; version: number; at: number; body: string };
/** The summary of a table in lists, written together with each row. */
export type Summary = { line: TableLine; glance: Glance | null };
type Listed = Summary & { id: string };

const NAME = "sabika";
const ROWS = "rows";
const TABLES = "tables";
const KEPT = "kept";
/** 2: finished games are kept. */
const LAYOUT = 2;

/** The table was deleted in another tab. */
export class Gone extends Error {}
/** The device's storage, or the browser's quota, is full. */
export class Full extends Error {}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });

export class Store {
  #db: IDBDatabase;

  private constructor(db: IDBDatabase) {
    this.#db = db;
    // A later version of the page wants to change the layout: this one closes its connection.
    db.addEventListener("versionchange", () => db.close());
  }
  static async open(): Promise<Store> {
    const request = indexedDB.open(NAME, LAYOUT);
    request.addEventListener("upgradeneeded", ({ oldVersion }) => {
      if (oldVersion < 1) {
        request.result.createObjectStore(ROWS, { keyPath: ["table", "version"] });
        request.result.createObjectStore(TABLES, { keyPath: "id" });
      }
      request.result.createObjectStore(KEPT, { keyPath: "table" });
    });
    return new Store(await done(request));
  }

  /** The rows of a table after a version, in order. */
  rows(table: string, after: number): Promise<StoredRow[]> {
    const range = IDBKeyRange.bound([table, after + 1], [table, Number.MAX_SAFE_INTEGER]);
    return done(this.#db.transaction(ROWS).objectStore(ROWS).getAll(range) as IDBRequest<StoredRow[]>);
  }

  /** Stores a row; `false` if this version already exists. When it resolves, the row is on disk. */
  append(row: StoredRow, summary: Summary): Promise<boolean> {
    const transaction = this.#db.transaction([ROWS, TABLES], "readwrite", { durability: "strict" });
    return new Promise((resolve, reject) => {
      let taken = false;
      let gone = false;
      if (row.version > 1) {
        const listed = transaction.objectStore(TABLES).getKey(row.table);
        listed.addEventListener("success", () => {
          gone = listed.result === undefined;
          if (gone) transaction.abort();
        });
      }
      transaction
        .objectStore(ROWS)
        .add(row)
        .addEventListener("error", (event) => {
          taken = (event.target as IDBRequest).error?.name === "ConstraintError";
        });
      transaction.objectStore(TABLES).put({ id: row.table, ...summary } satisfies Listed);
      transaction.addEventListener("complete", () => resolve(true));
      transaction.addEventListener("abort", () => {
        if (taken) resolve(false);
        else if (gone) reject(new Gone());
        else reject(transaction.error?.name === "QuotaExceededError" ? new Full() : transaction.error);
      });
    });
  }

  /** What was kept of a finished game. */
  async kept(table: string): Promise<Kept | null> {
    return ((await done(this.#db.transaction(KEPT).objectStore(KEPT).get(table))) as Kept | undefined) ?? null;
  }
  async keep(kept: Kept): Promise<void> {
    await done(this.#db.transaction(KEPT, "readwrite", { durability: "strict" }).objectStore(KEPT).put(kept));
  }

  async tables(): Promise<Summary[]> {
    const listed = (await done(this.#db.transaction(TABLES).objectStore(TABLES).getAll())) as Listed[];
    return listed.sort((a, b) => b.line.changed_at - a.line.changed_at);
  }

  remove(table: string): Promise<void> {
    const transaction = this.#db.transaction([ROWS, TABLES, KEPT], "readwrite", { durability: "strict" });
    transaction.objectStore(KEPT).delete(table);
    transaction.objectStore(ROWS).delete(IDBKeyRange.bound([table, 0], [table, Number.MAX_SAFE_INTEGER]));
    transaction.objectStore(TABLES).delete(table);
    return new Promise((resolve, reject) => {
      transaction.addEventListener("complete", () => resolve());
      transaction.addEventListener("abort", () => reject(transaction.error));
    });
  }
}

// Tables on this device have ids of their own, so that every function that takes an id knows where its table is.
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const MARK = "~";

export const isLocal = (table: string): boolean => table.startsWith(MARK);

/** Like a server's code, after a mark: id and code are the same. */
export function newId(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => LETTERS[byte % LETTERS.length]);
  return MARK + letters.join("");
}

/** The id of a table at which a deal is played again: it counts for nobody's progress (crates/table/src/progress.rs). */
export const again = (): string => `${newId()}-2`;

/** Everyone at a table on this device is the same person: the one who holds it. */
export const HERE = "here";

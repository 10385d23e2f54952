// Tables on this device have distinct ids, so that every function that takes an id knows where its table is.
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const MARK = "~";

export const isLocal = (table: string): boolean => table.startsWith(MARK);

/** Like a server's code, after a prefix: id and code are the same. */
export function newId(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => LETTERS[byte % LETTERS.length]);
  return MARK + letters.join("");
}

/** The id of a table that plays a known deal again; such games do not count towards progress (crates/table/src/progress.rs). */
export const again = (): string => `${newId()}-2`;

/** Everybody at a table on this device is the same person: its owner. */
export const HERE = "here";

// Analyses stored on this device: their first position and all variations.
export type Saved = { position: string; moves: string; names: string[]; at: number };

const KEY = "analyses";
const MOST = 20;

export function saved(): Saved[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as Saved[]).filter((one) => typeof one?.position === "string") : [];
  } catch {
    return [];
  }
}
/** Latest first; the oldest are dropped. */
export function save(one: Saved): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([one, ...saved().filter((s) => s.position !== one.position)].slice(0, MOST)));
  } catch {
    // Without storage, the analysis works anyway.
  }
}
export function forget(position: string): void {
  localStorage.setItem(KEY, JSON.stringify(saved().filter((s) => s.position !== position)));
}

/** A link to a position, with its variations and players. */
export function linkTo(position: string, moves = "", names: readonly string[] = []): string {
  const query = new URLSearchParams({ position });
  if (moves) query.set("moves", moves);
  if (names.length) query.set("names", names.join(","));
  return `/analysis?${query}`;
}

// The player's games against bots: stored on this device, one entry per game, and with an account also on the server. The two lists are
// joined by table, so a game counts once.
import { api } from "../lib/api.ts";
import { BEATEN } from "../lib/open.ts";
import { isAbsent, ProblemError, Unreachable } from "../lib/problem.ts";
import { session } from "../lib/session.svelte.ts";
import type { GameSummary, TableLine } from "../lib/wire.ts";
import { inOrder, rung } from "./stats.ts";

/** One key per table: two tabs never overwrite each other's games. */
const PREFIX = "game ";
const OWNER = "progress-owner";
/** The number of games per request. */
const AT_ONCE = 100;
/** The most uncounted games to count in one visit. */
const CATCH_UP = 30;
/** Ids of tables on this device whose deal was new (`plays_again` in crates/table/src/progress.rs). */
const FRESH = /^~([A-Z]+|\d{4}-\d\d-\d\d)$/;

/** `owner`: the id of the account it belongs to; `null`: no account. */
type Entry = { owner: string | null; game: GameSummary };

const isEntry = (value: unknown): value is Entry => {
  const { game } = (value ?? {}) as Partial<Entry>;
  return (
    typeof game?.table === "string" &&
    [game.at, game.points, game.bought, game.exact, game.longest, game.place].every(Number.isFinite) &&
    [game.bots, game.feats, game.modules].every(Array.isArray) &&
    typeof game.kinds === "object"
  );
};

class ProgressStore {
  #entries = $state.raw<ReadonlyMap<string, Entry>>(new Map());
  /** Entries that cannot be read. */
  broken = $state.raw<readonly string[]>([]);
  /** Whether a game could not be written to this device. */
  full = $state(false);

  constructor() {
    this.read();
    window.addEventListener("storage", ({ key }) => {
      if (key === null || key.startsWith(PREFIX)) this.read();
    });
  }
  /** Every game that counts, the oldest first. */
  get games(): GameSummary[] {
    const me = this.#account;
    return inOrder([...this.#entries.values()].filter(({ owner }) => owner === null || owner === me).map(({ game }) => game));
  }
  /** The signed-in account; without a server, the last one known. */
  get #account(): string | null {
    if (!session.known) return localStorage.getItem(OWNER);
    return session.kept ? (session.person?.id ?? null) : null;
  }

  /** Reads the entries on this device; those that could not be written stay in memory. */
  read(): void {
    const unwritten = this.full ? this.#entries : new Map<string, Entry>();
    const [entries, broken]: [Map<string, Entry>, string[]] = [new Map(unwritten), []];
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? "");
    for (const key of keys.filter((name) => name.startsWith(PREFIX))) {
      try {
        const entry: unknown = JSON.parse(localStorage.getItem(key) ?? "");
        if (!isEntry(entry)) throw new Error(key);
        entries.set(entry.game.table, entry);
      } catch {
        broken.push(key);
      }
    }
    [this.#entries, this.broken] = [entries, broken];
  }
  /** Deletes what cannot be read. */
  mend(): void {
    for (const key of this.broken) localStorage.removeItem(key);
    this.broken = [];
  }
  of(table: string): GameSummary | undefined {
    return this.#entries.get(table)?.game;
  }

  #keep(games: readonly GameSummary[], owner: string | null): void {
    const entries = new Map(this.#entries);
    for (const game of games) {
      const before = entries.get(game.table);
      // The first summary stays; only its owner can become known later.
      const entry: Entry = { game: before?.game ?? game, owner: before?.owner ?? owner };
      if (before && before.owner === entry.owner) continue;
      entries.set(game.table, entry);
      try {
        localStorage.setItem(PREFIX + game.table, JSON.stringify(entry));
      } catch {
        this.full = true;
      }
    }
    this.#entries = entries;
    try {
      localStorage.setItem(BEATEN, String(rung(this.games)));
    } catch {
      this.full = true;
    }
  }

  /** Counts a finished game; `null` if it does not count. */
  async count(table: string, ask = (): Promise<GameSummary> => api.summary(table)): Promise<GameSummary | null> {
    const known = this.of(table);
    if (known) return known;
    let game: GameSummary;
    try {
      game = await ask();
    } catch (error) {
      if (error instanceof ProblemError && (error.problem.type === "wrong-time" || isAbsent(error))) return null;
      throw error;
    }
    this.#keep([game], this.#account);
    // If that fails, `join` sends it later.
    if (this.#account) api.keepProgress([game]).catch(() => undefined);
    return game;
  }

  /** Counts finished games among these tables that were left before the final scoring. */
  async catchUp(tables: readonly TableLine[]): Promise<void> {
    const isCandidate = ({ table }: TableLine): boolean => {
      const people = table.seats.filter(({ occupant }) => occupant.kind !== "bot").length;
      return table.status === "over" && people === 1 && !this.of(table.id) && (!table.id.startsWith("~") || FRESH.test(table.id));
    };
    for (const { table } of tables.filter(isCandidate).slice(0, CATCH_UP)) await this.count(table.id);
  }

  /** Joins the lists of device and server, if there are an account and a server. */
  async join(): Promise<void> {
    try {
      await session.read();
      this.#remember();
      if (this.#account) await this.#exchange(this.#account);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
    }
  }
  #remember(): void {
    if (this.#account) localStorage.setItem(OWNER, this.#account);
    else localStorage.removeItem(OWNER);
  }
  async #exchange(me: string): Promise<void> {
    const theirs = new Map<string, GameSummary>();
    for (let after = "", more = true; more; ) {
      const part = await api.progress(after);
      for (const game of part.games) theirs.set(game.table, game);
      after = part.games.at(-1)?.table ?? "";
      more = part.more && part.games.length > 0;
    }
    const ours = this.games;
    const missing = ours.filter(({ table }) => !theirs.has(table));
    for (let i = 0; i < missing.length; i += AT_ONCE) await this.#hand(missing.slice(i, i + AT_ONCE));
    this.#keep([...theirs.values(), ...ours], me);
  }
  /** A game that the server refuses does not hold up the others. */
  async #hand(games: GameSummary[]): Promise<void> {
    try {
      await api.keepProgress(games);
    } catch (error) {
      if (!(error instanceof ProblemError && error.problem.type === "invalid")) throw error;
      if (games.length > 1) for (const game of games) await this.#hand([game]);
    }
  }
}
export const progress = new ProgressStore();

// The daily deal on this device: one attempt counts, and its result is submitted as soon as a server can be reached.
import { api } from "../lib/api.ts";
import { local } from "../lib/local/api.ts";
import { engine } from "../lib/local/engine.ts";
import type { Opened } from "../lib/local/protocol.ts";
import { isAbsent, ProblemError } from "../lib/problem.ts";
import { rounds } from "../lib/story.ts";
import type { DailyBoard, LogEntry, TableInfo } from "../lib/wire.ts";

/** The player's seat (crates/table/src/daily.rs). */
export const PLAYER = 0;
const DAY = 86_400_000;
/** The day before daily deal 1. */
const FIRST = Date.UTC(2026, 9, 31);

/** Today's date, the same for everybody everywhere. */
export const today = (now = Date.now()): string => new Date(now).toISOString().slice(0, 10);
export const numberOf = (date: string): number => Math.round((Date.parse(`${date}T00:00:00Z`) - FIRST) / DAY);
/** The table of an attempt; the first one counts. */
export const tableOf = (date: string, attempt = 1): string => `~${date}${attempt > 1 ? `-${attempt}` : ""}`;

/** A player's rank in a kind: first, second, or neither. */
export type Mark = "most" | "second" | "neither";
export type Result = {
  date: string;
  points: number;
  /** Rank among the player and the bots. */
  place: number;
  rounds: { marks: [string, Mark][]; wall: number }[];
  /** Whether a server has accepted it, or never will. */
  handed: boolean;
};

const KEY = "daily";
function read(): Record<string, Result> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Result> | null;
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/** The result of a finished game of the day. */
export function resultOf(date: string, info: TableInfo, log: readonly LogEntry[]): Result {
  const scores = info.result?.scores ?? [];
  const points = scores[PLAYER] ?? 0;
  return {
    date,
    points,
    place: 1 + scores.filter((other) => other > points).length,
    rounds: rounds(log).map(({ sheet, score }) => ({
      marks: score.pays.map(([kind]): [string, Mark] => {
        const ranks = score.ranks.find(([of]) => of === kind)?.[1] ?? [];
        const place = ranks.find(({ seat }) => seat === PLAYER)?.place;
        return [kind, place === 1 ? "most" : place === 2 ? "second" : "neither"];
      }),
      wall: (sheet.seats[PLAYER]?.walls ?? 0) + (sheet.seats[PLAYER]?.moats ?? 0),
    })),
    handed: false,
  };
}

/** `Sabika 17 · 128 · ★★☆☆`: a star for each bot beaten, and no spoilers. */
export function line({ date, points, place }: Result, words: string, among: string | null): string {
  const beaten = 4 - place;
  const stars = "★".repeat(beaten) + "☆".repeat(3 - beaten);
  return [`Sabika ${numberOf(date)}`, words.replace("#", String(points)), ...(among ? [among] : []), stars].join(" · ");
}

class Daily {
  results = $state.raw<Record<string, Result>>(read());
  board = $state.raw<DailyBoard | null>(null);
  /** Why a server refused a result. */
  refused = $state("");

  get streak(): number {
    let days = 0;
    const from = this.results[today()] ? 0 : 1;
    while (this.results[today(Date.now() - (from + days) * DAY)]) days++;
    return days;
  }
  #keep(result: Result): void {
    this.results = { ...this.results, [result.date]: result };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.results));
    } catch {
      // Storage is full: it will be computed from the game again.
    }
  }
  /** The table of the attempt that counts, if started; its result is stored once it is over. */
  async look(date: string): Promise<TableInfo | null> {
    let info: TableInfo;
    try {
      info = await local.table(tableOf(date));
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
    if (info.status === "over" && !this.results[date]) {
      const record = JSON.stringify(await local.record(tableOf(date)));
      const opened = await engine.call<Opened>({ what: "replay", record });
      this.#keep(resultOf(date, info, opened.log));
      await engine.call({ what: "replay-close", replay: opened.replay });
    }
    return info;
  }
  /** Starts or continues an attempt; returns its table. */
  async play(date: string, name: string, attempt = 1): Promise<string> {
    const table = tableOf(date, attempt);
    return (await engine.call<TableInfo>({ what: "daily", date, table, name })).id;
  }
  /** The first attempt not started yet. */
  async again(date: string, name: string): Promise<string> {
    const ids = new Set((await local.tables()).map(({ table }) => table.id));
    let attempt = 2;
    while (ids.has(tableOf(date, attempt))) attempt++;
    return this.play(date, name, attempt);
  }
  /** Submits every result that no server has yet, including those played offline. */
  async handIn(): Promise<void> {
    for (const result of Object.values(this.results).filter((r) => !r.handed)) {
      try {
        await api.handIn(result.date, await local.record(tableOf(result.date)));
      } catch (error) {
        // Too late, or forged: retrying is pointless.
        if (!(error instanceof ProblemError && error.problem.type === "invalid")) throw error;
        this.refused = error.problem.detail ?? error.problem.title;
      }
      this.#keep({ ...result, handed: true });
    }
  }
  async refresh(date: string): Promise<void> {
    this.board = await api.daily(date);
  }
}
export const daily = new Daily();

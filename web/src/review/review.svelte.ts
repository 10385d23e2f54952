// The review of a finished game, computed turn by turn by the engine in the browser. Results are stored on the device.
import { api } from "../lib/api.ts";
import { engine, hasEngine } from "../lib/local/engine.ts";
import { HERE } from "../lib/local/id.ts";
import { complaint } from "../lib/problem.ts";
import { session } from "../lib/session.svelte.ts";
import type { Occupant, ReasonView, SeatInfo, TableInfo } from "../lib/wire.ts";
import { seatName } from "../table/people.ts";

/** The review of one turn; the engine's `TurnReview` in crates/local. */
export type TurnReview = {
  seat: number;
  /** The range of its steps in the record. */
  from: number;
  to: number;
  actions: string[];
  /** All actions of a better turn, if there is one. */
  better: string[] | null;
  /** The loss compared with the best turn: chance of winning, and points. */
  cost: number;
  points: number;
  /** How much better it was than the second-best turn. */
  find: number;
  /** Every seat's chance of winning after the turn. */
  chances: number[];
  /** The player's city after the turn played, and after the better turn. */
  board: [string, number, number][];
  better_board: [string, number, number][] | null;
  /** The reasons for the turn played, and for the better turn. */
  reasons: ReasonView[];
  better_reasons: ReasonView[];
  /** The longest wall (in Granada: moat) before the turn, after it, and after the better turn. */
  wall: number;
  wall_after: number;
  better_wall: number | null;
  /** The rounds scored at the end of the turn. */
  scored: number[];
};
export type Found = {
  turns: TurnReview[];
  /** The number of turns in the game. */
  of: number;
  /** By seat: the key moments, as indices into `turns`, and the accuracy so far. */
  moments: number[][];
  accuracy: number[];
};
type Answer = { turn: TurnReview; of: number; moments: number[][]; accuracy: number[] };

const KEY = "reviews";
/** The maximum number of stored games; the oldest is dropped first. */
const KEPT = 12;
type Kept = { id: string; found: Found };

function kept(): Kept[] {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept[];
    // Results stored by an older version lack some fields: the game is reviewed again.
    return all.filter(({ found }) => found.turns.every((turn) => "reasons" in turn));
  } catch {
    return [];
  }
}
function keep(id: string, found: Found): void {
  const others = kept().filter((k) => k.id !== id);
  for (let many = KEPT - 1; many >= 0; many--) {
    try {
      localStorage.setItem(KEY, JSON.stringify([...others.slice(-many || others.length), { id, found }]));
      return;
    } catch {
      // The storage is full: try again with fewer games.
    }
  }
}

export const MARKS = ["best", "good", "slip", "mistake"] as const;
export type Mark = (typeof MARKS)[number];
const SLIP = 0.01;
const MISTAKE = 0.05;
export const markOf = ({ better, cost }: TurnReview): Mark =>
  !better ? "best" : cost >= MISTAKE ? "mistake" : cost >= SLIP ? "slip" : "good";

export class Review {
  readonly id: string;
  table = $state.raw<TableInfo | null>(null);
  found = $state.raw<Found | null>(null);
  problem = $state("");
  running = $state(false);
  #record = "";
  #stopped = false;

  constructor(id: string) {
    this.id = id;
  }
  get seats(): readonly SeatInfo[] {
    return this.table?.seats ?? [];
  }
  /** The viewer's seat; `null` for a spectator. */
  get mine(): number | null {
    const me = [HERE, session.person?.id];
    const seat = this.seats.findIndex(({ occupant }) => occupant.kind === "person" && me.includes(occupant.person));
    return seat < 0 ? null : seat;
  }
  get finished(): boolean {
    return this.found !== null && this.found.turns.length >= this.found.of;
  }
  /** Loads the game, shows stored results, and continues from there. */
  async start(): Promise<void> {
    try {
      this.table = await api.table(this.id);
      // A game in progress is not evaluated.
      if (this.table.status !== "over") return;
      this.found = kept().find((k) => k.id === this.id)?.found ?? null;
      if (!this.finished) await this.go();
    } catch (error) {
      this.problem = complaint(error);
    }
  }
  async record(): Promise<string> {
    this.#record ||= JSON.stringify(await api.record(this.id));
    return this.#record;
  }
  /** Opens a new table with the position before a turn, with bots in place of the other people; returns its code. */
  async again(turn: TurnReview): Promise<string> {
    const { local } = await import("../lib/local/api.ts");
    const seats = this.seats.map(({ occupant }, i): Occupant => {
      if (i === turn.seat) return { kind: "person", person: HERE, name: seatName(this.seats, i), away: false };
      return occupant.kind === "bot" ? occupant : { kind: "bot", level: "architect" };
    });
    return (await local.fork(await this.record(), turn.from, seats)).code;
  }
  /** The position before a turn, as text. */
  async position(turn: TurnReview): Promise<string> {
    const { replay } = await engine.call<{ replay: number }>({ what: "replay", record: await this.record() });
    const position = await engine.call<string>({ what: "replay-position", replay, step: turn.from });
    await engine.call({ what: "replay-close", replay });
    return position;
  }
  stop(): void {
    this.#stopped = true;
  }
  async go(): Promise<void> {
    if (this.running || !hasEngine()) return;
    [this.running, this.#stopped, this.problem] = [true, false, ""];
    try {
      const { replay } = await engine.call<{ replay: number }>({ what: "replay", record: await this.record() });
      while (!this.#stopped && !this.finished) {
        const turn = this.found?.turns.length ?? 0;
        const answer = await engine.call<Answer | null>({ what: "replay-review", replay, turn });
        if (!answer) break;
        this.found = { ...answer, turns: [...(this.found?.turns ?? []), answer.turn] };
      }
      await engine.call({ what: "replay-close", replay });
      if (this.found) keep(this.id, this.found);
    } catch (error) {
      this.problem = complaint(error);
    }
    this.running = false;
  }
}

// A replay: the table itself, read-only, after any of its steps. A record is replayed and checked by the engine on this
// device; for a running game, or without an engine, the server provides earlier moments.

import { castMember } from "../table/cast.ts";
import { seatName } from "../table/people.ts";
import { api } from "./api.ts";
import type { Known } from "./fold.ts";
import { engine, hasEngine } from "./local/engine.ts";
import { HERE } from "./local/id.ts";
import type { Opened } from "./local/protocol.ts";
import { OwnLine } from "./own-line.ts";
import { isAbsent, ProblemError } from "./problem.ts";
import { session } from "./session.svelte.ts";
import { Table } from "./table.svelte.ts";
import type { Ask, FromServer, LogEntry, Occupant, Problem, ScoreView, Snapshot, TableInfo } from "./wire.ts";

interface Source {
  readonly table: TableInfo;
  readonly log: LogEntry[];
  /** The verdict on the record; `null` if there is none. */
  readonly verdict: Opened | null;
  readonly record: string | null;
  at(step: number, seat: number | null): Promise<Snapshot>;
  /** The position as text; `null` where analysis is not allowed. */
  position(step: number): Promise<string | null>;
  score(step: number, round: number): Promise<ScoreView | null>;
  close(): void;
}

/** A record, replayed on this device. */
class FromRecord implements Source {
  readonly verdict: Opened;
  readonly record: string;
  #replay: number;

  private constructor(record: string, verdict: Opened) {
    this.record = record;
    this.verdict = verdict;
    this.#replay = verdict.replay;
  }
  static async open(record: string): Promise<FromRecord> {
    return new FromRecord(record, await engine.call<Opened>({ what: "replay", record }));
  }
  get table(): TableInfo {
    return this.verdict.table;
  }
  get log(): LogEntry[] {
    return this.verdict.log;
  }
  at(step: number, seat: number | null): Promise<Snapshot> {
    return this.#ask((replay) => engine.call<Snapshot>({ what: "replay-at", replay, step, seat }));
  }
  async score(step: number, round: number): Promise<ScoreView | null> {
    const answer = await this.#ask((replay) => engine.call<FromServer>({ what: "replay-score", replay, step, round }));
    return answer.type === "score" ? answer.score : null;
  }
  position(step: number): Promise<string> {
    return this.#ask((replay) => engine.call<string>({ what: "replay-position", replay, step }));
  }
  close(): void {
    void engine.call({ what: "replay-close", replay: this.#replay }).catch(() => undefined);
  }
  /** A restarted worker does not know the record: it is opened again. */
  async #ask<T>(question: (replay: number) => Promise<T>): Promise<T> {
    try {
      return await question(this.#replay);
    } catch (error) {
      if (!isAbsent(error)) throw error;
      this.#replay = (await engine.call<Opened>({ what: "replay", record: this.record })).replay;
      return question(this.#replay);
    }
  }
}

/** A table that provides its earlier moments itself. */
class FromTable implements Source {
  readonly verdict = null;
  readonly record = null;
  readonly table: TableInfo;
  readonly log: LogEntry[];
  /** The seat from which a running game may be viewed. */
  #own: number | null;

  private constructor(table: TableInfo, log: LogEntry[], own: number | null) {
    this.table = table;
    this.log = log;
    this.#own = own;
  }
  static async open(id: string): Promise<FromTable> {
    const info = await api.table(id);
    const seat = info.seats.findIndex((s) => s.occupant.kind === "person" && s.occupant.person === session.at(info.id));
    const own = seat < 0 ? null : seat;
    const { table, log } = await now(info.id, own);
    return new FromTable(table, log, own);
  }
  /** Always the same seat: others may have seen another number of steps, and hands that are not public. */
  at(step: number): Promise<Snapshot> {
    return api.at(this.table.id, step, this.#own);
  }
  position(): Promise<null> {
    return Promise.resolve(null);
  }
  score(): Promise<null> {
    return Promise.resolve(null);
  }
  close(): void {}
}

/** What a seat sees of a table now. */
async function now(id: string, seat: number | null): Promise<Known> {
  const table = new Table(id);
  table.open(seat);
  try {
    while (!table.known) {
      if (table.connection === "shut") throw new ProblemError({ type: "not-yours", title: "Only those who play may look on." });
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return table.known;
  } finally {
    table.close();
  }
}

const untimely: Problem = { type: "wrong-time", title: "This is a replay." };

export class Replay {
  readonly table: Table;
  readonly steps: number;
  step = $state(0);
  #source: Source;
  #line = new OwnLine((ask) => this.#answer(ask));
  #seat: number | null = null;
  #count = 0;

  private constructor(source: Source) {
    this.#source = source;
    this.steps = source.log.length;
    this.table = new Table(source.table.id, this.#line.open);
  }
  /** The game of a table. */
  static async of(id: string): Promise<Replay> {
    if (hasEngine()) {
      try {
        return new Replay(await FromRecord.open(JSON.stringify(await api.record(id))));
      } catch (error) {
        // A running game has no record yet.
        if (!(error instanceof ProblemError && error.problem.type === "wrong-time")) throw error;
      }
    }
    return new Replay(await FromTable.open(id));
  }
  /** A record from a file. */
  static async ofFile(record: string): Promise<Replay> {
    return new Replay(await FromRecord.open(record));
  }
  get info(): TableInfo {
    return this.#source.table;
  }
  get log(): LogEntry[] {
    return this.#source.log;
  }
  get verdict(): Opened | null {
    return this.#source.verdict;
  }
  /** The steps that ended a turn. */
  get turns(): number[] {
    return this.log.flatMap((entry, i) => (entry.do === "end" ? [i + 1] : []));
  }
  /** The steps after which a round was scored, and which round. */
  get rounds(): { step: number; round: number }[] {
    return this.log.flatMap(({ shows }, i) =>
      (shows ?? []).flatMap((show) => (show.what === "score" ? [{ step: i + 1, round: show.sheet.round }] : [])),
    );
  }

  /** Shows the table after this many steps, from the seat that took the last one. */
  async go(step: number): Promise<void> {
    this.step = Math.max(0, Math.min(step, this.steps));
    this.#seat = this.log[this.step - 1]?.seat ?? this.#seat ?? 0;
    await this.#show();
  }
  /** The current position, as text; not available for a running game. */
  position(): Promise<string | null> {
    return this.#source.position(this.step);
  }
  /** Continues the game from here on this device, in the seat to move, against bots; returns the code of the new table. */
  async playOn(): Promise<string> {
    const { record } = this.#source;
    if (!record) throw new ProblemError(untimely);
    const { local } = await import("./local/api.ts");
    const mine = this.log[this.step]?.seat ?? 0;
    const seats = this.info.seats.map((_, seat): Occupant => {
      const name = seatName(this.info.seats, seat);
      if (seat === mine) return { kind: "person", person: HERE, name, away: false };
      return { kind: "bot", level: castMember(name)?.level ?? "architect" };
    });
    return (await local.fork(record, this.step, seats)).code;
  }
  close(): void {
    this.table.close();
    this.#source.close();
  }

  async #show(): Promise<void> {
    this.#count += 1;
    const count = this.#count;
    const shown = await this.#source.at(this.step, this.#seat);
    // Scrubbing shows the destination, not everything in between.
    if (count === this.#count) this.#line.say({ type: "snapshot", ...shown, yours: [], table: { ...shown.table, status: "playing" } });
  }
  async #answer(ask: Ask): Promise<void> {
    if (ask.type === "hello") {
      if (ask.seat !== null) this.#seat = ask.seat;
      await this.#show();
      return;
    }
    // After the last round there is no next one to score.
    const score = ask.type === "score" && !ask.with ? await this.#source.score(this.step, ask.round).catch(() => null) : null;
    this.#line.say(score ? { type: "score", id: ask.id, score } : { type: "problem", id: ask.id, problem: untimely });
  }
}

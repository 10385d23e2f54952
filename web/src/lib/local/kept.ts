// What is kept of a finished game for good: its record, and what everybody saw at its end. A later version of the engine may fold the rows to
// something else, or not at all; then this is what it shows (as crates/table/src/keepsake.rs does on a server).
import type { Ask, CourseTurn, FromServer, Problem, Snapshot, TableInfo } from "../wire.ts";
import type { Reply, What } from "./tables.ts";

export type Kept = {
  table: string;
  /** `null`: the game began from a position. */
  record: unknown;
  course: CourseTurn[] | null;
  /** What watchers saw, then what each seat of this device did. */
  views: Snapshot[];
};

/** A line that no page has: messages are numbered from 1. */
const NOBODY = 0;

/** Asks a table of a game that is over for all that is to be kept of it. */
export function keep(table: string, ask: (what: What) => Reply): Kept | null {
  const look = (seat: number | null): Snapshot | null => {
    const text = JSON.stringify({ type: "hello", seat, version: null } satisfies Ask);
    const { send } = ask({ do: "ask", line: NOBODY, text });
    const message = send?.map(([, message]) => message).find((message) => message.type === "snapshot");
    if (!message) return null;
    const { type: _, ...view } = message;
    return view;
  };
  const watcher = look(null);
  const views = [watcher, ...(watcher?.yours ?? []).map(look)].filter((view) => view !== null);
  ask({ do: "bye", line: NOBODY });
  if (watcher?.table.status !== "over") return null;
  return {
    table,
    record: ask({ do: "record" }).value ?? null,
    course: (ask({ do: "course" }).value ?? null) as CourseTurn[] | null,
    views,
  };
}

const frozen = (detail: string): Problem => ({
  type: "frozen",
  title: "This table was played under different rules and is frozen.",
  detail,
});

/** The table of a finished game that is folded differently now. */
export class KeptTable {
  #kept: Kept;
  #why: string;

  constructor(kept: Kept, why: string) {
    this.#kept = kept;
    this.#why = why;
  }
  answer(what: What): Reply {
    const { record, course, views } = this.#kept;
    const value = <T>(value: T | null | undefined): Reply => (value === null || value === undefined ? this.#refuse() : { value });
    if (what.do === "info") return value<TableInfo>(views[0]?.table);
    if (what.do === "record") return value(record);
    if (what.do === "course") return value(course);
    if (what.do === "at") return value(this.#at(what.step as number, what.seat as number | null));
    if (what.do === "think") return value("done");
    if (what.do === "bye") return {};
    if (what.do === "ask") return { send: [[what.line as number, this.#say(JSON.parse(what.text as string) as Ask)]] };
    return this.#refuse();
  }
  #refuse(): Reply {
    return { problem: frozen(this.#why) };
  }
  #view(seat: number | null): Snapshot | undefined {
    return this.#kept.views.find(({ viewer }) => viewer === seat);
  }
  /** Only the end is known: what was before would have to be folded. */
  #at(step: number, seat: number | null): Snapshot | undefined {
    const view = this.#view(seat);
    return view && step >= view.log.length ? view : undefined;
  }
  #say(ask: Ask): FromServer {
    if (ask.type === "hello") {
      const view = this.#view(ask.seat);
      if (view) return { type: "snapshot", ...view };
    }
    if (ask.type === "ping") return { type: "pong", id: ask.id };
    return { type: "problem", id: "id" in ask ? ask.id : null, problem: frozen(this.#why) };
  }
}

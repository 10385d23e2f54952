// The messages between the page and its worker. Those of a table are the same as in a server's socket.
import type {
  Ask,
  CourseTurn,
  LogEntry,
  NewTable,
  Occupant,
  PadAsk,
  Problem,
  RefusalView,
  SetupView,
  Snapshot,
  TableInfo,
} from "../wire.ts";

/** A record that was read and checked. */
export type Opened = {
  replay: number;
  /** The table as described by its record. */
  table: TableInfo;
  /** The number of steps that can be shown: all, or those before the first error. */
  log: LogEntry[];
  course: CourseTurn[];
  /** Where the record is invalid, and why. */
  fault: { place: string; problem: string } | null;
  /** Whether everything it shows follows from its seed. */
  seeded: boolean;
  finished: boolean;
  /** The seats to which the deal is provably fair; `null` if there is nothing to prove. */
  fair: number[] | null;
};

/** The result: a position to show, or what is wrong with it or with the action. */
export type Analysed =
  | {
      what: "shown";
      position: string;
      snapshot: Snapshot;
      /** The next scoring round; 4 once the game is over. */
      round: number;
      to_act: number | null;
      legal: string[];
      /** The step that led to it. */
      entry: LogEntry | null;
    }
  | { what: "fault"; place: string; problem: string }
  | { what: "refused"; refusal: RefusalView };

export type Call =
  | { what: "create"; table: string; wish: NewTable; name: string }
  | { what: "info" | "start" | "leave" | "record" | "course" | "summary"; table: string }
  | { what: "back"; table: string; seat: number }
  | { what: "stop"; table: string; agree: boolean }
  | { what: "rematch"; table: string; next: string }
  | { what: "at"; table: string; step: number; seat: number | null }
  | { what: "replay"; record: string }
  | { what: "replay-at"; replay: number; step: number; seat: number | null }
  | { what: "replay-score"; replay: number; step: number; round: number }
  /** The position after this many steps, as a line of text. */
  | { what: "replay-position"; replay: number; step: number }
  | { what: "replay-review"; replay: number; turn: number }
  | { what: "replay-close"; replay: number }
  | { what: "score-pad"; ask: PadAsk }
  /** The deal of a day, at a table with the date in its id. */
  | { what: "daily"; table: string; date: string; name: string }
  /** A single turn from a position, after these actions: a question, or the whole table. */
  | { what: "exercise"; position: string; actions: string[]; ask: Ask | null }
  | { what: "exercise-answer"; position: string; played: string[]; best: string[] }
  /** A question about a position (crates/local/src/analysis.rs). */
  | { what: "analysis"; position: string; seed: number; question: object }
  | { what: "analysis-deal"; setup: SetupView; seed: number }
  /** Continues from a position, at a new table. */
  | { what: "play-on"; table: string; position: string; seed: number; seats: Occupant[] }
  /** Continues a record after this many steps, at a new table. */
  | { what: "fork"; table: string; record: string; step: number; seats: Occupant[] };

export type ToWorker =
  | { type: "start"; wasm: string; networks: Record<string, string>; lock: string }
  | { type: "call"; call: number; request: Call }
  | { type: "open"; line: number; table: string }
  | { type: "say"; line: number; text: string }
  | { type: "close"; line: number };

export type FromWorker =
  | { type: "ready" }
  /** The engine cannot run in this browser. */
  | { type: "broken"; why: string }
  | { type: "answer"; call: number; value: unknown }
  | { type: "failed"; call: number; problem: Problem }
  | { type: "heard"; line: number; text: string };

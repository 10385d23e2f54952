// A single turn from a position, played at a table like any other. The engine is stateless: it gets the position and the actions so far.
import { engine } from "../lib/local/engine.ts";
import { OwnLine } from "../lib/own-line.ts";
import { Table } from "../lib/table.svelte.ts";
import type { Ask, FromServer, LengthsView, PointsView } from "../lib/wire.ts";

/** The result of a turn (crates/table/src/exercise.rs). */
export type TurnOutcome = { board: [string, number, number][]; lengths: LengthsView; points: PointsView };
export type Comparison = { same: boolean; round: number; before: TurnOutcome; played: TurnOutcome; best: TurnOutcome };

/** A turn compared with another of the same position. */
export const compare = (position: string, played: string[], best: string[]): Promise<Comparison> =>
  engine.call<Comparison>({ what: "exercise-answer", position, played, best });

export class Exercise {
  readonly table: Table;
  /** The turn, once it has ended. */
  played = $state.raw<string[] | null>(null);
  #position: string;
  #name: string;
  #actions: string[] = [];
  #line = new OwnLine((ask) => this.#answer(ask));

  /** `name` is the player's name at the table. */
  constructor(position: string, name: string) {
    this.#position = position;
    this.#name = name;
    this.table = new Table("", this.#line.open);
    this.table.open(null);
  }
  close(): void {
    this.table.close();
  }
  /** Starts over. */
  async again(): Promise<void> {
    this.#actions = [];
    this.played = null;
    await this.#show();
  }

  #ask(ask: Ask | null): Promise<FromServer> {
    return engine.call<FromServer>({ what: "exercise", position: this.#position, actions: this.#actions, ask });
  }
  async #show(): Promise<void> {
    const message = await this.#ask(null);
    if (message.type !== "snapshot") return;
    for (const { occupant } of message.table.seats) if (occupant.kind === "person") occupant.name = this.#name;
    this.#line.say(message);
  }
  async #answer(ask: Ask): Promise<void> {
    if (ask.type === "hello") {
      await this.#show();
      return;
    }
    const answer = await this.#ask(ask);
    if (answer.type === "done") {
      if (ask.type === "act" && ask.do === "end") {
        this.#line.say(answer);
        this.played = [...this.#actions, "end"];
        return;
      }
      if (ask.type === "act") this.#actions = [...this.#actions, ask.do];
      else this.#actions = ask.type === "undo" ? this.#actions.slice(0, -1) : [];
      await this.#show();
    }
    this.#line.say(answer);
  }
}

// A line to a table that this page answers for by itself: a replay, an exercise, a position.
import type { Ear, Line } from "./line.ts";
import type { Ask, FromServer } from "./wire.ts";

export class OwnLine {
  #ear: Ear | null = null;
  #answer: (ask: Ask) => Promise<void>;

  constructor(answer: (ask: Ask) => Promise<void>) {
    this.#answer = answer;
  }
  /** What a table opens its line with. */
  readonly open = (ear: Ear): Line => {
    this.#ear = ear;
    queueMicrotask(ear.opened);
    return {
      send: (ask) => void this.#answer(ask),
      works: () => {},
      close: () => {
        this.#ear = null;
      },
    };
  };
  say(message: FromServer): void {
    this.#ear?.heard(JSON.stringify(message));
  }
}

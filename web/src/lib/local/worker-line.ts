// A connection to a table in this page's worker.
import type { Ear, Line } from "../line.ts";
import type { Ask } from "../wire.ts";
import { engine } from "./engine.ts";

/** Milliseconds after which a worker that owes an answer counts as dead, where the browser does not report it. */
const PATIENCE = 10_000;

export class WorkerLine implements Line {
  #line: number;
  #ear: Ear;
  #watch: ReturnType<typeof setInterval>;
  #heard = performance.now();

  constructor(table: string, ear: Ear) {
    this.#ear = ear;
    this.#line = engine.open({
      table,
      opened: () => {
        this.#heard = performance.now();
        ear.opened();
      },
      heard: (text) => {
        this.#heard = performance.now();
        ear.heard(text);
      },
      lost: () => ear.lost(),
    });
    this.#watch = setInterval(() => this.#check(), 1000);
  }
  send(message: Ask): void {
    engine.say(this.#line, JSON.stringify(message));
  }
  works(): void {}
  close(): void {
    clearInterval(this.#watch);
    engine.close(this.#line);
  }
  /** Browsers without locks do not report when a worker is gone. */
  #check(): void {
    if (!this.#ear.waits() || document.hidden) this.#heard = performance.now();
    else if (performance.now() - this.#heard > PATIENCE) {
      this.#heard = performance.now();
      engine.restart();
    }
  }
}

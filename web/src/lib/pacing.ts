// Shows steps one after another, so that players can follow the others' moves. Messages keep their order; skipping loses nothing.
import { parseMove } from "./notation.ts";
import type { Speed } from "./settings.svelte.ts";
import type { FromServer } from "./wire.ts";

const FACTOR: Record<Speed, number> = { calm: 1, brisk: 0.45, off: 0 };
const PAUSE: Record<string, number> = { buy: 1300, vizier: 1300, place: 1000, reserve: 600, end: 450, pass: 0 };
/** A player who was away for longer wants the current state, not the way it came about. */
const TOO_MANY = 24;

/** How many milliseconds a message is shown before the next one. */
export function pauseAfter(message: FromServer, speed: Speed, mine: readonly number[], clock: boolean): number {
  if (message.type !== "update") return 0;
  const shows = message.step?.shows ?? message.shows ?? [];
  const factor = clock ? Math.min(FACTOR[speed], FACTOR.brisk) : FACTOR[speed];
  if (shows.some((s) => s.what === "score")) return 2600 * factor;
  if (!message.step) return 0;
  const { verb } = parseMove(message.step.do);
  // One's own steps were visible when they were made; what the end of a turn reveals is new to everybody.
  if (mine.includes(message.step.seat) && verb !== "end") return 0;
  return (PAUSE[verb] ?? 1000) * factor;
}

/** Whether a message is queued; answers, chat and snapshots are not. */
const isStep = (message: FromServer) => message.type === "update" || message.type === "yours";

export class Pacing {
  #queue: FromServer[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #held = false;
  readonly #show: (message: FromServer) => void;
  readonly #pause: (message: FromServer) => number;

  constructor(show: (message: FromServer) => void, pause: (message: FromServer) => number) {
    this.#show = show;
    this.#pause = pause;
  }

  /** The number of queued messages. */
  get behind(): number {
    return this.#queue.length;
  }

  push(message: FromServer): void {
    if (message.type === "snapshot") this.stop();
    if (!isStep(message)) {
      this.#show(message);
      return;
    }
    this.#queue.push(message);
    if (this.#held) return;
    if (this.#queue.length > TOO_MANY) this.skip();
    else if (this.#timer === null) this.#next();
  }

  /** Pauses while something else is shown, then continues. */
  hold(held: boolean): void {
    if (this.#held === held) return;
    this.#held = held;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (!held) this.#next();
  }

  /** Shows all queued messages at once. */
  skip(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const message of this.#queue.splice(0)) this.#show(message);
  }

  /** Discards the queue. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#queue = [];
  }

  #next(): void {
    this.#timer = null;
    while (this.#timer === null && !this.#held) {
      const message = this.#queue.shift();
      if (!message) return;
      const wait = this.#pause(message);
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#next(), wait);
      }
      this.#show(message);
    }
  }
}

// Draws deferred parts bit by bit, in the order they were requested, for a few milliseconds per frame: a phone never freezes
// for long when a table opens.
import { flushSync } from "svelte";

/** Milliseconds of a frame, for what is drawn and for what the browser makes of it. */
const SHARE = 4;

/** Yields to the browser first: a script that was just parsed need not draw in the same task. */
export const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

class Drawing {
  #waiting: (() => void)[] = [];
  #left = $state(0);
  #asked = false;

  /** Whether anything is still waiting to be drawn. */
  get busy(): boolean {
    return this.#left > 0;
  }
  /** Calls `draw` when it is its turn, unless cancelled by calling the returned function. */
  later(draw: () => void): () => void {
    this.#waiting.push(draw);
    this.#soon();
    this.#left = this.#waiting.length;
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== draw);
      this.#left = this.#waiting.length;
    };
  }
  #soon(): void {
    if (this.#asked) return;
    this.#asked = true;
    // Frames come only while somebody looks.
    if (document.hidden) setTimeout(() => this.#draw(0));
    else
      requestAnimationFrame(() => {
        const framed = performance.now();
        // By then the browser has styled, laid out and painted what was drawn before.
        setTimeout(() => this.#draw(performance.now() - framed));
      });
  }
  /** `spent`: on what was drawn last. After much of it comes little. */
  #draw(spent: number): void {
    const end = performance.now() + SHARE - spent;
    try {
      do {
        const draw = this.#waiting.shift();
        if (draw) flushSync(draw);
      } while (this.#waiting.length && performance.now() < end);
    } finally {
      // Whatever one of them does, the others follow.
      this.#asked = false;
      this.#left = this.#waiting.length;
      if (this.#left) this.#soon();
    }
  }
}
export const drawing = new Drawing();

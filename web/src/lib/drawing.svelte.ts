// Draws deferred parts bit by bit, in the order they were requested, for a few milliseconds per frame: a phone never freezes
// for long when a table opens.
import { flushSync } from "svelte";

/** Milliseconds per frame. */
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
    const next = () => this.#draw();
    // Frames are only delivered while the page is visible.
    if (document.hidden) setTimeout(next);
    else requestAnimationFrame(() => setTimeout(next));
  }
  #draw(): void {
    const end = performance.now() + SHARE;
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

// Chunks of the page that cannot be fetched: the connection is gone, or the server has a newer page. Once it answers, the page
// reloads, but not over and over.

import { breath } from "./drawing.svelte.ts";

const RETRY = 1000;
const PAUSE = 30_000;
const KEY = "started-anew";

async function answers(): Promise<boolean> {
  try {
    return (await fetch(location.pathname, { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

class Pieces {
  /** The page waits for the server. */
  missing = $state(false);

  /** A chunk that the page cannot continue without. */
  async need<Piece>(fetched: () => Promise<Piece>): Promise<Piece> {
    try {
      const piece = await fetched();
      await breath();
      return piece;
    } catch (problem) {
      console.warn(problem);
      void this.#startAnew();
      return new Promise(() => undefined);
    }
  }
  async #startAnew(): Promise<void> {
    if (this.missing) return;
    this.missing = true;
    const earliest = Number(sessionStorage.getItem(KEY)) + PAUSE;
    while (Date.now() < earliest || !(await answers())) await new Promise((resolve) => setTimeout(resolve, RETRY));
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
  }
}
export const pieces = new Pieces();

// What would be scored now, and with the tile being aimed; requested from the server when the table is idle.
import type { Table } from "../lib/table.svelte.ts";
import type { ScoreView } from "../lib/wire.ts";
import { nextRound } from "./people.ts";
import type { Play } from "./play.svelte.ts";

/** Bots and pointers can be fast: requests wait until nothing has changed for this long. Milliseconds. */
const SETTLED = 150;
const AIMED = 60;

export class Scores {
  now = $state.raw<ScoreView | null>(null);
  /** With the tile being aimed. */
  after = $state.raw<ScoreView | null>(null);
  readonly #table: Table;

  constructor(table: Table, play: Play) {
    this.#table = table;
    $effect(() => {
      const known = table.known;
      // The scores must not reveal steps that are not shown yet.
      if (!known || table.behind) return;
      return later(
        SETTLED,
        () => table.score(nextRound(known)),
        (found) => {
          if (found) this.now = found;
        },
      );
    });
    $effect(() => {
      const [known, tile, seat] = [table.known, play.aimed, table.mine];
      this.after = null;
      if (!known || !tile || seat === null) return;
      return later(
        AIMED,
        () => table.score(nextRound(known), { seat, ...tile }),
        (found) => {
          this.after = found;
        },
      );
    });
  }
  /** Everybody's points including the next round, Dirk's last. */
  totals = $derived.by((): number[] => {
    const game = this.#table.known?.game;
    if (!this.now || !game) return [];
    const { sheet } = this.now;
    const dirk = game.dirk && sheet.dirk ? [game.dirk.score + sheet.dirk.total] : [];
    return [...game.players.map((p) => p.score + (sheet.seats[p.seat]?.total ?? 0)), ...dirk];
  });
}

/** Requests after a delay and passes on the answer, unless cancelled by the returned function. */
function later<Answer>(pause: number, ask: () => Promise<Answer>, tell: (answer: Answer) => void): () => void {
  let wanted = true;
  const timer = setTimeout(() => {
    ask().then(
      (answer) => {
        if (wanted) tell(answer);
      },
      () => undefined, // requested again with the next step
    );
  }, pause);
  return () => {
    wanted = false;
    clearTimeout(timer);
  };
}

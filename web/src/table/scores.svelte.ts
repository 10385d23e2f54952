// What would be scored now, and what with the tile one aims with; asked of the server when the table has come to rest.
import type { Table } from "../lib/table.svelte.ts";
import type { ScoreView } from "../lib/wire.ts";
import { nextRound } from "./people.ts";
import type { Play } from "./play.svelte.ts";

/** Bots can be quick, and so can a pointer: only what lasts a moment is asked about. Milliseconds. */
const SETTLED = 150;
const AIMED = 60;

export class Scores {
  now = $state.raw<ScoreView | null>(null);
  /** With the tile that is aimed with. */
  after = $state.raw<ScoreView | null>(null);
  readonly #table: Table;

  constructor(table: Table, play: Play) {
    this.#table = table;
    $effect(() => {
      const known = table.known;
      // What has not been shown yet is not given away by its points.
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
  /** Everybody's points with the next round, Dirk's last. */
  totals = $derived.by((): number[] => {
    const game = this.#table.known?.game;
    if (!this.now || !game) return [];
    const { sheet } = this.now;
    const dirk = game.dirk && sheet.dirk ? [game.dirk.score + sheet.dirk.total] : [];
    return [...game.players.map((p) => p.score + (sheet.seats[p.seat]?.total ?? 0)), ...dirk];
  });
}

/** Asks after a pause and tells the answer, unless it is no longer wanted by then: what is returned calls it off. */
function later<Answer>(pause: number, ask: () => Promise<Answer>, tell: (answer: Answer) => void): () => void {
  let wanted = true;
  const timer = setTimeout(() => {
    ask().then(
      (answer) => {
        if (wanted) tell(answer);
      },
      () => undefined, // asked again with the next step
    );
  }, pause);
  return () => {
    wanted = false;
    clearTimeout(timer);
  };
}

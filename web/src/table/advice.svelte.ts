// The best turns for the player to act, drawn as whole turns on the table until something else is selected.
import type { Component } from "svelte";
import { language } from "../i18n/i18n.svelte.ts";
import { pieces } from "../lib/pieces.svelte.ts";
import type { AdviceView } from "../lib/wire.ts";
import type { Desk } from "./desk.svelte.ts";
import { laid } from "./people.ts";
import type { Play } from "./play.svelte.ts";
import { type Proposal, propose } from "./proposal.ts";

type Panel = Component<{ desk: Desk; phone?: boolean }>;
/** The panel and its texts, which most games never need. */
const panel = () => pieces.need(() => language.learn(() => import("./HintPanel.svelte")));

export class Advice {
  readonly #play: Play;
  #given = $state.raw<{ turns: AdviceView[]; at: string } | null>(null);
  /** Which turn is shown in gold; the other is only outlined. */
  chosen = $state(0);
  asking = $state(false);
  Panel = $state.raw<Panel | null>(null);

  constructor(play: Play) {
    this.#play = play;
    $effect(() => {
      play.proposed = this.#shown;
    });
  }
  /** The state of the table and the selection: a hint stays until either changes. */
  #now = $derived.by(() => {
    const { table, tile, taken, cards, carried, ghost, removing, hut, falcon } = this.#play;
    return [table.known?.version, tile, taken, cards, carried, ghost?.x, ghost?.y, removing?.x, removing?.y, hut, falcon].join();
  });
  /** Best first; `null` if no hint is shown. */
  turns = $derived.by((): AdviceView[] | null => (this.#given?.at === this.#now ? this.#given.turns : null));
  #shown = $derived.by((): { best: Proposal; other: Proposal | null } | null => {
    const { me, hand, display } = this.#play;
    if (!this.turns || !me) return null;
    const before = { board: laid(me.board), hand, display };
    const [best, other] = [this.turns[this.chosen], this.turns[1 - this.chosen]];
    return best ? { best: propose(best.actions, before), other: other ? propose(other.actions, before) : null } : null;
  });

  async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    const [turns, { default: Panel }] = await Promise.all([this.#play.table.hint(), panel()]);
    this.asking = false;
    if (!turns?.length) return;
    this.#play.clear();
    [this.Panel, this.chosen] = [Panel, 0];
    this.#given = { turns, at: this.#now };
  }
  close(): void {
    this.#given = null;
  }
  /** Shows the other of the two turns in gold. */
  swap(): void {
    this.chosen = 1 - this.chosen;
  }
  /** Plays the selected turn except for its end: until then all of it can be undone. */
  async follow(): Promise<void> {
    if (this.#shown) await this.#play.sendAll(this.#shown.best.steps);
  }
}

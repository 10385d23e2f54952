// A position being analysed: the same table view on a connection to the engine, which gets the position with every question. Played
// steps form a tree; trying something else loses nothing.
import { t } from "../i18n/i18n.svelte.ts";
import { engine } from "../lib/local/engine.ts";
import type { Analysed } from "../lib/local/protocol.ts";
import { OwnLine } from "../lib/own-line.ts";
import { Table } from "../lib/table.svelte.ts";
import type { AdviceView, Ask, FromServer, Occupant, Problem, SetupView, Snapshot, TableInfo } from "../lib/wire.ts";
import { attempts, type Branch, grow, root, written } from "./tree.ts";

/** Unknown cards and tiles are dealt from this: the same steps lead to the same cards, for everybody who opens the same link. */
const SEED = 1;
/** Simulations, one search after the other: each is better than the one before. */
export const DEPTHS = [16, 64, 192, 512] as const;

type Shown = Extract<Analysed, { what: "shown" }>;
export type Fault = { place: string; problem: string };
const untimely: Problem = { type: "wrong-time", title: "This is an analysis." };

const ask = <T>(position: string, question: object) => engine.call<T>({ what: "analysis", position, seed: SEED, question });
/** A newly dealt game, to be edited by hand. */
export const deal = (setup: SetupView, seed: number) => engine.call<Analysed>({ what: "analysis-deal", setup, seed });

export class Analysis {
  readonly table: Table;
  readonly names: string[];
  tree = $state.raw<Branch>(root(""));
  at = $state.raw<Branch>(root(""));
  shown = $state.raw<Shown | null>(null);
  /** The tree, which is one object, has grown. */
  grown = $state(0);
  /** The best turns so far, and after how many simulations. */
  best = $state.raw<{ position: string; turns: AdviceView[]; simulations: number } | null>(null);
  searching = $state(true);
  #version = 0;
  #line = new OwnLine((message) => this.#answer(message));
  #closed = false;

  private constructor(first: Shown, names: string[]) {
    this.names = names;
    this.table = new Table("", this.#line.open);
    this.#begin(first);
  }
  /** Reads a position and its variations, in the form of `written`. */
  static async open(position: string, moves: string, names: string[]): Promise<Analysis | Fault> {
    const first = await ask<Analysed>(position, { do: "show" });
    if (first.what !== "shown") return first.what === "fault" ? first : { place: "", problem: "" };
    const found = new Analysis(first, names);
    await found.#try(moves);
    return found;
  }
  close(): void {
    this.#closed = true;
    this.table.close();
  }
  get moves(): string {
    void this.grown;
    return written(this.tree);
  }

  /** Replaces the position, or says why it cannot. */
  async replace(position: string): Promise<Fault | null> {
    const first = await ask<Analysed>(position, { do: "show" });
    if (first.what === "fault") return first;
    if (first.what === "shown") {
      this.#begin(first);
      this.#show();
    }
    return null;
  }
  #begin(first: Shown): void {
    this.tree = root(first.position);
    this.at = this.tree;
    this.shown = first;
    this.grown += 1;
  }
  /** Plays the variations of a link; the first illegal step ends its branch. */
  async #try(moves: string): Promise<void> {
    let from: Branch | null = this.tree;
    for (const { line, back } of attempts(moves)) {
      for (let i = 0; i < back; i++) from = from?.parent ?? null;
      if (!from) return;
      const next: Analysed = await ask<Analysed>(from.position, { do: "play", action: line });
      if (next.what !== "shown") return;
      from = grow(from, line, next.entry?.seat ?? null, next.position);
    }
    this.grown += 1;
  }

  async go(branch: Branch): Promise<void> {
    const shown = await ask<Analysed>(branch.position, { do: "show" });
    if (shown.what !== "shown") return;
    [this.at, this.shown] = [branch, shown];
    this.#show();
  }
  /** Plays a whole turn. */
  async play(actions: readonly string[]): Promise<void> {
    for (const line of actions) if ((await this.#step(line)) !== null) return;
    this.#show();
  }
  /** Plays a step from the current node; returns the reason if it is refused. */
  async #step(line: string): Promise<FromServer | null> {
    const from = this.at;
    const next = await ask<Analysed>(from.position, { do: "play", action: line });
    if (next.what === "refused") return { type: "refused", id: "", refusal: next.refusal };
    if (next.what !== "shown") return { type: "problem", id: "", problem: untimely };
    this.at = grow(from, line, next.entry?.seat ?? null, next.position);
    this.shown = next;
    this.grown += 1;
    return null;
  }

  /** Searches deeper and deeper, until the position changes or nobody wants to know. */
  async search(): Promise<void> {
    const { position, to_act } = this.shown ?? { position: "", to_act: null };
    if (to_act === null || this.best?.position === position) return;
    this.best = null;
    for (const simulations of DEPTHS) {
      const turns = await ask<AdviceView[]>(position, { do: "advise", simulations, many: 4 });
      if (this.#closed || !this.searching || this.shown?.position !== position) return;
      this.best = { position, turns, simulations };
    }
  }
  /** A table on this device that continues from here: one person, and bots in the other seats. */
  async playOn(seats: Occupant[], table: string): Promise<TableInfo> {
    return engine.call<TableInfo>({ what: "play-on", table, position: this.at.position, seed: Date.now() % 2 ** 31, seats });
  }

  #show(): void {
    if (!this.shown) return;
    this.#version += 1;
    this.#line.say({ type: "snapshot", ...this.#snapshot(this.shown.snapshot) });
  }
  #snapshot(snapshot: Snapshot): Snapshot {
    const name = (seat: number) => this.names[seat] ?? t("analysis.player", { number: seat + 1 });
    const seats = snapshot.table.seats.map((info, seat) => ({ ...info, occupant: { ...info.occupant, name: name(seat) } as Occupant }));
    const choice = snapshot.game?.choice;
    // Every position is a new choice, and every step in it can be undone.
    const asked = choice ? { ...choice, decision: this.#version, undo: this.at.parent ? 1 : 0 } : null;
    return {
      ...snapshot,
      version: this.#version,
      table: { ...snapshot.table, code: t("analysis.title"), status: "playing", seats },
      game: snapshot.game ? { ...snapshot.game, choice: asked } : null,
    };
  }
  async #answer(message: Ask): Promise<void> {
    if (message.type === "hello") {
      this.#show();
      return;
    }
    const { id } = message;
    if (message.type === "act") {
      const refused = await this.#step(message.do);
      if (refused) this.#line.say({ ...refused, id } as FromServer);
      else this.#show();
      if (!refused) this.#line.say({ type: "done", id, version: this.#version });
      return;
    }
    if (message.type === "undo" || message.type === "restart") {
      let back: Branch | null = this.at.parent;
      while (message.type === "restart" && back?.parent && back.line !== "end") back = back.parent;
      if (back) await this.go(back);
      this.#line.say(back ? { type: "done", id, version: this.#version } : { type: "problem", id, problem: untimely });
      return;
    }
    const round = this.shown?.round ?? 1;
    const question = message.type === "score" ? { ...message, round } : message;
    const answer = await ask<FromServer>(this.at.position, { do: "ask", ask: question }).catch(() => null);
    this.#line.say(answer && "type" in answer ? answer : { type: "problem", id, problem: untimely });
  }
}

// A player's selection, before it becomes an action. All options come from the choice the server sent.
import type { Cell } from "../board/layout.ts";
import { bestFlip, bestPayment, paymentOf, sameCards, takesWith } from "../lib/payment.ts";
import type { Outcome, Table } from "../lib/table.svelte.ts";
import type {
  BuyChoice,
  CellAnswer,
  MeansView,
  Options,
  PlaceChoice,
  PlayerView,
  PreviewView,
  RefusalView,
  Standing,
} from "../lib/wire.ts";
import { sum } from "../parts/cards.ts";
import type { Proposal } from "./proposal.ts";

/** What can be done out of turn. */
export const NOTHING: Options = {
  takes: [],
  buys: [],
  places: [],
  builds: [],
  removes: [],
  exchanges: [],
  end: false,
  modules: { vizier: [], wake: false, pass: false, reveals: [], huts: [], falcons: [], done: false },
};
const is = (cell: readonly [number, number], at: Cell) => cell[0] === at.x && cell[1] === at.y;

export class Play {
  readonly table: Table;
  /** Indices into the hand. */
  cards = $state<number[]>([]);
  /** Places on the display. */
  taken = $state<number[]>([]);
  tile = $state<string | null>(null);
  carried = $state<string | null>(null);
  removing = $state<Cell | null>(null);
  falcon = $state<string | null>(null);
  /** A hut on offer, to be taken after confirmation. */
  hut = $state<string | null>(null);
  ghost = $state<Cell | null>(null);
  /** Turns that a hint proposes: the selected one, and the other. */
  proposed = $state.raw<{ best: Proposal; other: Proposal | null } | null>(null);
  hover = $state<Cell | null>(null);
  redesigning = $state(false);
  busy = $state(false);
  refusal = $state<RefusalView | null>(null);
  /** Another problem with the last message, in words. */
  problem = $state<string | null>(null);
  #previews = $state.raw<ReadonlyMap<string, PreviewView>>(new Map());
  #previewVersion = -1;

  constructor(table: Table) {
    this.table = table;
  }

  me = $derived.by((): PlayerView | null => {
    const seat = this.table.mine;
    return seat === null ? null : (this.table.known?.game?.players.find((p) => p.seat === seat) ?? null);
  });
  active = $derived.by(() => this.table.choice?.to_act ?? false);
  options = $derived.by((): Options => (this.active ? (this.table.choice?.options ?? NOTHING) : NOTHING));
  buys = $derived.by((): BuyChoice[] => [...this.options.buys, ...this.options.modules.vizier]);
  /** For each tile on sale, whether the hand can pay for it, in anybody's turn. */
  means = $derived.by(() => new Map(this.table.choice?.means.map(({ tile, means }): [string, MeansView] => [tile, means])));
  hand = $derived.by((): string[] => this.me?.hand ?? []);
  picked = $derived(this.cards.map((i) => this.hand[i]).filter((c): c is string => c !== undefined));
  display = $derived.by(() => this.table.known?.game?.display ?? []);
  takenCards = $derived(this.taken.map((i) => this.display[i]).filter((c): c is string => !!c));
  canTake = $derived(
    this.takenCards.length > 0 && takesWith(this.takenCards, this.options.takes).some((t) => t.length === this.takenCards.length),
  );
  buying = $derived(this.buys.find((b) => b.tile === this.tile) ?? null);
  /** A purchase out of turn, which gives no further action (VZ2). */
  byVizier = $derived.by(() => this.options.modules.vizier.some((b) => b.tile === this.tile));
  payment = $derived(this.buying ? paymentOf(this.picked, this.buying) : null);

  /** Whether something is selected that can be confirmed or dropped. */
  picking = $derived.by(
    (): boolean => this.active && (!!this.tile || this.takenCards.length > 0 || !!this.removing || !!this.hut || !!this.falcon),
  );

  /** The tile to be placed: the one taken in hand, else the first one waiting. */
  inHand = $derived.by((): string | null => {
    const places = this.options.places;
    if (places.length) return (places.find((p) => p.tile === this.carried) ?? places[0])?.tile ?? null;
    return this.carried && [...this.options.builds, ...this.options.exchanges].some((b) => b.tile === this.carried) ? this.carried : null;
  });
  placing = $derived.by((): PlaceChoice | null => this.options.places.find((p) => p.tile === this.inHand) ?? null);
  /** The same piece with its other face, if that can be chosen (GR3). */
  otherFace = $derived.by((): PlaceChoice | null => {
    const other = this.inHand ? this.table.known?.faces[this.inHand] : undefined;
    return this.options.places.find((p) => p.tile === other) ?? null;
  });
  /** How many pieces are to be placed: both faces of one are offered, but it is one piece. */
  toPlace = $derived.by((): number => {
    const faces = this.table.known?.faces ?? {};
    return new Set(this.options.places.map(({ tile }) => [tile, faces[tile] ?? tile].sort().join())).size;
  });
  /** Shared screen: whose turn it is, while another player's hand is shown. The screen is passed on behind a curtain. */
  curtain = $derived.by((): number | null => {
    const known = this.table.known;
    if (!known || known.yours.length < 2 || known.viewer === null || this.active) return null;
    return known.toAct.find((seat) => seat !== known.viewer) ?? null;
  });
  /** One's own waiting tiles, as they were bought. */
  bought = $derived.by((): string[] => {
    const turn = this.table.known?.game?.turn;
    return turn && this.table.mine !== null && (turn.actor ?? turn.seat) === this.table.mine ? turn.waiting : [];
  });
  /** Whether the tile in hand shows the face that was not bought. */
  turned = $derived.by((): boolean => !!this.placing && this.otherFace !== null && !this.bought.includes(this.placing.tile));
  /** The payment for turning it over: the selected cards, if they are one. */
  flip = $derived.by((): string[] | null => this.placing?.flips.find((cards) => sameCards(cards, this.picked)) ?? null);
  cells = $derived.by((): Cell[] => {
    if (this.turned && !this.flip) return [];
    const cells = this.placing?.cells ?? this.options.builds.find((b) => b.tile === this.inHand)?.cells ?? [];
    return cells.map(([x, y]) => ({ x, y }));
  });
  swaps = $derived.by((): Cell[] =>
    this.placing ? [] : (this.options.exchanges.find((b) => b.tile === this.inHand)?.cells ?? []).map(([x, y]) => ({ x, y })),
  );
  removable = $derived.by((): Cell[] => (this.redesigning && !this.inHand ? this.options.removes.map(([x, y]) => ({ x, y })) : []));
  /** Whether anything can be taken off the board, built from the reserve or exchanged (D1). */
  canRedesign = $derived.by((): boolean => {
    const { removes, builds, exchanges } = this.options;
    return removes.length + builds.length + exchanges.length > 0;
  });
  /** Nothing is left to do in this turn except to end it. */
  onlyEnd = $derived.by((): boolean => {
    const { end, takes, buys, places, builds, removes, exchanges, modules } = this.options;
    const more = [takes, buys, places, builds, removes, exchanges, modules.vizier, modules.reveals, modules.huts, modules.falcons];
    return end && !modules.wake && !modules.pass && !modules.done && more.every((list) => list.length === 0);
  });
  flying = $derived.by(() => this.options.modules.falcons.find((f) => f.falcon === this.falcon) ?? null);
  points = $derived.by((): Cell[] => (this.flying?.points ?? []).map(([x, y]) => ({ x, y })));
  /** What pays for the falcon: the selected card, else the smallest (FA2). */
  falconCard = $derived.by((): string | null => {
    const cards = this.flying?.cards ?? [];
    return this.picked.find((c) => cards.includes(c)) ?? [...cards].sort((a, b) => sum([a]) - sum([b]))[0] ?? null;
  });
  preview = $derived.by((): PreviewView | null => (this.inHand ? (this.#previews.get(this.inHand) ?? null) : null));

  /** Where the tile selected on the market would fit, before it is bought. */
  offer = $derived.by((): PreviewView | null => (this.tile ? (this.#previews.get(this.tile) ?? null) : null));
  /** The tile and cell that the majorities are shown with: where one aims, or the best for the wall. */
  aimed = $derived.by((): { tile: string; cell: [number, number] } | null => {
    const [placed, more] = this.proposed?.best.cells ?? [];
    if (placed?.code && !more) return { tile: placed.code, cell: [placed.x, placed.y] };
    const at = this.ghost ?? this.hover;
    if (this.inHand && !this.tile) return at && this.isLegal(at) ? { tile: this.inHand, cell: [at.x, at.y] } : null;
    const fits = (this.offer?.place ?? []).filter((a) => a.after);
    const length = (a: CellAnswer) => (a.after ? a.after.walls + a.after.moats + 2 * a.after.stretch : 0);
    const best = fits.sort((a, b) => length(b) - length(a))[0];
    return best && this.tile ? { tile: this.tile, cell: best.cell } : null;
  });

  answer(cell: Cell | null): CellAnswer | null {
    if (!cell || !this.preview) return null;
    // A bought tile is not on the board yet: only a tile of the reserve can be exchanged for another.
    const { place, exchange } = this.preview;
    return (this.placing ? place : [...exchange, ...place]).find((a) => is(a.cell, cell)) ?? null;
  }
  isLegal(cell: Cell): boolean {
    return this.cells.some((c) => c.x === cell.x && c.y === cell.y);
  }

  /** Whether the tile in hand can go there: onto an empty cell, or in exchange for the tile there. */
  isTarget(cell: Cell): boolean {
    return this.isLegal(cell) || this.swaps.some((c) => c.x === cell.x && c.y === cell.y);
  }

  /** Requests why not, and the length of the wall, once a tile is in hand or previewed. */
  async look(): Promise<void> {
    const tile = this.inHand ?? this.tile ?? this.hut;
    const version = this.table.known?.version ?? 0;
    if (version !== this.#previewVersion) {
      this.#previews = new Map();
      this.#previewVersion = version;
    }
    if (!tile || this.#previews.has(tile)) return;
    const preview = await this.table.preview(tile);
    if (preview && this.#previewVersion === version) this.#previews = new Map([...this.#previews, [tile, preview]]);
  }

  /** Clears the selection; a new choice starts without one. */
  clear(): void {
    this.cards = [];
    this.taken = [];
    this.tile = null;
    this.carried = null;
    this.removing = null;
    this.falcon = null;
    this.hut = null;
    this.ghost = null;
    this.refusal = null;
    this.problem = null;
    this.redesigning = false;
  }

  pickTile(code: string): void {
    if (this.tile === code) {
      this.clear();
      return;
    }
    const buy = this.buys.find((b) => b.tile === code);
    const kept = buy && paymentOf(this.picked, buy) ? [...this.cards] : null;
    this.clear();
    this.tile = code;
    if (!buy) return;
    this.cards = kept ?? this.#indices(bestPayment(this.hand, buy)?.cards ?? []);
  }
  #indices(cards: readonly string[]): number[] {
    const left = [...cards];
    return this.hand.flatMap((card, i) => {
      const at = left.indexOf(card);
      if (at < 0) return [];
      left.splice(at, 1);
      return [i];
    });
  }
  pickCard(index: number): void {
    this.taken = [];
    this.cards = this.cards.includes(index) ? this.cards.filter((i) => i !== index) : [...this.cards, index];
  }
  pickDisplay(slot: number): void {
    const card = this.display[slot];
    if (!card) return;
    this.cards = [];
    this.tile = null;
    if (this.taken.includes(slot)) this.taken = this.taken.filter((i) => i !== slot);
    else if (takesWith([...this.takenCards, card], this.options.takes).length) this.taken = [...this.taken, slot];
    else this.taken = [slot];
  }
  carry(code: string): void {
    this.ghost = null;
    this.carried = this.carried === code ? null : code;
    this.tile = null;
    this.removing = null;
    const flips = this.placing?.flips ?? [];
    this.cards = flips.length ? this.#indices(bestFlip(this.hand, flips) ?? []) : [];
  }
  /** Turns the tile in hand over: its other face is taken in hand instead. */
  turnOver(): void {
    if (this.otherFace) this.carry(this.otherFace.tile);
  }
  pickFalcon(code: string): void {
    const again = this.falcon === code;
    this.clear();
    if (again) return;
    this.falcon = code;
    this.cards = this.#indices(this.falconCard ? [this.falconCard] : []);
  }

  redesign(): void {
    const on = !this.redesigning;
    this.clear();
    this.redesigning = on;
  }
  pickHut(code: string): void {
    const again = this.hut === code;
    this.clear();
    if (!again && this.options.modules.huts.includes(code)) this.hut = code;
  }

  /** VZ4: sets the standing answer to windows. */
  standing = $derived.by((): Standing => this.table.choice?.standing ?? { pass: false, unless: [], not_now: false });
  /** Passes, also if asked again after this turn. */
  async notNow(): Promise<void> {
    await this.table.stand({ ...this.standing, not_now: true });
    if (this.options.modules.pass) await this.send("pass");
  }

  async take(): Promise<Outcome> {
    return this.send(`take ${this.takenCards.join(" ")}`);
  }
  async buy(): Promise<Outcome> {
    if (!this.buying || !this.payment) return { ok: false };
    const verb = this.byVizier ? "vizier" : "buy";
    return this.send(`${verb} ${this.buying.tile} with ${this.payment.cards.join(" ")}`);
  }
  async put(cell: Cell): Promise<Outcome> {
    const tile = this.inHand;
    if (!tile) return { ok: false };
    const at = `${cell.x},${cell.y}`;
    if (this.placing) {
      const flip = this.turned ? this.flip : null;
      return this.send(flip ? `place ${tile} ${at} flip ${flip.join(" ")}` : `place ${tile} ${at}`);
    }
    const swap = this.swaps.some((c) => c.x === cell.x && c.y === cell.y);
    return this.send(`${swap ? "exchange" : "build"} ${tile} ${at}`);
  }
  async send(line: string): Promise<Outcome> {
    if (this.busy) return { ok: false };
    return this.#told(this.table.act(line));
  }
  /** Several actions, one after another. */
  async sendAll(lines: readonly string[]): Promise<Outcome> {
    if (this.busy) return { ok: false };
    return this.#told(this.table.actAll(lines));
  }
  async back(how: "undo" | "restart"): Promise<Outcome> {
    if (this.busy) return { ok: false };
    this.clear();
    return this.#told(how === "undo" ? this.table.undo() : this.table.restart());
  }
  /** Waits for the server's answer. */
  async #told(sent: Promise<Outcome>): Promise<Outcome> {
    this.busy = true;
    const outcome = await sent;
    this.busy = false;
    if (outcome.ok) this.clear();
    else [this.refusal, this.problem] = [outcome.refusal ?? null, outcome.problem ?? null];
    return outcome;
  }
}

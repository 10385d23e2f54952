// One person's view of a table: whose city, which sheet on a phone, which window is open.
import { tick, untrack } from "svelte";
import type { Cell } from "../board/layout.ts";
import { parseMove } from "../lib/notation.ts";
import type { Replay } from "../lib/replay.svelte.ts";
import { router } from "../lib/route.svelte.ts";
import { session } from "../lib/session.svelte.ts";
import { settings } from "../lib/settings.svelte.ts";
import { play as sound, soundOf } from "../lib/sound.ts";
import type { Shown, Table } from "../lib/table.svelte.ts";
import { lastRead, markRead } from "../lib/talk.ts";
import type { LogEntry, Person, ScoreView } from "../lib/wire.ts";
import { Advice } from "./advice.svelte.ts";
import { wasGuided } from "./guide.ts";
import { Play } from "./play.svelte.ts";
import { Scores } from "./scores.svelte.ts";

/** What the dock of a phone shows instead of the turn. */
export type Sheet = "turn" | "reserve" | "modules" | "majorities" | "log";
/** Where an action is performed, by the name it has as `data-place`. */
export type Place = "market" | "money" | "huts" | "falcons";
/** A window on top of the table; there is one at a time. */
export type Window = { what: "menu" | "score" | "left" | "keys" } | { what: "report"; person: Person; line: number };

/** A step that changed somebody's city. */
export type Watched = { seat: number; cell: Cell | null; entry: LogEntry };
/** How many milliseconds it is shown, if nothing else follows. */
const WATCHED = 4000;

export class Desk {
  readonly table: Table;
  readonly play: Play;
  readonly scores: Scores;
  readonly advice: Advice;
  sheet = $state<Sheet>("turn");
  window = $state.raw<Window | null>(null);
  /** A round that has just been scored, and who drew its card. */
  scored = $state.raw<{ score: ScoreView; seat: number | null } | null>(null);
  /** What another player has just built, and where. */
  watched = $state.raw<Watched | null>(null);
  guiding = $state(false);
  /** A cell that the log points at. */
  marked = $state.raw<Cell | null>(null);
  /** Cells whose tile is still in flight. */
  arriving = $state.raw<string[]>([]);
  #lookedAt = $state<number | null>(null);
  #read = $state(0);

  /** Whether this is a replay. */
  readonly replay: Replay | null;

  constructor(table: Table, replay: Replay | null = null) {
    this.table = table;
    this.replay = replay;
    this.play = new Play(table);
    this.scores = new Scores(table, this.play);
    this.advice = new Advice(this.play);
    const known = table.known;
    const played = known?.log.some((e) => e.seat === known.viewer) ?? true;
    this.guiding = !wasGuided() && known?.viewer !== null && known?.table.status === "playing" && !played;
    this.#read = known ? lastRead(known.table.id) : 0;
    // A new decision starts without a selection, on one's own board.
    $effect(() => {
      void this.#decision;
      this.play.clear();
      if (table.choice?.to_act) this.#lookedAt = null;
      this.marked = null;
    });
    // The game pauses while a round is presented, unless a clock is running.
    $effect(() => {
      if (!this.scored || table.known?.game?.clock) return;
      untrack(() => table.hold(true));
      return () => table.hold(false);
    });
    // Windows are closed before the screen is passed on.
    $effect(() => {
      if (this.play.curtain !== null) this.window = null;
    });
  }
  #decision = $derived.by(() => this.table.choice?.decision);

  /** Whose city is shown. */
  seat = $derived.by(() => {
    const known = this.table.known;
    const followed = settings.follow === "board" && !this.play.active ? this.watched?.seat : undefined;
    return this.#lookedAt ?? followed ?? known?.viewer ?? known?.game?.turn.seat ?? 0;
  });
  player = $derived.by(() => this.table.known?.game?.players.find((p) => p.seat === this.seat));
  /** Several seats on one screen. */
  shared = $derived.by(() => (this.table.known?.yours.length ?? 0) > 1);
  /** Unread chat messages of others. */
  unread = $derived.by(
    () =>
      this.table.known?.chat.filter((line) => line.number > this.#read && line.from.id !== session.at(this.table.known?.table.id ?? ""))
        .length ?? 0,
  );

  /** Another player's building is shown where it happens, for a moment. */
  #watch({ step }: Shown): void {
    const known = this.table.known;
    // Whoever acts has seen enough of it.
    if (step && known?.yours.includes(step.seat)) this.watched = null;
    if (!step?.lengths || !known || known.yours.includes(step.seat) || settings.speed === "off") return;
    const watched = { seat: step.seat, cell: parseMove(step.do).cell, entry: step };
    this.watched = watched;
    setTimeout(() => {
      if (this.watched === watched) this.watched = null;
    }, WATCHED);
  }
  /** Whether the other player's building is shown over your own city; ends with your next selection. */
  watching = $derived.by(
    () => this.watched !== null && settings.follow === "inset" && !this.play.inHand && !this.play.picking && !this.play.proposed,
  );
  lookAt(seat: number | null, cell: Cell | null = null): void {
    this.#lookedAt = seat === this.table.mine ? null : seat;
    this.marked = cell;
  }
  /** Shows the table after this many steps. */
  showMoment(step: number): void {
    if (this.replay) void this.replay.go(step);
    else if (this.table.known) router.go(`/replay/${this.table.known.table.code}#${step}`);
  }
  read(): void {
    const known = this.table.known;
    if (!known) return;
    this.#read = known.chat.at(-1)?.number ?? this.#read;
    markRead(known.table.id, this.#read);
  }
  open(window: Window | null): void {
    this.window = window;
  }
  /** Moves to where an action is performed: it glows for a moment, and gets the focus. */
  async lead(to: Place): Promise<void> {
    if (to === "money" ? !this.play.takenCards.length : !this.play.tile) this.play.clear();
    this.sheet = to === "huts" || to === "falcons" ? "modules" : "turn";
    await tick();
    const place = document.querySelector(`[data-place="${to}"]`);
    place?.scrollIntoView({ block: "nearest" });
    place?.querySelector<HTMLElement>("button:enabled")?.focus();
    const glow = { boxShadow: "inset 0 0 0 4px var(--gold)" };
    place?.animate([glow, glow, {}], { duration: 1200, easing: "ease-out" });
  }
  /** Escape: first what is being shown, then a hint, then the selection, then another's city. */
  escape(): void {
    if (this.table.behind) {
      this.table.skip();
      return;
    }
    if (this.advice.turns) {
      this.advice.close();
      return;
    }
    this.play.clear();
    this.lookAt(null);
  }
  /** A step is shown: plays its sound, and presents a scored round, unless everything is shown at once. */
  hear(shown: Shown): void {
    this.#watch(shown);
    for (const show of shown.shows) {
      if (show.what !== "score" || show.sheet.round > 2 || !settings.ceremonies || document.hidden) continue;
      const drew = shown.shows.some((s) => s.what === "scoring");
      this.scored = { score: show, seat: drew ? (shown.step?.seat ?? null) : null };
    }
    const heard = settings.sounds(this.shared) && !document.hidden ? soundOf(shown) : null;
    if (heard) sound(heard);
  }
}

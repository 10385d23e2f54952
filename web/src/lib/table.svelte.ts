// The store of a table: updated by its connection, read by every component.
import { tick } from "svelte";
import { api } from "./api.ts";
import { fold, type Known } from "./fold.ts";
import { type Ear, type Line, lineTo } from "./line.ts";
import { Pacing, pauseAfter } from "./pacing.ts";
import { problemWords } from "./problem.ts";
import { settings } from "./settings.svelte.ts";
import type {
  AdviceView,
  Ask,
  Choice,
  CourseTurn,
  FromServer,
  GameSummary,
  LeftView,
  LogEntry,
  Placed,
  PreviewView,
  Problem,
  ProblemKind,
  RefusalView,
  ScoreView,
  Show,
  Standing,
} from "./wire.ts";

type Waiting = { message: Ask; resolve: (answer: FromServer) => void };
/** A step as it is shown, with everything it revealed. */
export type Shown = { step: LogEntry | undefined; shows: Show[] };
export type Outcome = { ok: true } | { ok: false; refusal?: RefusalView; problem?: string };
type Step = { type: "act"; do: string } | { type: "undo" } | { type: "restart" };

function outcomeOf(answer: FromServer | null): Outcome {
  if (answer?.type === "done") return { ok: true };
  if (answer?.type === "refused") return { ok: false, refusal: answer.refusal };
  return answer?.type === "problem" ? { ok: false, problem: problemWords(answer.problem) } : { ok: false };
}
type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never;

/** Milliseconds before the same message is sent again: a failure for these reasons may be temporary. */
const AGAIN: Partial<Record<ProblemKind, number>> = { retry: 1000, "too-many": 2000 };

export class Table {
  known = $state.raw<Known | null>(null);
  /** `shut`: watching is not allowed. */
  connection = $state<"opening" | "live" | "lost" | "shut">("opening");
  /** Steps that are queued to be shown. */
  behind = $state(0);
  /** The animator: called before a step is folded in, and returns what to do once it is on the page. */
  animate: ((shown: Shown) => () => void) | null = null;
  lookingThrough = $state<number | null>(null);

  #id: string;
  #connect: (ear: Ear) => Line;
  #line: Line | null = null;
  #waiting = new Map<string, Waiting>();
  #awaited: { version: number; resolve: () => void }[] = [];
  #counter = 0;
  #chosen = false;
  #greeting: ReturnType<typeof setTimeout> | undefined;
  /** Messages to be sent again. */
  #again = new Set<ReturnType<typeof setTimeout>>();
  #pacing = new Pacing(
    (message) => this.#show(message),
    (message) => (document.hidden ? 0 : pauseAfter(message, settings.speed, this.known?.yours ?? [], !!this.known?.game?.clock)),
  );

  /** `connect` opens a connection to something else than the table's own, such as a replay. */
  constructor(id: string, connect: (ear: Ear) => Line = (ear) => lineTo(id, ear)) {
    this.#id = id;
    this.#connect = connect;
  }

  get choice(): Choice | null {
    return this.known?.game?.choice ?? null;
  }
  get mine(): number | null {
    return this.known?.viewer ?? null;
  }

  open(seat: number | null): void {
    this.lookingThrough = seat;
    this.#line = this.#connect({
      opened: () => {
        this.skip();
        this.#hello();
        // Unanswered messages are sent again; the server recognizes their ids.
        for (const { message } of this.#waiting.values()) this.#send(message);
      },
      heard: (text) => {
        this.#pacing.push(JSON.parse(text) as FromServer);
        this.behind = this.#pacing.behind;
      },
      lost: () => {
        this.connection = "lost";
      },
      waits: () => this.#waiting.size > 0,
    });
  }
  /** Stops everything: no more messages or timers. */
  close(): void {
    this.#line?.close();
    this.#line = null;
    this.#pacing.stop();
    clearTimeout(this.#greeting);
    for (const timer of this.#again) clearTimeout(timer);
    this.#again.clear();
  }
  /** Reconnects as a different person. */
  reopen(seat: number | null = this.lookingThrough): void {
    this.close();
    this.open(seat);
  }
  /** Reconnects without waiting for the next attempt. */
  tryNow(): void {
    this.reopen();
  }

  /** Switches to another of one's seats, or to a watcher's view. */
  look(seat: number | null): void {
    this.lookingThrough = seat;
    this.#send({ type: "hello", seat, version: null });
  }

  /** Shows all queued steps at once. */
  skip(): void {
    this.#pacing.skip();
    this.behind = 0;
  }

  /** Holds queued steps until released. */
  hold(held: boolean): void {
    this.#pacing.hold(held);
    this.behind = this.#pacing.behind;
  }

  act(line: string): Promise<Outcome> {
    return this.#do({ type: "act", do: line });
  }
  /** Plays several actions, each after the table shows the previous one. */
  async actAll(lines: readonly string[]): Promise<Outcome> {
    for (const line of lines) {
      const answer = await this.#put({ type: "act", do: line });
      if (answer?.type !== "done") return outcomeOf(answer);
      await this.#reached(answer.version);
    }
    return { ok: true };
  }
  undo(): Promise<Outcome> {
    return this.#do({ type: "undo" });
  }
  restart(): Promise<Outcome> {
    return this.#do({ type: "restart" });
  }
  async preview(tile: string): Promise<PreviewView | null> {
    const seat = this.mine;
    if (seat === null) return null;
    const answer = await this.#ask({ type: "preview", seat, tile });
    return answer.type === "preview" ? answer.preview : null;
  }
  async score(round: number, tile: Placed | null = null): Promise<ScoreView | null> {
    const answer = await this.#ask({ type: "score", round, with: tile });
    return answer.type === "score" ? answer.score : null;
  }
  /** The course of a finished game, turn by turn. */
  course(): Promise<CourseTurn[]> {
    return api.course(this.#id);
  }
  /** What a finished game against bots adds to one's progress. */
  summary(): Promise<GameSummary> {
    return api.summary(this.#id);
  }
  async left(): Promise<LeftView | null> {
    const answer = await this.#ask({ type: "left", seat: this.mine });
    return answer.type === "left" ? answer.left : null;
  }
  /** The best turns, best first. */
  async hint(): Promise<AdviceView[] | null> {
    const seat = this.mine;
    if (seat === null) return null;
    const answer = await this.#ask({ type: "hint", seat });
    return answer.type === "hint" ? answer.turns : null;
  }
  /** The position as the viewer knows it, as text, where analysis is allowed. */
  async position(): Promise<string | null> {
    const seat = this.mine;
    if (seat === null) return null;
    const answer = await this.#ask({ type: "position", seat });
    return answer.type === "position" ? answer.position : null;
  }
  async stand(answer: Standing): Promise<void> {
    const seat = this.mine;
    if (seat !== null) await this.#ask({ type: "standing", seat, ...answer });
  }
  /** The problem, if it could not be sent. */
  async say(text: string): Promise<Problem | null> {
    const answer = await this.#ask({ type: "chat", text });
    return answer.type === "problem" ? answer.problem : null;
  }

  async #do(what: Step): Promise<Outcome> {
    return outcomeOf(await this.#put(what));
  }
  /** The answer to a step of the current choice; `null` if there is no choice. */
  async #put(what: Step): Promise<FromServer | null> {
    const choice = this.choice;
    return choice && this.#ask({ ...what, seat: choice.seat, decision: choice.decision });
  }
  /** Waits until the table shows this version: a step may be acknowledged before its changes arrive. */
  #reached(version: number): Promise<void> {
    this.skip();
    if ((this.known?.version ?? 0) >= version) return Promise.resolve();
    return new Promise((resolve) => this.#awaited.push({ version, resolve }));
  }

  #ask(ask: DistributiveOmit<Exclude<Ask, { type: "hello" }>, "id">): Promise<FromServer> {
    this.#counter += 1;
    const id = `${this.#counter}-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
    const message = { ...ask, id } as Ask;
    return new Promise((resolve) => {
      this.#waiting.set(id, { message, resolve });
      this.#send(message);
    });
  }

  #hello(): void {
    // Versions of another seat's view do not count.
    const version = this.known?.viewer === this.lookingThrough ? this.known.version : null;
    this.#send({ type: "hello", seat: this.lookingThrough, version });
  }

  #send(message: Ask): void {
    this.#line?.send(message);
  }

  #show(message: FromServer): void {
    this.behind = this.#pacing.behind;
    const { known, gap } = fold(this.known, message);
    const news = message.type === "update" && !gap && known !== this.known && (message.step || message.shows) ? message : null;
    const after = news && this.animate?.({ step: news.step, shows: [...(news.step?.shows ?? []), ...(news.shows ?? [])] });
    this.known = known;
    const version = known?.version ?? 0;
    for (const awaited of this.#awaited.filter((a) => a.version <= version)) awaited.resolve();
    this.#awaited = this.#awaited.filter((a) => a.version > version);
    if (after) void tick().then(after);
    if (gap) {
      this.#hello();
      return;
    }
    // Any message shows that the connection is up; if nothing was missed, no snapshot comes.
    if (known && message.type !== "problem") {
      this.connection = "live";
      this.#line?.works();
    }
    if (message.type === "snapshot") {
      // After changing seats before the start, or being shuffled, the view follows.
      this.lookingThrough = message.viewer;
      this.#chooseSeat();
    }
    if (message.type === "problem" && message.id === null) this.#unanswered(message.problem.type);
    if ("id" in message && message.id !== null) this.#answer(message.id, message);
  }

  /** Only hello has no id. */
  #unanswered(kind: ProblemKind): void {
    if (kind === "not-yours") this.#shut();
    const pause = AGAIN[kind];
    if (pause === undefined) return;
    clearTimeout(this.#greeting);
    this.#greeting = setTimeout(() => this.#hello(), pause);
  }

  /** The seat was lost, or only players may watch. */
  #shut(): void {
    if (this.lookingThrough !== null) {
      this.look(null);
      return;
    }
    this.connection = "shut";
    this.close();
  }

  #answer(id: string, message: FromServer): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    const pause = message.type === "problem" ? AGAIN[message.problem.type] : undefined;
    if (pause !== undefined) {
      const timer = setTimeout(() => {
        this.#again.delete(timer);
        this.#send(waiting.message);
      }, pause);
      this.#again.add(timer);
      return;
    }
    this.#waiting.delete(id);
    waiting.resolve(message);
  }

  /** A page that did not know its seat switches to it once it is told. */
  #chooseSeat(): void {
    const own = this.known?.yours[0];
    if (this.#chosen || this.known?.viewer !== null || own === undefined) return;
    this.#chosen = true;
    this.look(own);
  }
}

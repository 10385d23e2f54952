// A moment of a real game without a server: what the page received then, and the answers it would have got (tests/scenes).
import type { Known } from "../lib/fold.ts";
import { ProblemError } from "../lib/problem.ts";
import { Table } from "../lib/table.svelte.ts";
import type { CourseTurn, LeftView, PreviewView, ScoreView, Snapshot } from "../lib/wire.ts";

export type Scene = {
  snapshot: Snapshot;
  toAct: number[];
  score: ScoreView;
  previews: PreviewView[];
  left: LeftView;
  course: CourseTurn[];
};

export class Replayed extends Table {
  readonly #scene: Scene;

  constructor(scene: Scene) {
    super("scene");
    this.#scene = scene;
    const around: Pick<Known, "toAct" | "chat" | "here" | "watchers" | "comings"> = {
      toAct: scene.toAct,
      chat: [],
      here: [{ id: "ana", name: "Ana" }],
      watchers: 0,
      comings: [],
    };
    this.known = { ...scene.snapshot, ...around };
    this.connection = "live";
  }
  override preview(tile: string): Promise<PreviewView | null> {
    return Promise.resolve(this.#scene.previews.find((p) => p.tile === tile) ?? null);
  }
  override score(): Promise<ScoreView> {
    return Promise.resolve(this.#scene.score);
  }
  override left(): Promise<LeftView> {
    return Promise.resolve(this.#scene.left);
  }
  override course(): Promise<CourseTurn[]> {
    return Promise.resolve(this.#scene.course);
  }
  override summary(): Promise<never> {
    return Promise.reject(new ProblemError({ type: "wrong-time", title: "This is no game of yours." }));
  }
}

// The guided first turn: the next lesson follows from what the player sees and has selected. Nothing repeats, nothing blocks.
import type { Known } from "../lib/fold.ts";
import type { Play } from "./play.svelte.ts";

export const INTRO = ["court", "points", "money"] as const;
export type Lesson = (typeof INTRO)[number] | "wait" | "act" | "again" | "buy" | "short" | "take" | "place" | "end" | "done";

/** Which part of the table a lesson is about. */
export const ABOUT: Record<Lesson, "board" | "majorities" | "hand" | "prompt" | "market" | null> = {
  court: "board",
  points: "majorities",
  money: "hand",
  wait: "prompt",
  act: "market",
  again: "market",
  buy: "prompt",
  short: "prompt",
  take: "prompt",
  place: "board",
  end: "prompt",
  done: null,
};

const KEY = "guided";
export const wasGuided = (): boolean => localStorage.getItem(KEY) === "yes";
export const rememberGuided = (): void => localStorage.setItem(KEY, "yes");

type Picked = Pick<Play, "active" | "tile" | "buying" | "takenCards" | "placing" | "onlyEnd">;

/** `introduced`: the number of introductory lessons read. */
export function lesson(introduced: number, known: Known, play: Picked): Lesson {
  const intro = INTRO[introduced];
  // Whoever begins to play needs no further introduction.
  const playing = !!play.tile || play.takenCards.length > 0 || known.log.some((e) => e.seat === known.viewer);
  if (intro && !playing) return intro;
  if (known.log.some((e) => e.seat === known.viewer && e.do === "end")) return "done";
  if (!play.active) return "wait";
  if (play.tile) return play.buying ? "buy" : "short";
  if (play.takenCards.length) return "take";
  if (play.placing) return "place";
  if (play.onlyEnd) return "end";
  return known.game?.turn.first === false ? "again" : "act";
}

// A player's puzzle record, stored on this device: a rating, a streak, and which puzzles were solved at the first attempt.
import { type Puzzle, ratingOf } from "./puzzles.ts";

const KEY = "puzzles";
const FIRST = 1200;
/** How much a single puzzle changes a rating; more while little is known. */
const STEP = 24;
const EARLY_STEP = 48;
const EARLY = 20;

type Kept = { rating: number; streak: number; longest: number; tried: Record<string, boolean> };

function read(): Kept {
  const none: Kept = { rating: FIRST, streak: 0, longest: 0, tried: {} };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Kept> | null;
    const whole = { ...none, ...kept };
    return Number.isFinite(whole.rating) && typeof whole.tried === "object" ? whole : none;
  } catch {
    return none;
  }
}

/** The probability that a player with one rating solves a puzzle with another. */
export const chance = (mine: number, puzzle: number): number => 1 / (1 + 10 ** ((puzzle - mine) / 400));

export class PuzzleScore {
  #kept = $state.raw<Kept>(read());

  get rating(): number {
    return Math.round(this.#kept.rating);
  }
  /** Consecutive puzzles solved at the first attempt. */
  get streak(): number {
    return this.#kept.streak;
  }
  get longest(): number {
    return this.#kept.longest;
  }
  get solved(): number {
    return Object.values(this.#kept.tried).filter(Boolean).length;
  }
  get tried(): number {
    return Object.keys(this.#kept.tried).length;
  }
  /** Whether it was solved at the first attempt; `null` if not tried yet. */
  of(puzzle: Puzzle): boolean | null {
    return this.#kept.tried[puzzle.id] ?? null;
  }

  /** Counts a first attempt, and returns the change of the rating; `null` for later attempts, which do not count. */
  count(puzzle: Puzzle, solved: boolean): number | null {
    if (this.of(puzzle) !== null) return null;
    const { rating, streak, longest, tried } = this.#kept;
    const step = Object.keys(tried).length < EARLY ? EARLY_STEP : STEP;
    const next = Math.max(100, rating + step * (Number(solved) - chance(rating, ratingOf(puzzle))));
    const run = solved ? streak + 1 : 0;
    this.#kept = { rating: next, streak: run, longest: Math.max(longest, run), tried: { ...tried, [puzzle.id]: solved } };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // Storage is full: it counts until the page is closed.
    }
    return Math.round(next) - Math.round(rating);
  }

  /** The most suitable puzzle: not tried yet, and close to the player's rating; then those that were not solved. */
  next(puzzles: readonly Puzzle[], after: string | null = null): Puzzle | null {
    const others = puzzles.filter((p) => p.id !== after);
    const fresh = others.filter((p) => this.of(p) === null);
    const missed = others.filter((p) => this.of(p) === false);
    const from = fresh.length ? fresh : missed.length ? missed : others;
    const distance = (p: Puzzle): number => Math.abs(ratingOf(p) - this.#kept.rating);
    return from.reduce<Puzzle | null>((best, p) => (best && distance(best) <= distance(p) ? best : p), null);
  }
}
export const puzzleScore = new PuzzleScore();

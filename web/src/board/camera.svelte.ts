// The view of a board: zoom and offset. A mouse or one finger drags it, two fingers pinch it, the wheel zooms.
import type { Fit } from "./layout.ts";

type Point = { x: number; y: number };

/** Movements below this many px are a click, not a drag. */
const TREMBLE = 8;
const FARTHEST = 0.5;
const NEAREST = 5;

export class Camera {
  /** Of the frame, in px. */
  width = $state(0);
  height = $state(0);
  #zoom = $state(1);
  #pan = $state<Point>({ x: 0, y: 0 });
  /** Fingers on the board, and where each was last. */
  #fingers = new Map<number, Point>();
  #moved = false;

  /** The position of a board that nobody has moved. */
  see(at: Fit): Fit {
    const [cx, cy] = [this.width / 2, this.height / 2];
    return { tile: at.tile * this.#zoom, x: cx + (at.x - cx) * this.#zoom + this.#pan.x, y: cy + (at.y - cy) * this.#zoom + this.#pan.y };
  }
  /** Whether somebody has moved it. */
  get away(): boolean {
    return this.#zoom !== 1 || this.#pan.x !== 0 || this.#pan.y !== 0;
  }
  reset(): void {
    this.#zoom = 1;
    this.#pan = { x: 0, y: 0 };
  }
  /** Zooms in or out around this point of the frame. */
  nearer(times: number, about: Point = { x: this.width / 2, y: this.height / 2 }): void {
    const zoom = Math.min(NEAREST, Math.max(FARTHEST, this.#zoom * times));
    const factor = zoom / this.#zoom;
    const [x, y] = [about.x - this.width / 2, about.y - this.height / 2];
    this.#pan = { x: x - (x - this.#pan.x) * factor, y: y - (y - this.#pan.y) * factor };
    this.#zoom = zoom;
  }

  /** `first`: no other finger is down. The end of an earlier touch may have been missed, on a cell that was gone by then. */
  down(finger: number, at: Point, first: boolean): void {
    if (first) {
      this.#fingers.clear();
      this.#moved = false;
    }
    this.#fingers.set(finger, at);
  }
  move(finger: number, at: Point): void {
    const before = this.#fingers.get(finger);
    if (!before) return;
    const other = [...this.#fingers].find(([id]) => id !== finger)?.[1];
    if (!other && !this.#moved && Math.hypot(at.x - before.x, at.y - before.y) <= TREMBLE) return;
    this.#moved = true;
    this.#fingers.set(finger, at);
    if (other) {
      this.nearer(apart(at, other) / apart(before, other), other);
    } else {
      this.#pan = { x: this.#pan.x + at.x - before.x, y: this.#pan.y + at.y - before.y };
    }
  }
  up(finger: number): void {
    this.#fingers.delete(finger);
  }
  /** The last touch moved the board, so it selected nothing. */
  get moved(): boolean {
    return this.#moved;
  }
}

/** Never zero: it is a divisor. */
const apart = (a: Point, b: Point) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));

// Dragging the tile in hand over the board: it follows the pointer, or floats above the finger so that its target is visible.
import type { Attachment } from "svelte/attachments";
import type { Cell } from "../board/layout.ts";
import type { Play } from "./play.svelte.ts";

/** Movements below this many px are a click. */
const TREMBLE = 8;
/** How far above a finger a tile floats, px. */
const LIFT = 56;

export type Carried = { tile: string; x: number; y: number; size: number };

class Drag {
  /** The dragged tile, and its centre on the page. */
  carried = $state.raw<Carried | null>(null);
}
export const drag = new Drag();

/** The cell of one's own board under a point of the page, and the tile size there. */
function under(x: number, y: number): { cell: Cell; size: number } | null {
  const board = document.querySelector<SVGElement>("svg.board[data-drop]");
  const box = board?.getBoundingClientRect();
  const [left = 0, top = 0, size = 0] = board?.dataset.drop?.split(" ").map(Number) ?? [];
  if (!box || !size || x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
  return { cell: { x: Math.floor((x - box.left - left) / size), y: Math.floor((y - box.top - top) / size) }, size };
}

/** Makes an element the handle for dragging a tile. Dropping it builds it, or with touch shows it first. */
export function handle(play: Play, tile: string): Attachment<HTMLElement> {
  return (element) => {
    let from: { x: number; y: number } | null = null;
    let moved = false;
    const where = (event: PointerEvent) => ({ x: event.clientX, y: event.clientY - (event.pointerType === "mouse" ? 0 : LIFT) });
    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY };
      moved = false;
      element.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent) => {
      if (!from) return;
      if (!moved && Math.hypot(event.clientX - from.x, event.clientY - from.y) < TREMBLE) return;
      if (!moved && play.inHand !== tile) play.carry(tile);
      moved = true;
      const at = where(event);
      const found = under(at.x, at.y);
      play.ghost = null;
      play.hover = found?.cell ?? null;
      drag.carried = { tile, ...at, size: found?.size ?? drag.carried?.size ?? 72 };
    };
    const stop = () => {
      from = null;
      drag.carried = null;
    };
    const up = (event: PointerEvent) => {
      const at = where(event);
      const cell = moved ? under(at.x, at.y)?.cell : undefined;
      stop();
      if (!cell || !play.isTarget(cell)) return;
      if (event.pointerType === "mouse" || !play.isLegal(cell)) void play.put(cell);
      else play.ghost = cell;
    };
    // A drag is not a click.
    const click = (event: MouseEvent) => {
      if (moved) event.stopImmediatePropagation();
      moved = false;
    };
    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", stop);
    element.addEventListener("click", click, { capture: true });
    return () => {
      stop();
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", stop);
      element.removeEventListener("click", click, { capture: true });
    };
  };
}

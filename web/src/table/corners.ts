// Where something that lies on top of the board hides the least of it.
import { type Cell, type Fit, hides } from "../board/layout.ts";

type Size = { width: number; height: number };
export type Box = Size & { x: number; y: number };
/** What each corner keeps free for the buttons there, in px. */
export type Margins = { top: number; bottom: number; side: number };

/** The corner where a box hides the fewest of these cells and nothing that is there already: the lower right one, if they are equal. */
export function corner(size: Size, frame: Size, margins: Margins, cells: readonly Cell[], view: Fit, taken: readonly Box[] = []): Box {
  const [left, right] = [margins.side, frame.width - size.width - margins.side];
  const [high, low] = [margins.top, frame.height - size.height - margins.bottom];
  const overlaps = (a: Box, b: Box) => a.x < b.x + b.width && a.x + a.width > b.x && a.y < b.y + b.height && a.y + a.height > b.y;
  const boxes = [
    { x: right, y: low },
    { x: left, y: low },
    { x: right, y: high },
    { x: left, y: high },
  ].map((place) => ({ ...place, ...size }));
  const hidden = (box: Box) => cells.filter((cell) => hides(box, [cell], view)).length;
  const cost = (box: Box) => hidden(box) + (taken.some((other) => overlaps(box, other)) ? 1000 : 0);
  return boxes.reduce((best, box) => (cost(box) < cost(best) ? box : best));
}

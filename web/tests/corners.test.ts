import { describe, expect, it } from "vitest";
import { corner } from "../src/table/corners.ts";

const frame = { width: 540, height: 400 };
const margins = { top: 54, bottom: 12, side: 12 };
const size = { width: 160, height: 220 };
const view = { tile: 60, x: 60, y: 60 };

describe("what lies on the board", () => {
  it("is at the lower right where nothing is built", () => {
    expect(corner(size, frame, margins, [], view)).toEqual({ x: 368, y: 168, ...size });
  });
  it("moves to the corner where it hides the fewest tiles", () => {
    const east = [3, 4, 5, 6].map((x) => ({ x, y: 3 }));
    expect(corner(size, frame, margins, east, view)).toMatchObject({ x: 12, y: 168 });
    const row = [0, 1, ...east.map((c) => c.x)].map((x) => ({ x, y: 4 }));
    expect(corner(size, frame, margins, row, view)).toMatchObject({ x: 368, y: 54 });
  });
  it("keeps clear of what is there already", () => {
    const taken = corner(size, frame, margins, [], view);
    expect(corner(size, frame, margins, [], view, [taken])).toMatchObject({ x: 12, y: 168 });
  });
});

import { describe, expect, it } from "vitest";
import { shape } from "../src/board/code.ts";
import { edgesOf, type Laid, longest } from "../src/board/edges.ts";
import { ARROWS, fitted, hides, lots, plateScale, toward } from "../src/board/layout.ts";
import { night, nightSheet } from "../src/board/night.ts";
import { freeTile, scene } from "../src/board/scene.ts";
import { COMBINED, MINE, MODULES } from "../src/gallery/boards.ts";

const ids = (tiles: readonly Laid[]) => scene(tiles, "F").pieces.flatMap((p) => (p.is === "use" ? [p.id] : []));

describe("arrow keys on the board", () => {
  const cells = [
    { x: 0, y: -1 },
    { x: 1, y: 0 },
    { x: 3, y: 0 },
    { x: 1, y: 2 },
    { x: -2, y: 1 },
  ];
  const go = (x: number, y: number, key: string) => toward({ x, y }, ARROWS[key] ?? { x: 0, y: 0 }, cells);
  it("move to the nearest cell in their direction", () => {
    expect(go(1, 0, "ArrowRight")).toEqual({ x: 3, y: 0 });
    expect(go(3, 0, "ArrowLeft")).toEqual({ x: 1, y: 0 });
    expect(go(1, 0, "ArrowDown")).toEqual({ x: 1, y: 2 });
  });
  it("move sideways where nothing is straight ahead", () => {
    expect(go(1, 0, "ArrowUp")).toEqual({ x: 0, y: -1 });
    expect(go(0, -1, "ArrowLeft")).toEqual({ x: -2, y: 1 });
  });
  it("do nothing where nothing is ahead", () => {
    expect(go(3, 0, "ArrowRight")).toBeNull();
    expect(go(0, -1, "ArrowUp")).toBeNull();
  });
});

describe("codes", () => {
  it("describe every type of tile", () => {
    expect(shape("T9ne")).toMatchObject({ sort: "alhambra", kind: "T", price: 9, sides: "ne" });
    expect(shape("Ba2new")).toMatchObject({ sort: "granada", kind: "Ba", price: 2, sides: "new" });
    expect(shape("hGne")).toMatchObject({ sort: "hut", kind: "G", sides: "ne" });
    expect(shape("c8ne")).toMatchObject({ sort: "camp", price: 8, sides: "ne" });
    expect(shape("bSAG")).toMatchObject({ sort: "bazaar", kinds: ["S", "A", "G"] });
    expect(() => shape("Z9")).toThrow();
  });
});

describe("walls", () => {
  it("that are back to back form one inner wall", () => {
    const edges = edgesOf([
      { code: "F", x: 0, y: 0 },
      { code: "T9es", x: 0, y: -1 },
      { code: "P3sw", x: 1, y: -1 },
    ]);
    expect([...edges.innerWall]).toEqual(["v:1:-1"]);
    expect(edges.wall.has("v:1:-1")).toBe(false);
  });
  it("behind a bastion stay outer walls", () => {
    expect(edgesOf(MODULES).wall.has("h:1:0")).toBe(true);
  });
  it("connect at corners: twelve segments are the longest here", () => {
    expect(longest(edgesOf(MINE).wall).size).toBe(12);
  });
  it("against a moat are drawn on the Alhambra's side", () => {
    expect(edgesOf(COMBINED).contact.get("h:-1:0")).toBe("s");
  });
  it("grow by two with the tile of the mock-up", () => {
    expect(longest(edgesOf([...MINE, { code: "P3sw", x: -1, y: 3 }]).wall).size).toBe(14);
  });
});

describe("a scene", () => {
  it("has turrets at ends and turns, not on straight runs", () => {
    const row = [
      { code: "F", x: 0, y: 1 },
      { code: "T11n", x: 0, y: 0 },
      { code: "P6n", x: 1, y: 0 },
    ];
    expect(ids(row).filter((id) => id.startsWith("turret"))).toHaveLength(2);
  });
  it("draws ground before what stands on it, and rows from north to south", () => {
    const drawn = scene(MINE, "F").pieces;
    const at = (id: string) => drawn.findIndex((p) => p.is === "use" && p.id === id);
    const last = (start: string) => drawn.findLastIndex((p) => p.is === "use" && p.id.startsWith(start));
    expect(last("ground-")).toBeLessThan(at("build-G"));
    const rows = drawn.flatMap((p) => (p.is === "use" && p.id.startsWith("build-") ? [p.y] : []));
    expect(rows).toEqual([...rows].sort((a, b) => a - b));
  });
  it("flies one flag on the longest wall", () => {
    expect(ids(MINE).filter((id) => id === "turret-flag")).toHaveLength(1);
  });
  it("shows a pennant on each segment that pays twice", () => {
    expect(ids(COMBINED).filter((id) => id === "pennant").length).toBeGreaterThan(2);
  });
  it("draws a bastion that faces nothing separately", () => {
    const alone = freeTile("c8ne", "F").flatMap((p) => (p.is === "use" ? [p.id] : []));
    expect(alone).toContain("bastion-n-free");
  });
});

describe("the layout", () => {
  const frame = { width: 760, height: 528, top: 50, right: 30, bottom: 24, left: 30 };
  it("shows every cell, with headroom above the northernmost", () => {
    const { tile, x, y } = fitted(MINE, frame);
    for (const t of MINE) {
      expect(x + t.x * tile).toBeGreaterThanOrEqual(frame.left - 0.01);
      expect(y + (t.y - 54 / 160) * tile).toBeGreaterThanOrEqual(frame.top - 0.01);
      expect(x + (t.x + 1) * tile).toBeLessThanOrEqual(frame.width - frame.right + 0.01);
      expect(y + (t.y + 1) * tile).toBeLessThanOrEqual(frame.height - frame.bottom + 0.01);
    }
  });
  it("shows thirty cells in a row", () => {
    const { tile, x } = fitted(
      [
        { x: -10, y: 0 },
        { x: 19, y: 0 },
      ],
      frame,
    );
    expect(x - 10 * tile).toBeGreaterThanOrEqual(frame.left);
    expect(x + 20 * tile).toBeLessThanOrEqual(frame.width - frame.right);
  });
  it("knows which cells a box over the board covers", () => {
    const view = { tile: 50, x: 100, y: 100 };
    const box = { x: 151, y: 80, width: 60, height: 40 };
    expect(hides(box, [{ x: 0, y: 0 }], view)).toBe(false);
    expect(hides(box, [{ x: 1, y: 0 }], view)).toBe(true);
    expect(hides(box, [{ x: 1, y: 1 }], view)).toBe(false);
  });
  it("never exceeds the maximum tile size", () => {
    expect(fitted([{ x: 0, y: 0 }], frame, 112).tile).toBe(112);
  });
  it("enlarges plates as tiles shrink", () => {
    expect([112, 80, 48].map(plateScale)).toEqual([1, 1.12, 1.3]);
  });
  it("finds the lots around a tile", () => {
    expect(lots([{ code: "F", x: 0, y: 0 }])).toHaveLength(4);
  });
});

describe("night", () => {
  it("darkens colours and leaves text alone", () => {
    expect(night("#FFFFFF")).toBe("#858bcc");
    expect(night("none")).toBe("none");
  });
  it("gives symbols different names", () => {
    const sheet = nightSheet('<symbol id="a"><path fill="#fff" stroke="url(#g)"/><use href="#b"/></symbol>');
    expect(sheet).toContain('id="a-night"');
    expect(sheet).toContain("url(#g-night)");
    expect(sheet).toContain('href="#b-night"');
    expect(sheet).not.toContain('"#fff"');
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { apart, hullOf, type Point, pointsOf } from "../art-hull.ts";
import { merged } from "../art-merge.ts";

const LOOK = 'fill="#F00" stroke="#000" stroke-width="1"';
const square = (x: number, y: number, look = LOOK) => `<rect x="${x}" y="${y}" width="10" height="10" ${look}/>`;
const count = (text: string) => (text.match(/<\w/g) ?? []).length;

describe("shapes that look alike", () => {
  it("become one", () => {
    expect(merged(square(0, 0) + square(20, 0))).toBe(`<path d="M0 0h10v10h-10zM20 0h10v10h-10z" ${LOOK}/>`);
    expect(count(merged(`<circle cx="5" cy="5" r="2" fill="#F00"/><ellipse cx="15" cy="5" rx="2" ry="1" fill="#F00"/>`))).toBe(1);
  });
  it("move behind what they do not touch", () => {
    const other = `<circle cx="15" cy="5" r="2" fill="#00F"/>`;
    expect(count(merged(square(0, 0) + other + square(20, 0)))).toBe(2);
  });
  it("stay in front of what they cover", () => {
    const wide = `<path d="M5 5H25" stroke="#00F" stroke-width="4"/>`;
    const body = square(0, 0) + wide + square(20, 0);
    expect(merged(body)).toBe(body);
  });
  it("stay apart where one lies on the other", () => {
    expect(count(merged(square(0, 0) + square(5, 5)))).toBe(2);
  });
  it("may share a border, unless one sees through them", () => {
    expect(count(merged(square(0, 0) + square(10, 0)))).toBe(1);
    const clear = `${LOOK} opacity=".5"`;
    expect(count(merged(square(0, 0, clear) + square(10, 0, clear)))).toBe(2);
    expect(count(merged(square(0, 0, clear) + square(20, 0, clear)))).toBe(1);
  });
  it("stay apart where their size matters", () => {
    const shaded = 'fill="url(#shade)"';
    expect(count(merged(square(0, 0, shaded) + square(20, 0, shaded)))).toBe(2);
    expect(count(merged(square(0, 0, `${LOOK} transform="rotate(45)"`) + square(20, 0, `${LOOK} transform="rotate(45)"`)))).toBe(2);
  });
  it("are told by their group how they look", () => {
    const group = (x: number) => `<g fill="#F00"><circle cx="${x}" cy="5" r="2"/><circle cx="${x + 10}" cy="5" r="2" fill="#00F"/></g>`;
    expect(count(merged(group(0) + group(40)))).toBe(2);
  });
  it("stay in groups that are moved or clipped", () => {
    const group = (how: string) => `<g ${how}>${square(0, 0)}${square(20, 0)}</g>`;
    expect(count(merged(group('transform="translate(50 0)"') + group('clip-path="url(#c)"')))).toBe(4);
  });
  it("begin at the same place when they begin with a small letter", () => {
    const look = 'stroke="#000"';
    expect(merged(`<path d="m1 2h3" ${look}/><path d="m10 2h3" ${look}/>`)).toBe(`<path d="M1 2h3M10 2h3" ${look}/>`);
    // What follows without a letter is relative as well.
    expect(count(merged(`<path d="M1 2h3" ${look}/><path d="m10 2 3 0" ${look}/>`))).toBe(2);
  });
});

describe("where a shape is", () => {
  const box = (d: string) => {
    const points = pointsOf(d) as Point[];
    return [0, 1].flatMap((axis) => [Math.min(...points.map((p) => p[axis] ?? 0)), Math.max(...points.map((p) => p[axis] ?? 0))]);
  };
  it("follows lines, curves and arcs", () => {
    expect(box("M1 2H9V6z")).toEqual([1, 9, 2, 6]);
    expect(box("M0 0l3 4h-5z")).toEqual([-2, 3, 0, 4]);
    expect(box("M0 0C0 10 10 10 10 0")).toEqual([0, 10, 0, 10]);
    // A half circle upwards.
    const [left = 0, right = 0, top = 0, bottom = 0] = box("M0 0a5 5 0 0 1 10 0");
    expect([left, right, bottom]).toEqual([expect.closeTo(0, 1), expect.closeTo(10, 1), expect.closeTo(0, 1)]);
    expect(top).toBeLessThanOrEqual(-5);
    expect(top).toBeGreaterThan(-5.1);
    expect(pointsOf("M0 0T5 5")).toBeNull();
  });
  it("keeps a distance", () => {
    const line = (...points: Point[]) => hullOf(points);
    expect(apart(line([0, 0], [10, 10]), line([5, 0], [15, 10]), 3)).toBe(true);
    expect(apart(line([0, 0], [10, 10]), line([5, 0], [15, 10]), 4)).toBe(false);
    expect(apart(line([0, 0], [10, 10]), line([0, 10], [10, 0]))).toBe(false);
  });
});

it("every drawing has at most as many elements as its file", () => {
  const root = join(import.meta.dirname, "../src/art");
  let [before, after] = [0, 0];
  for (const file of readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".svg"))) {
    const body = readFileSync(join(root, file), "utf8")
      .replace(/>\s+</g, "><")
      .replace(/^[\s\S]*?<svg[^>]*>/, "")
      .replace(/<\/svg>\s*$/, "")
      .replace(/<defs>[\s\S]*?<\/defs>/g, "");
    const now = count(merged(body));
    expect(now, file).toBeLessThanOrEqual(count(body));
    before += count(body);
    after += now;
  }
  expect(after).toBeLessThan(0.7 * before);
});

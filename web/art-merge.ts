// Draws the same with fewer elements. A browser styles, lays out and paints every element of a drawing each time it is used, and a city
// uses dozens of drawings: ten battlements that look alike become one path. The files stay as they are, one element for each thing.
import { apart, type Hull, hullOf, numbers, type Point, pointsOf, transformed } from "./art-hull.ts";

/** How a shape may look to be merged. Gradients, clips and the like depend on where a shape begins and ends. */
const LOOKS = new Set(
  ["", "-width", "-linejoin", "-linecap", "-dasharray", "-opacity"].map((of) => `stroke${of}`).concat("fill", "fill-opacity", "opacity"),
);

type Attributes = Map<string, string>;
/** One shape: its outline, and how far its stroke reaches beyond it. */
type Part = { hull: Hull; reach: number /** A stroke that covers what is under it. */; stroke: string | null };
/** A slot in the order of painting. `parts`: where something is painted, or `null` if that is not known. */
type Slot = { text: string; parts: Part[] | null; merging?: { d: string; look: string; clear: boolean } };

const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;
const attributes = (text: string): Attributes => new Map([...text.matchAll(ATTRIBUTE)].map(([, key = "", value = ""]) => [key, value]));
const written = (all: Attributes): string => [...all].map(([key, value]) => ` ${key}="${value}"`).join("");

const short = (n: number): number => Number(n.toFixed(3));

/** The outline of a shape as a path that may follow another one; takes out of the attributes what it is made from. */
function outline(name: string, all: Attributes): string | null {
  const take = (key: string): number => {
    const value = Number(all.get(key) ?? 0);
    all.delete(key);
    return value;
  };
  if (name === "path") {
    const d = (all.get("d") ?? "").trim();
    all.delete("d");
    // At the start of a path, and only there, a small m means the same as a large one; what follows it without a letter does not.
    const first = /^m([^a-df-z]*)/i.exec(d)?.[1] ?? "";
    return d.startsWith("M") ? d : numbers(first).length === 2 ? `M${d.slice(1)}` : null;
  }
  if (name === "rect") {
    const [x, y, width, height, r] = [take("x"), take("y"), take("width"), take("height"), take("rx")];
    if (all.has("ry")) return null;
    if (!r) return `M${x} ${y}h${width}v${height}h${-width}z`;
    const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
    const [w, h] = [short(width - 2 * r), short(height - 2 * r)];
    return `M${short(x + r)} ${y}h${w}${corner(r, r)}v${h}${corner(-r, r)}h${-w}${corner(-r, -r)}v${-h}${corner(r, -r)}z`;
  }
  if (name !== "circle" && name !== "ellipse") return null;
  const [cx, cy] = [take("cx"), take("cy")];
  const radius = name === "circle" ? take("r") : 0;
  const [rx, ry] = radius ? [radius, radius] : [take("rx"), take("ry")];
  // Where and in which direction a browser begins, so that dashes stay where they are.
  return `M${short(cx + rx)} ${cy}a${rx} ${ry} 0 1 1 ${short(-2 * rx)} 0a${rx} ${ry} 0 1 1 ${short(2 * rx)} 0z`;
}

function slotOf(text: string, inherited: Attributes): Slot {
  const tag = /^<(\w+)([^>]*?)\/>$/.exec(text);
  if (!tag) return { text, parts: null };
  const [, name = "", rest = ""] = tag;
  const all: Attributes = new Map([...inherited, ...attributes(rest)]);
  const whole = `<${name}${written(all)}/>`;
  const d = outline(name, all);
  const points = d && !all.has("transform") ? pointsOf(d) : null;
  if (!d || !points) return { text: whole, parts: null };
  const strokes = all.has("stroke") && all.get("stroke") !== "none";
  const width = strokes ? Number(all.get("stroke-width") ?? 1) : 0;
  const sharp = all.get("stroke-linejoin") !== "round";
  const clear = [...all.keys()].some((key) => key.endsWith("opacity"));
  const look = written(new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1))));
  const stroke = strokes && !clear ? `${all.get("stroke")} ${width}` : null;
  // The tip of a mitre is up to four times as far away as the side of the stroke.
  const parts = [{ hull: hullOf(points), reach: (width / 2) * (sharp && points.length > 2 ? 4 : 1), stroke }];
  const mergeable = [...all].every(([key, value]) => LOOKS.has(key) && !value.includes("url("));
  return mergeable ? { text: whole, parts, merging: { d, look, clear } } : { text: whole, parts };
}

/** Whether it does not matter which of the two is painted first. */
const indifferent = (a: Part, b: Part): boolean =>
  // Along a border that two shapes share, either stroke covers the other.
  apart(a.hull, b.hull, a.stroke !== null && a.stroke === b.stroke ? 0 : a.reach + b.reach);

/** The outermost elements of a piece of SVG. */
function elements(text: string): string[] {
  const found: string[] = [];
  let [depth, from] = [0, 0];
  for (const tag of text.matchAll(/<(\/?)[^>]*?(\/?)>/g)) {
    if (depth === 0) from = tag.index;
    if (tag[1]) depth--;
    else if (!tag[2]) depth++;
    if (depth === 0) found.push(text.slice(from, tag.index + tag[0].length));
  }
  return found;
}

function add(slots: Slot[], slot: Slot): void {
  const { merging, parts } = slot;
  const passes = (other: Slot) => parts && other.parts?.every((o) => parts.every((p) => indifferent(o, p)));
  let i = merging ? slots.length - 1 : -1;
  for (; i >= 0; i--) {
    const other = slots[i] as Slot;
    if (other.merging && merging && other.merging.look === merging.look) {
      const free = merging.clear ? passes(other) : other.parts?.every((o) => parts?.every((p) => apart(o.hull, p.hull)));
      if (free) {
        other.merging.d += merging.d;
        other.text = `<path d="${other.merging.d}"${merging.look}/>`;
        other.parts?.push(...(parts ?? []));
        return;
      }
    }
    if (!passes(other)) break;
  }
  slots.push(slot);
}

function slotsOf(body: string, inherited: Attributes): Slot[] {
  const slots: Slot[] = [];
  for (const text of elements(body)) {
    const group = /^<g([^>]*)>([\s\S]*)<\/g>$/.exec(text);
    const own = attributes(group?.[1] ?? "");
    if (!group) add(slots, slotOf(text, inherited));
    // A group that only says how its shapes look says it to each of them.
    else if ([...own.keys()].every((key) => LOOKS.has(key) && key !== "opacity"))
      for (const slot of slotsOf(group[2] ?? "", new Map([...inherited, ...own]))) add(slots, slot);
    else {
      const inside = slotsOf(group[2] ?? "", new Map());
      const move = own.has("clip-path") || own.has("mask") ? null : transformed(own.get("transform") ?? "");
      const size = move
        ? Math.max(1, ...[move([1, 0]), move([0, 1])].map(([x, y]) => Math.hypot(x - move([0, 0])[0], y - move([0, 0])[1])))
        : 1;
      const moved = (part: Part): Part => ({
        hull: hullOf(part.hull.map((p) => (move ? move(p) : p) as Point)),
        reach: part.reach * size,
        stroke: null,
      });
      const known = move !== null && inside.every(({ parts }) => parts !== null);
      const whole = `<g${written(new Map([...inherited, ...own]))}>${inside.map((slot) => slot.text).join("")}</g>`;
      slots.push({ text: whole, parts: known ? inside.flatMap(({ parts }) => (parts ?? []).map(moved)) : null });
    }
  }
  return slots;
}

/** Merges the shapes of a drawing that look alike, as long as nothing is painted over or under anything else than before. */
export function merged(body: string): string {
  return slotsOf(body, new Map())
    .map(({ text }) => text)
    .join("");
}

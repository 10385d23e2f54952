// Loads sheets of drawings when a table needs them, for day and, once it is dark, for night.
import { nightSheet } from "../board/night.ts";
import { breath } from "./drawing.svelte.ts";
import { pieces } from "./pieces.svelte.ts";
import { theme } from "./theme.svelte.ts";

const SHEETS = {
  base: () => import("art:base"),
  granada: () => import("art:granada"),
  vizier: () => import("art:vizier"),
  bureau: () => import("art:bureau"),
  bonus: () => import("art:bonus"),
  huts: () => import("art:huts"),
  camps: () => import("art:camps"),
  bazaars: () => import("art:bazaars"),
  falconers: () => import("art:falconers"),
} as const;
export type ArtSet = keyof typeof SHEETS;
export const ART_SETS = Object.keys(SHEETS) as ArtSet[];

const SVG = "http://www.w3.org/2000/svg";
const wanted = new Map<ArtSet, Promise<string>>();
let drawn = $state(0);

/** How many characters are parsed at a time. */
const BREATH = 24_000;
const shown = new Map<string, Promise<void>>();

/** A sheet is a picture in a picture (art-sheets.ts): the outer one first, then the symbols in it, some at a time, as `change` draws them. */
async function show(sheet: string, change: (svg: string) => string): Promise<void> {
  const [shared = "", symbols = ""] = sheet.split(/(?<=<svg>)/);
  const svg = document.createElementNS(SVG, "svg");
  svg.classList.add("sheet");
  svg.setAttribute("aria-hidden", "true");
  svg.innerHTML = change(`${shared}</svg>`);
  document.body.prepend(svg);
  let some = "";
  for (const symbol of symbols.replace(/<\/svg>$/, "").split(/(?<=<\/symbol>)/)) {
    some += symbol;
    if (some.length < BREATH) continue;
    svg.lastElementChild?.insertAdjacentHTML("beforeend", change(some));
    some = "";
    await breath();
  }
  svg.lastElementChild?.insertAdjacentHTML("beforeend", change(some));
}
function once(name: string, sheet: string, change = (svg: string) => svg): Promise<void> {
  const before = shown.get(name) ?? show(sheet, change);
  shown.set(name, before);
  return before;
}

export async function needArt(...sets: ArtSet[]): Promise<void> {
  await Promise.all(
    ["base" as const, ...sets].map(async (set) => {
      let text = wanted.get(set);
      if (!text) {
        text = pieces.need(SHEETS[set]).then((m) => m.default);
        wanted.set(set, text);
      }
      const sheet = await text;
      await once(set, sheet);
      if (theme.dark) await once(`${set}-night`, sheet, nightSheet);
    }),
  );
  drawn++;
}

const weights = new Map<string, number>();
/** How many elements a drawing has: so many are styled and painted wherever it is used. */
export function weight(id: string): number {
  const known = weights.get(id);
  if (known !== undefined) return known;
  const symbol = document.getElementById(id);
  const counted = 1 + (symbol?.getElementsByTagName("*").length ?? 0);
  if (symbol) weights.set(id, counted);
  return counted;
}

/** Whether the board may use the night symbols. */
export function isNight(): boolean {
  return drawn > 0 && theme.dark;
}

$effect.root(() => {
  $effect(() => {
    if (theme.dark) void needArt(...wanted.keys());
  });
});

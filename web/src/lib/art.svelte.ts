// Loads sheets of drawings when a table needs them, by day and, once it is dark, by night.
import { nightSheet } from "../board/night.ts";
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
const shown = new Set<string>();
let drawn = $state(0);

function show(name: string, sheet: string): void {
  if (shown.has(name)) return;
  shown.add(name);
  const svg = document.createElementNS(SVG, "svg");
  svg.classList.add("sheet");
  svg.setAttribute("aria-hidden", "true");
  svg.innerHTML = sheet;
  document.body.prepend(svg);
}

export async function needArt(...sets: ArtSet[]): Promise<void> {
  await Promise.all(
    ["base" as const, ...sets].map(async (set) => {
      let text = wanted.get(set);
      if (!text) {
        text = pieces.need(SHEETS[set]).then((m) => m.default);
        wanted.set(set, text);
      }
      show(set, await text);
      if (theme.dark) show(`${set}-night`, nightSheet(await text));
    }),
  );
  drawn++;
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

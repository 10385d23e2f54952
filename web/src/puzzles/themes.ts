// The themes of puzzles, with a name and an icon.
import { type Key, t } from "../i18n/i18n.svelte.ts";
import type { IconName } from "../parts/icons.ts";

const MODULES: Record<string, IconName> = {
  vizier: "crown",
  bureau: "swap",
  bonus: "plus",
  huts: "home",
  camps: "camp",
  bazaars: "bazaar",
  falconers: "falcon",
};
const OWN: Record<string, IconName> = {
  exact: "check",
  walls: "wall",
  majorities: "chart",
  placing: "fit",
  money: "coin",
  "last-round": "clock",
  granada: "moat",
};
export const THEMES: readonly string[] = [...Object.keys(OWN), ...Object.keys(MODULES)];
export const themeIcon = (theme: string): IconName => OWN[theme] ?? MODULES[theme] ?? "book";
export const themeName = (theme: string): string => t((theme in MODULES ? `module.${theme}` : `puzzles.theme.${theme}`) as Key);

// Each module is introduced once, when it first matters to the player.
import type { Known } from "../lib/fold.ts";
import type { Play } from "./play.svelte.ts";

const KEY = "explained";
let known = $state.raw<readonly string[]>((localStorage.getItem(KEY) ?? "").split(" "));

/** Whether a module offers this player something now. */
const MATTERS: Record<string, (play: Play, table: Known) => boolean> = {
  vizier: ({ options: { modules } }) => modules.vizier.length > 0 || modules.wake,
  bureau: ({ hand, display }) => [...hand, ...display].some((card) => card?.startsWith("x")),
  bonus: ({ options: { modules } }, { game, viewer }) => modules.reveals.length > 0 || !!game?.modules.bonus?.[viewer ?? 0]?.hand?.length,
  huts: ({ options: { modules } }) => modules.huts.length > 0,
  camps: (_, { game }) => game?.market.spaces.some((space) => space.tile?.startsWith("c")) ?? false,
  bazaars: (_, { game }) => (game?.market.bazaars.length ?? 0) > 0,
  falconers: ({ options: { modules } }) => modules.falcons.length > 0,
};

/** The module to introduce now; `null` for none. */
export function unexplained(play: Play, table: Known): string | null {
  if (!play.active) return null;
  return table.table.setup.modules.find((module) => !known.includes(module) && MATTERS[module]?.(play, table)) ?? null;
}
export function explained(module: string): void {
  known = [...known, module];
  localStorage.setItem(KEY, known.join(" ").trim());
}

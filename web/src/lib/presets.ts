// Common table setups, and the approximate length of a game.
import type { NewTable, SeatWish } from "./wire.ts";

export const MODULES = ["vizier", "bureau", "bonus", "huts", "camps", "bazaars", "falconers"] as const;
export type Module = (typeof MODULES)[number];
export const PRESETS = ["first", "all", "surprise"] as const;
export type Preset = (typeof PRESETS)[number];
export type Wished = Pick<NewTable, "setup" | "seats">;

/** Modules that can be combined with Granada and the combined game. */
const WITH_GRANADA: readonly string[] = ["vizier", "bureau"];
export const isAllowed = (game: string, module: string): boolean => game === "alhambra" || WITH_GRANADA.includes(module);

const ME: SeatWish = { kind: "me", name: null };
const bot = (level: "novice" | "apprentice" | "builder" | "architect"): SeatWish => ({ kind: "bot", level });
const alhambra = (seats: SeatWish[], modules: readonly string[]): Wished => ({
  setup: { game: "alhambra", players: seats.length, modules: [...modules], simplified: false, english_end: false },
  seats,
});

/** `random`: returns 0 to 1 on each call. */
export function preset(which: Preset, random: () => number = Math.random): Wished {
  if (which === "first") return alhambra([ME, bot("novice")], []);
  if (which === "all") return alhambra([ME, bot("builder"), bot("builder")], MODULES);
  const some = MODULES.map((module) => ({ module, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, random() < 0.5 ? 2 : 3)
    .map(({ module }) => module);
  const levels = ["apprentice", "builder", "architect"] as const;
  const opponents = Array.from({ length: random() < 0.5 ? 2 : 3 }, () => bot(levels[Math.floor(random() * levels.length)] ?? "builder"));
  return alhambra(
    [ME, ...opponents],
    MODULES.filter((m) => some.includes(m)),
  );
}

/** Minutes: people take time, bots hardly any; each module adds a little. */
const BASE: Record<string, number> = { alhambra: 6, granada: 7, combined: 12 };
const PERSON: Record<string, number> = { alhambra: 7, granada: 7, combined: 9 };
const BOT = 3;
const ADDS: Record<Module, number> = { vizier: 3, bureau: 1, bonus: 2, huts: 3, camps: 3, bazaars: 3, falconers: 4 };
export const minutesOf = (module: Module): number => ADDS[module];
export function minutes({ setup, seats }: Wished): number {
  const bots = seats.filter((s) => s.kind === "bot").length;
  const people = (seats.length - bots) * (PERSON[setup.game] ?? 7);
  const modules = setup.modules.reduce((sum, m) => sum + (ADDS[m as Module] ?? 0), 0);
  return (BASE[setup.game] ?? 6) + people + bots * BOT + modules;
}
/** A table with only bots and people at this screen: nobody to wait for. */
export const isComplete = ({ seats }: Pick<NewTable, "seats">): boolean => seats.every((s) => s.kind !== "open");
/** Whether hints would be unfair to somebody. */
export const hasOthers = ({ seats }: Pick<NewTable, "seats">): boolean => seats.slice(1).some((s) => s.kind !== "bot");

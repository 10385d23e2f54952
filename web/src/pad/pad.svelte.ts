// The score pad: counts from a physical game, stored on this device. Points come from the engine; this only stores the numbers.
import { ALHAMBRA_KINDS, GRANADA_KINDS } from "../board/code.ts";
import type { PadAsk, PadCount, PadView } from "../lib/wire.ts";

export type GameName = "alhambra" | "granada" | "combined";
export const SCORING_MODULES = ["camps", "bazaars", "falconers"] as const;
export type ScoringModule = (typeof SCORING_MODULES)[number];
export type Sheet = {
  game: GameName;
  modules: ScoringModule[];
  simplified: boolean;
  names: string[];
  /** What everybody has, by round; Dirk comes last with two players. A round starts with the numbers of the previous one. */
  rounds: PadCount[][];
  /** Tiles left in each bag after rounds 1 and 2, with two players. */
  bags: number[][];
};
export type Round = 1 | 2 | 3;
export const ROUNDS: readonly Round[] = [1, 2, 3];
export type Line = "walls" | "moats" | "stretch" | "camps" | "bazaars";
export type Row = { kind: string } | { line: Line } | { falcon: 0 | 1 | 2 };

const KEY = "score-pad";
const STEPS_BACK = 200;

const empty = (): PadCount => ({ kinds: {}, highest: {}, walls: 0, moats: 0, stretch: 0, camps: 0, bazaars: 0, falcons: [0, 0, 0] });
export const newSheet = (names: string[], game: GameName, modules: ScoringModule[], simplified: boolean): Sheet => ({
  game,
  modules: game === "granada" ? [] : modules,
  simplified: simplified && game !== "alhambra",
  names,
  rounds: [[...names.map(empty), ...(names.length === 2 ? [empty()] : [])]],
  bags: [],
});

export const hasDirk = (sheet: Sheet): boolean => sheet.names.length === 2;
/** Who is counted: seats, then Dirk. */
export const counted = (sheet: Sheet): (number | null)[] => [...sheet.names.keys(), ...(hasDirk(sheet) ? [null] : [])];

/** The lines of a player's sheet in a round; Dirk has only buildings. */
export function rowsOf(sheet: Sheet, round: Round, seat: number | null): Row[] {
  const [alhambra, granada] = [sheet.game !== "granada", sheet.game !== "alhambra"];
  const kinds = [...(alhambra ? ALHAMBRA_KINDS : []), ...(granada ? GRANADA_KINDS : [])].map((kind) => ({ kind }));
  if (seat === null) return kinds;
  const lines: Line[] = [...(alhambra ? (["walls"] as const) : []), ...(granada ? (["moats"] as const) : [])];
  if (alhambra && granada) lines.push("stretch");
  if (sheet.modules.includes("camps")) lines.push("camps");
  // Bazaars pay in the last round only; the sheet asks for them when they do.
  if (sheet.modules.includes("bazaars") && round === 3) lines.push("bazaars");
  const falcons = sheet.modules.includes("falconers") ? ([0, 1, 2] as const).map((falcon) => ({ falcon })) : [];
  return [...kinds, ...lines.map((line) => ({ line })), ...falcons];
}

export const numberOf = (count: PadCount, row: Row): number =>
  "kind" in row ? (count.kinds[row.kind] ?? 0) : "line" in row ? count[row.line] : (count.falcons[row.falcon] ?? 0);

export function changed(count: PadCount, row: Row, value: number): PadCount {
  if ("kind" in row) return { ...count, kinds: { ...count.kinds, [row.kind]: value } };
  if ("line" in row) return { ...count, [row.line]: value };
  return { ...count, falcons: count.falcons.map((n, i) => (i === row.falcon ? value : n)) as PadCount["falcons"] };
}

/** No more than this can be entered. */
export const limitOf = (row: Row): number => ("kind" in row ? 99 : "line" in row ? 500 : 5);

export function askOf(sheet: Sheet, round: Round): PadAsk | null {
  const counts = sheet.rounds[round - 1];
  if (!counts) return null;
  const { game, modules, simplified, names } = sheet;
  return {
    setup: { game, players: names.length, modules, simplified, english_end: false },
    round,
    players: counts.slice(0, names.length),
    dirk: counts[names.length] ?? null,
    bags: sheet.bags[round - 1] ?? [],
  };
}

function stored(): Sheet | null {
  try {
    const sheet = JSON.parse(localStorage.getItem(KEY) ?? "null") as Sheet | null;
    return sheet && Array.isArray(sheet.names) && Array.isArray(sheet.rounds) ? sheet : null;
  } catch {
    return null;
  }
}

export class Pad {
  sheet = $state.raw<Sheet | null>(stored());
  /** The points of the rounds counted so far. */
  views = $state.raw<(PadView | null)[]>([]);
  problem = $state("");
  #before = $state.raw<Sheet[]>([]);
  readonly #score: (ask: PadAsk) => Promise<PadView>;

  constructor(score: (ask: PadAsk) => Promise<PadView>) {
    this.#score = score;
    void this.#count();
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }
  undo(): void {
    const before = this.#before.at(-1);
    if (!before) return;
    this.#before = this.#before.slice(0, -1);
    this.#show(before);
  }
  start(sheet: Sheet): void {
    this.#before = [];
    this.#show(sheet);
  }
  clear(): void {
    this.#before = [];
    this.#show(null);
  }
  set(round: Round, at: number, count: PadCount): void {
    this.#change((sheet) => ({
      ...sheet,
      rounds: sheet.rounds.map((counts, r) => (r === round - 1 ? counts.map((c, i) => (i === at ? count : c)) : counts)),
    }));
  }
  bag(round: Round, bags: number[]): void {
    this.#change((sheet) => {
      const all = [...sheet.bags];
      all[round - 1] = bags;
      return { ...sheet, bags: Array.from(all, (b) => b ?? []) };
    });
  }
  /** Starts a round with the numbers of the previous one, unless it was started already. */
  begin(round: Round): void {
    if (!this.sheet || this.sheet.rounds[round - 1]) return;
    const last = this.sheet.rounds.at(-1);
    if (last && this.sheet.rounds.length === round - 1) this.#change((sheet) => ({ ...sheet, rounds: [...sheet.rounds, last] }));
  }
  /** Everybody's points of all rounds, Dirk's last. */
  totals = $derived.by((): number[] => {
    const sheet = this.sheet;
    if (!sheet) return [];
    const of = (view: PadView | null, seat: number | null) => (seat === null ? view?.sheet.dirk : view?.sheet.seats[seat])?.total ?? 0;
    return counted(sheet).map((seat) => this.views.reduce((sum, view) => sum + of(view, seat), 0));
  });

  #change(change: (sheet: Sheet) => Sheet): void {
    if (!this.sheet) return;
    this.#before = [...this.#before.slice(1 - STEPS_BACK), this.sheet];
    this.#show(change(this.sheet));
  }
  #show(sheet: Sheet | null): void {
    this.sheet = sheet;
    if (sheet) localStorage.setItem(KEY, JSON.stringify(sheet));
    else localStorage.removeItem(KEY);
    void this.#count();
  }
  async #count(): Promise<void> {
    const sheet = this.sheet;
    if (!sheet) {
      this.views = [];
      return;
    }
    try {
      const views = await Promise.all(
        ROUNDS.map((round) => {
          const ask = askOf(sheet, round);
          return ask ? this.#score(ask) : null;
        }),
      );
      // A newer request is pending for later changes.
      if (this.sheet === sheet) [this.views, this.problem] = [views, ""];
    } catch (error) {
      if (this.sheet === sheet) this.problem = error instanceof Error ? error.message : String(error);
    }
  }
}

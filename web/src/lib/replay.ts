// Folds the words of a record into what lay where after each step, so that one can walk through a game. It believes the record: nothing
// is checked, neither what is legal nor what is scored, and what it does not show (huts on offer, bonus cards, viziers, Dirk's tiles) it
// passes over. Whoever wants a record checked asks `sabika replay --verify`.
import type { Laid } from "../board/edges.ts";

export type Step = {
  seat: number;
  do: string;
  shows?: (string | { score: number; seats: { total: number }[]; dirk?: { total: number } | null })[];
};
export type GameRecord = {
  format: string;
  setup: { game: string; players: number; modules: string[] };
  seats: string[];
  deal: {
    hands: string[][];
    first: number;
    display: string[];
    market: (string | null)[];
    granada?: (string | null)[];
    bazaars?: string[];
    dirk?: string[];
  };
  steps: Step[];
  result?: { scores: number[]; dirk: number | null; winners: number[] } | null;
};
export type Moment = {
  boards: Laid[][];
  reserves: string[][];
  hands: string[][];
  waiting: string[];
  market: (string | null)[];
  beside: (string | null)[];
  bazaars: string[];
  display: string[];
  scores: number[];
  falcons: { seat: number; code: string; x: number; y: number }[];
};

export function deal(record: GameRecord): Moment {
  const each = <T>(make: () => T) => Array.from({ length: record.setup.players }, make);
  return {
    boards: each(() => [{ code: "F", x: 0, y: 0 }]),
    reserves: each(() => []),
    hands: record.deal.hands.map((h) => [...h]),
    waiting: [],
    market: [...record.deal.market],
    beside: [...(record.deal.granada ?? [])],
    bazaars: [...(record.deal.bazaars ?? [])],
    display: [...record.deal.display],
    scores: each(() => 0),
    falcons: [],
  };
}

const without = <T>(list: readonly T[], item: T): T[] => {
  const i = list.indexOf(item);
  return i < 0 ? [...list] : [...list.slice(0, i), ...list.slice(i + 1)];
};
const withoutAll = (list: readonly string[], items: readonly string[]): string[] =>
  items.reduce<string[]>((rest, item) => without(rest, item), [...list]);

/** The other face of a Granada tile is another code: the waiting tile is found by its sides. */
const sides = (code: string) => code.replace(/^[A-Z][a-z]\d+/, "");

export function after(before: Moment, step: Step): Moment {
  const m: Moment = structuredClone(before);
  const [verb, ...words] = step.do.split(" ");
  const s = step.seat;
  const cards = words.includes("with")
    ? words.slice(words.indexOf("with") + 1)
    : words.includes("flip")
      ? words.slice(words.indexOf("flip") + 1)
      : [];
  const pay = () => {
    m.hands[s] = withoutAll(m.hands[s] ?? [], cards);
  };
  const tile = words[0] ?? "";
  const cell = (text: string | undefined) => (text ?? "0,0").split(",").map(Number) as [number, number];
  const arrive = () => {
    const known = m.waiting.includes(tile) ? tile : m.waiting.find((w) => sides(w) === sides(tile) && w.length > 2);
    if (known !== undefined) m.waiting = without(m.waiting, known);
  };
  const lay = (code: string, [x, y]: [number, number]) => {
    m.boards[s] = [...(m.boards[s] ?? []), { code, x, y }];
  };
  const lift = ([x, y]: [number, number]): string => {
    const board = m.boards[s] ?? [];
    const found = board.find((t) => t.x === x && t.y === y);
    m.boards[s] = board.filter((t) => t !== found);
    m.falcons = m.falcons.filter((f) => f.seat !== s || Math.abs(f.x - x - 0.5) > 0.5 || Math.abs(f.y - y - 0.5) > 0.5);
    return found?.code ?? "";
  };
  const leaveMarket = (code: string) => {
    m.market = m.market.map((t) => (t === code ? null : t));
    m.beside = m.beside.map((t) => (t === code ? null : t));
  };
  const keep = (code: string) => {
    m.reserves[s] = [...(m.reserves[s] ?? []), code];
  };
  switch (verb) {
    case "take":
      m.display = withoutAll(m.display, words);
      m.hands[s] = [...(m.hands[s] ?? []), ...words];
      break;
    case "buy":
    case "vizier":
      leaveMarket(tile);
      m.bazaars = without(m.bazaars, tile);
      m.waiting.push(tile);
      pay();
      break;
    case "hut":
      m.waiting.push(tile);
      break;
    case "place":
      arrive();
      pay();
      lay(tile, cell(words[1]));
      break;
    case "reserve":
      arrive();
      keep(tile);
      break;
    case "dirk":
      arrive();
      break;
    case "build":
      m.reserves[s] = without(m.reserves[s] ?? [], tile);
      lay(tile, cell(words[1]));
      break;
    case "remove":
      keep(lift(cell(words[0])));
      break;
    case "exchange": {
      m.reserves[s] = without(m.reserves[s] ?? [], tile);
      keep(lift(cell(words[1])));
      lay(tile, cell(words[1]));
      break;
    }
    case "falcon": {
      const [x, y] = cell(words[1]);
      m.falcons.push({ seat: s, code: tile, x, y });
      pay();
      break;
    }
  }
  for (const show of step.shows ?? []) {
    if (typeof show !== "string") {
      m.scores = m.scores.map((p, i) => p + (show.seats[i]?.total ?? 0));
      continue;
    }
    const [what, a = "", b = ""] = show.split(" ");
    if (what === "display") m.display.push(a);
    else if (what === "market") m.market[Number(a) - 1] = b;
    else if (what === "granada") m.beside[Number(a) - 1] = b;
    else if (what === "bazaar") m.bazaars.push(a);
    else if (what === "gain") {
      // E2; what nobody is handed (`left`) stays where it is.
      leaveMarket(b);
      m.waiting.push(b);
    }
  }
  return m;
}

export function moments(record: GameRecord): Moment[] {
  const all = [deal(record)];
  for (const step of record.steps) all.push(after(all.at(-1) ?? deal(record), step));
  return all;
}

/** Offers something as a file. */
export function saveAs(name: string, content: unknown): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(content, null, 1)], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export const saveRecord = (record: unknown, code: string): void => saveAs(`sabika-${code}.json`, record);

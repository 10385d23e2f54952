// A table as in the mock-ups, without a server: for looking at the page while working on it.
import type { Known } from "../lib/fold.ts";
import { ProblemError } from "../lib/problem.ts";
import { Table } from "../lib/table.svelte.ts";
import type { CourseTurn, LeftView, Placed, PlayerView, PreviewView, RankView, ScoreView, SeatInfo, Show } from "../lib/wire.ts";
import { COLOURS } from "../parts/seats.svelte.ts";
import { HAND, MINE } from "./boards.ts";

const OTHERS = [
  "F@0,0 C9s@0,-1 A6ne@1,-1 G8sw@-1,0 T12@0,1",
  "F@0,0 S7w@-1,0 A10@1,0 S9@0,1 G11@1,1 A8e@2,0",
  "F@0,0 P8@1,0 P6n@1,-1 P4es@2,0 S8s@0,1 T10w@-1,0",
].map((text) =>
  text.split(" ").map((e): [string, number, number] => {
    const [code = "F", at = "0,0"] = e.split("@");
    const [x = 0, y = 0] = at.split(",").map(Number);
    return [code, x, y];
  }),
);
const player = (
  seat: number,
  score: number,
  wall: number,
  cards: number,
  reserve: string[],
  board: [string, number, number][],
  hand: string[] | null,
): PlayerView => ({
  seat,
  score,
  board,
  founded: null,
  reserve,
  hand_size: cards,
  hand,
  lines: { lengths: { walls: wall, moats: 0, stretch: 0 }, walls: [], moats: [], stretch: [] },
});
const person = (name: string, seat: number): SeatInfo => ({
  occupant: { kind: "person", person: name, name, away: false },
  colour: COLOURS[seat] ?? "saffron",
  nonce: true,
});
const legal: [number, number][] = [
  [0, 3],
  [1, 3],
  [2, 2],
  [3, 2],
  [-1, 3],
];

/** A round of which only the points are known. */
export const UNTOLD: Omit<ScoreView, "sheet"> = {
  walls: [],
  moats: [],
  stretch: [],
  ranks: [],
  pays: [..."PSACGT"].map((kind, i): [string, number[]] => [kind, [8 + i, 1 + i]]),
};
/** The first round was scored earlier. */
const FIRST_ROUND: Show = {
  what: "score",
  ...UNTOLD,
  sheet: {
    round: 1,
    dirk: null,
    seats: [14, 13, 15, 8].map((total) => ({
      walls: total,
      moats: 0,
      stretch: 0,
      camps: 0,
      bazaars: 0,
      falcons: 0,
      kinds: {},
      total,
    })),
  },
};

export const STAGED: Known = {
  version: 1,
  viewer: 0,
  yours: [0],
  table: {
    id: "x",
    code: "4F7K",
    status: "playing",
    setup: { game: "alhambra", players: 4, modules: [], simplified: false, english_end: false },
    seats: ["Ana", "Inés", "Marek", "Zara"].map(person),
    host: "Ana",
    public: false,
    open_hands: false,
    hide_left: false,
    no_watchers: false,
    hints: false,
    pace: { kind: "free" },
    commitment: "",
    result: null,
    ending: null,
    stop: [],
    rematch: null,
  },
  game: {
    turn: { seat: 0, actor: 0, stage: "placing", first: false, waiting: [HAND], gained: [[], [], [], []], closing: false },
    market: {
      spaces: [
        { currency: "f", tile: "P7e", beside: null },
        { currency: "h", tile: "A10", beside: null },
        { currency: "d", tile: "T13e", beside: null },
        { currency: "u", tile: "S9", beside: null },
      ],
      bazaars: [],
      odd: false,
    },
    display: ["d1", "f3", "u6", "h8"],
    deck: {
      piles: [0, 0, 3, 14, 14],
      scoring: [{ at: "drawn" }, { at: "pile", pile: 3 }],
      discard: 12,
      shuffles: 0,
      bag: 10,
      granada_bag: 0,
    },
    players: [
      player(
        0,
        14,
        12,
        8,
        ["S7w"],
        MINE.map((t): [string, number, number] => [t.code, t.x, t.y]),
        ["f2", "f5", "h3", "h6", "h8", "d4", "d7", "u9"],
      ),
      player(1, 13, 10, 6, [], OTHERS[0] ?? [], null),
      player(2, 15, 11, 9, ["P2new"], OTHERS[1] ?? [], null),
      player(3, 8, 12, 5, [], OTHERS[2] ?? [], null),
    ],
    dirk: null,
    modules: {},
    clock: null,
    choice: {
      seat: 0,
      decision: 4,
      to_act: true,
      means: [
        { tile: "P7e", means: { state: "exact" } },
        { tile: "A10", means: { state: "over", pay: 11 } },
        { tile: "T13e", means: { state: "short", by: 2 } },
        { tile: "S9", means: { state: "exact" } },
      ],
      free: [],
      undo: 2,
      standing: { pass: false, unless: [], not_now: false },
      options: {
        takes: [],
        buys: [
          { tile: "P7e", currency: "f", price: 7, payments: [{ cards: ["f2", "f5"], exact: true }] },
          {
            tile: "A10",
            currency: "h",
            price: 10,
            payments: [
              { cards: ["h3", "h8"], exact: false },
              { cards: ["h6", "h8"], exact: false },
            ],
          },
          { tile: "S9", currency: "u", price: 9, payments: [{ cards: ["u9"], exact: true }] },
        ],
        places: [{ tile: HAND, cells: legal, flips: [], reserve: true, dirk: false }],
        builds: [],
        removes: [],
        exchanges: [],
        end: false,
        modules: { vizier: [], wake: false, pass: false, reveals: [], huts: [], falcons: [], done: false },
      },
    },
  },
  log: [
    "2 take d7",
    "3 take u4",
    "0 buy C7ne with d7",
    "0 take h8",
    "1 buy G8sw with f9",
    "1 place G8sw 1,0",
    "2 remove 1,1",
    "3 buy P5nw with u5",
    "3 take h2 f1",
    "0 buy P3sw with f3",
  ].map((l, i) => ({ seat: Number(l[0]), do: l.slice(2), ...(i ? {} : { shows: [FIRST_ROUND] }) })),
  faces: {},
  toAct: [0],
  chat: [],
  here: [],
  watchers: 0,
  comings: [],
};

/** An extreme case: a board thirty cells wide, forty tiles in the reserve, a hand of thirty cards. */
export function vast(known: Known): Known {
  const codes = [..."PSACGT"].flatMap((kind) => [2, 3, 4, 5, 6, 7, 8, 9, 10].map((price) => `${kind}${price}`));
  const board = Array.from({ length: 30 }, (_, i): [string, number, number] => [i === 12 ? "F" : (codes[i] ?? "F"), i - 12, 0]);
  const hand = [..."fhdu"].flatMap((currency) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((worth) => `${currency}${worth}`)).slice(0, 30);
  const players =
    known.game?.players.map((p) => (p.seat ? p : { ...p, board, hand, hand_size: hand.length, reserve: codes.slice(14) })) ?? [];
  return { ...known, game: known.game && { ...known.game, players } };
}

/** The same before any purchase: the turn's action is still to come. */
export function acting(known: Known): Known {
  const game = known.game;
  if (!game?.choice) return known;
  const options = {
    ...game.choice.options,
    places: [],
    takes: [["d1"], ["f3"], ["u6"], ["h8"], ["d1", "f3"]],
    removes: [[1, 1]] as [number, number][],
  };
  const turn = { ...game.turn, stage: "action" as const, first: true, waiting: [] };
  return { ...known, game: { ...game, turn, choice: { ...game.choice, options } } };
}

const rank = (counts: number[], pays: number[]): RankView[] =>
  counts.flatMap((count, seat) => {
    if (!count) return [];
    const place = counts.filter((c) => c > count).length + 1;
    const level = counts.filter((c) => c === count).length;
    return [
      {
        seat,
        count,
        dearest: 0,
        place,
        level,
        points: Math.floor(pays.slice(place - 1, place - 1 + level).reduce((a, b) => a + b, 0) / level),
      },
    ];
  });
const COUNTS: Record<string, number[]> = {
  P: [0, 0, 1, 3],
  S: [1, 0, 2, 1],
  A: [2, 1, 2, 0],
  C: [4, 4, 0, 1],
  G: [1, 2, 2, 1],
  T: [5, 1, 2, 1],
};
const ranksWith = (kind: string) =>
  Object.entries(COUNTS).map(([k, c], i): [string, RankView[]] => [
    k,
    rank(k === kind ? [(c[0] ?? 0) + 1, ...c.slice(1)] : c, [8 + i, 1 + i]),
  ]);
const RANKS = ranksWith("");
const WALLS = [10, 11, 12];

export class Staged extends Table {
  constructor(known: Known) {
    super("x");
    this.known = known;
    this.connection = "live";
  }
  override preview(tile: string): Promise<PreviewView> {
    return Promise.resolve({
      tile,
      now: { walls: 12, moats: 0, stretch: 0 },
      place: [
        ...legal.map((cell) => ({ cell, after: { walls: cell[0] === -1 ? 14 : 12, moats: 0, stretch: 0 } })),
        { cell: [-1, -1], refusal: { rule: "P2", reason: "sides-clash", tile, cell: [-1, -1], side: "e" } },
        { cell: [0, 0], refusal: { rule: "P4", reason: "occupied", tile, cell: [0, 0] } },
      ],
      exchange: [{ cell: [0, 0], refusal: { rule: "D1", reason: "start-stays", tile, cell: [0, 0] } }],
    });
  }
  override course(): Promise<CourseTurn[]> {
    return Promise.resolve([]);
  }
  override summary(): Promise<never> {
    return Promise.reject(new ProblemError({ type: "wrong-time", title: "This is no game of yours." }));
  }
  override left(): Promise<LeftView> {
    return Promise.resolve({
      tiles: ["P5nw", "S8s", "A8e", "A9", "C8n", "G9e", "G10", "T9w", "T12", "T13"],
      cards: ["f1", "f4", "f4", "h2", "h9", "d3", "d3", "u7", "u8"],
    });
  }
  override score(round: number, tile: Placed | null = null): Promise<ScoreView> {
    const ranks = tile ? ranksWith(tile.tile[0] ?? "") : RANKS;
    const walls0 = tile?.cell[0] === -1 ? 14 : 12;
    const seats = [walls0, ...WALLS].map((walls, seat) => {
      const kinds = Object.fromEntries(ranks.flatMap(([k, r]) => r.filter((x) => x.seat === seat && x.points).map((x) => [k, x.points])));
      return {
        walls,
        moats: 0,
        stretch: 0,
        camps: 0,
        bazaars: 0,
        falcons: 0,
        kinds,
        total: walls + Object.values(kinds).reduce((a, b) => a + b, 0),
      };
    });
    return Promise.resolve({ sheet: { round, seats, dirk: null }, walls: [], moats: [], stretch: [], ranks, pays: [] });
  }
}

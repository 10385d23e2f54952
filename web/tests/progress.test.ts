import { beforeEach, expect, it, vi } from "vitest";

vi.hoisted(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    get length() {
      return kept.size;
    },
    key: (i: number) => [...kept.keys()][i] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  });
  vi.stubGlobal("window", { addEventListener: () => undefined });
});

import { api } from "../src/lib/api.ts";
import { BEATEN, quickBots, quickWish, remember } from "../src/lib/open.ts";
import { ProblemError, Unreachable } from "../src/lib/problem.ts";
import { session } from "../src/lib/session.svelte.ts";
import type { BotLevel, Feat, GameSummary, TableLine } from "../src/lib/wire.ts";
import { nextWish } from "../src/progress/next.ts";
import { progress } from "../src/progress/progress.svelte.ts";
import { added, byLevel, cast, FEATS, favourites, feats, inOrder, rung, sources, totals } from "../src/progress/stats.ts";

let day = 0;
type Wish = Partial<Omit<GameSummary, "bots" | "feats">> & { levels?: BotLevel[]; feats?: Feat[]; others?: number };
/** A game against these levels, a day after the last one. */
function played(table: string, { levels = ["novice"], others = 70, feats = [], ...rest }: Wish = {}): GameSummary {
  day += 1;
  const won = rest.won ?? false;
  return {
    table,
    code: table,
    at: 1_790_000_000 + day * 86_400,
    game: "alhambra",
    modules: [],
    hints: true,
    bots: levels.map((level, i) => ({ level, nth: levels.slice(0, i).filter((l) => l === level).length, points: others })),
    points: 60,
    for_buildings: 40,
    for_walls: 20,
    place: won ? 1 : 2,
    won,
    longest: 8,
    bought: 10,
    exact: 4,
    kinds: { T: 2, G: 3 },
    ...rest,
    feats: feats.map((feat, i) => ({ feat, step: 10 * (i + 1) })),
  };
}
const named = (table: string): GameSummary => played(table, { won: true, points: 90 });

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
  [session.person, session.kept, session.known] = [null, false, false];
  progress.full = false;
  progress.read();
});

it("adds games up", () => {
  const games = [
    played("a", { won: true, points: 90, longest: 9 }),
    played("b", { points: 50 }),
    played("c", { won: true, points: 100, levels: ["novice", "builder"], longest: 12 }),
    played("d", { won: true, points: 80, game: "granada", kinds: { Ar: 9 } }),
  ];
  const all = totals(games);
  expect(all).toMatchObject({ games: 4, won: 3, average: 80, bought: 40, exact: 16, streak: 2, longestStreak: 2 });
  expect([all.best?.table, all.longest?.table]).toEqual(["c", "c"]);
  expect(byLevel(games).map(({ games, won, average }) => [games, won, Math.round(average)])).toEqual([
    [3, 2, 73],
    [0, 0, 0],
    [1, 1, 100],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  expect(favourites(games)).toEqual([
    { kind: "Ar", count: 9 },
    { kind: "G", count: 9 },
    { kind: "T", count: 6 },
  ]);
  expect(sources(games)).toEqual({ buildings: 0.5, walls: 0.25, modules: 0.25 });
  expect(totals([])).toMatchObject({ games: 0, average: 0, best: null, streak: 0 });
  expect(sources([])).toEqual({ buildings: 0, walls: 0, modules: 0 });
});

it("knows everybody one met, and who was ahead", () => {
  const games = [
    played("a", { points: 71, levels: ["novice", "novice", "novice"] }),
    played("b", { points: 70, levels: ["novice", "architect"] }),
  ];
  const all = cast(games);
  expect(all.length).toBe(10);
  const [noor, beltran] = all;
  expect(noor).toEqual({ name: "Noor", level: "novice", met: 3, ahead: 2 });
  expect(beltran).toEqual({ name: "Beltrán", level: "novice", met: 1, ahead: 1 });
  expect(all.find(({ name }) => name === "Zaynab")).toMatchObject({ met: 1, ahead: 0 });
  expect(all.find(({ name }) => name === "Samuel")).toMatchObject({ met: 0 });
});

it("tells what a game added to those before it, whenever it is looked at", () => {
  const first = played("a", { points: 50, feats: ["exact", "wall"] });
  const second = played("b", { won: true, points: 90, longest: 11, feats: ["exact", "ring"], levels: ["builder"] });
  const third = played("c", { won: true, points: 70, longest: 11, feats: ["ring"], levels: ["builder"] });
  const games = inOrder([third, first, second]);
  expect(games.map(({ table }) => table)).toEqual(["a", "b", "c"]);
  expect(added(first, games)).toMatchObject({ feats: ["exact", "wall"], best: false, longest: false, level: null });
  expect(added(second, games)).toMatchObject({ feats: ["ring"], best: true, longest: true, level: "builder" });
  expect(added(third, games)).toMatchObject({ feats: [], best: false, longest: false, level: null, totals: { streak: 2, games: 3 } });
  expect(feats(games).get("ring")).toEqual({ game: second, step: 20 });
  expect(new Set(FEATS).size).toBe(18);
});

it("suggests stronger opponents to those who win, until they choose themselves", () => {
  expect(quickBots().map(({ name }) => name)).toEqual(["Noor", "Beltrán"]);
  expect(quickWish().setup.players).toBe(3);
  expect(rung([played("a"), played("b", { won: true, levels: ["novice", "apprentice"] })])).toBe(2);
  localStorage.setItem(BEATEN, "1");
  expect(quickBots().map(({ name }) => name)).toEqual(["Noor", "Safiya", "Idris"]);
  localStorage.setItem(BEATEN, "5");
  expect(quickBots().map(({ name }) => name)).toEqual(["Zaynab", "Lubna", "Harun"]);
  const won = played("c", { won: true, modules: ["vizier"], levels: ["architect", "grandmaster", "architect"] });
  expect(nextWish(won), "the strongest are at the table already").toBeNull();
  expect(nextWish(played("d"))).toBeNull();
  expect(nextWish(played("e", { won: true }))).toEqual(quickWish());
  remember({
    ...quickWish(),
    seats: [
      { kind: "me", name: null },
      { kind: "bot", level: "architect" },
    ],
  });
  expect(quickBots().map(({ name }) => name)).toEqual(["Zaynab"]);
  const next = nextWish(played("f", { won: true, modules: ["vizier"], levels: ["novice", "builder"] }));
  expect(next?.setup).toMatchObject({ game: "alhambra", modules: ["vizier"], players: 3 });
  expect(next?.seats.slice(1)).toEqual([
    { kind: "bot", level: "apprentice" },
    { kind: "bot", level: "architect" },
  ]);
});

it("counts a game once, and keeps it on the device", async () => {
  const ask = vi.spyOn(api, "summary").mockResolvedValue(named("~AAAAAA"));
  await progress.count("~AAAAAA");
  await progress.count("~AAAAAA");
  expect(ask).toHaveBeenCalledTimes(1);
  expect(progress.games.length).toBe(1);
  expect(localStorage.getItem(BEATEN)).toBe("1");
  progress.read();
  expect(progress.games.map(({ table }) => table)).toEqual(["~AAAAAA"]);
  ask.mockRejectedValueOnce(new ProblemError({ type: "wrong-time", title: "" }));
  expect(await progress.count("~BBBBBB")).toBeNull();
  ask.mockRejectedValueOnce(new Unreachable("GET"));
  await expect(progress.count("~BBBBBB")).rejects.toThrow(Unreachable);
});

it("says what cannot be read or written", async () => {
  localStorage.setItem("game ~AAAAAA", '{"owner":null,"game":{"table":"~AAAAAA"}}');
  localStorage.setItem("game ~BBBBBB", "{");
  localStorage.setItem("game ~CCCCCC", JSON.stringify({ owner: null, game: named("~CCCCCC") }));
  progress.read();
  expect([progress.broken.length, progress.games.length]).toEqual([2, 1]);
  expect(localStorage.length, "nothing is lost before somebody says so").toBe(3);
  progress.mend();
  expect([progress.broken.length, localStorage.length]).toEqual([0, 1]);

  vi.spyOn(api, "summary").mockResolvedValue(named("~DDDDDD"));
  vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await progress.count("~DDDDDD");
  expect(progress.full).toBe(true);
  expect(progress.games.length, "it counts as long as the page is open").toBe(2);
});

it("joins the lists of device and server", async () => {
  vi.spyOn(api, "summary").mockImplementation(async (table) => named(table));
  for (const table of ["~AAAAAA", "~BBBBBB"]) await progress.count(table);
  vi.spyOn(session, "read").mockImplementation(async () => {
    [session.person, session.kept, session.known] = [{ id: "ana", name: "Ana" }, true, true];
  });
  const theirs = [named("table9"), named("~BBBBBB"), named("~ZZZZZZ")];
  const asked = vi.spyOn(api, "progress").mockImplementation(async (after) => {
    const games = theirs.filter(({ table }) => table > after).slice(0, 2);
    return { games, more: theirs.some(({ table }) => table > (games.at(-1)?.table ?? "")) };
  });
  const handed = vi.spyOn(api, "keepProgress").mockResolvedValue({ games: 4 });
  await progress.join();
  expect(asked.mock.calls.flat()).toEqual(["", "~BBBBBB"]);
  expect(handed.mock.calls.map(([games]) => games.map(({ table }) => table))).toEqual([["~AAAAAA"]]);
  expect(new Set(progress.games.map(({ table }) => table))).toEqual(new Set(["~AAAAAA", "~BBBBBB", "~ZZZZZZ", "table9"]));
  // A new game is handed over at once; without a server at the next visit.
  await progress.count("~CCCCCC");
  expect(handed).toHaveBeenCalledTimes(2);

  // Somebody else at the same device sees none of it, and it is not handed to them.
  vi.spyOn(session, "read").mockImplementation(async () => {
    [session.person, session.kept] = [{ id: "ben", name: "Ben" }, true];
  });
  asked.mockResolvedValue({ games: [], more: false });
  handed.mockClear();
  await progress.join();
  expect([progress.games.length, handed.mock.calls.length]).toEqual([0, 0]);
  // Offline, it is still known whose they are.
  [session.person, session.kept, session.known] = [{ id: "ana", name: "Ana" }, true, true];
  expect(progress.games.length).toBe(5);
});

it("hands over what the server takes, and leaves the rest", async () => {
  vi.spyOn(api, "summary").mockImplementation(async (table) => named(table));
  for (const table of ["~AAAAAA", "~BBBBBB", "~CCCCCC"]) await progress.count(table);
  vi.spyOn(session, "read").mockImplementation(async () => {
    [session.person, session.kept, session.known] = [{ id: "ana", name: "Ana" }, true, true];
  });
  vi.spyOn(api, "progress").mockResolvedValue({ games: [], more: false });
  const taken: string[] = [];
  vi.spyOn(api, "keepProgress").mockImplementation(async (games) => {
    if (games.some(({ table }) => table === "~BBBBBB")) throw new ProblemError({ type: "invalid", title: "" });
    taken.push(...games.map(({ table }) => table));
    return { games: taken.length };
  });
  await progress.join();
  expect(taken).toEqual(["~AAAAAA", "~CCCCCC"]);
  vi.spyOn(api, "progress").mockRejectedValue(new Unreachable("GET"));
  await progress.join();
});

it("counts finished games that nobody looked at to the end", async () => {
  const ask = vi.spyOn(api, "summary").mockImplementation(async (table) => named(table));
  const person = { occupant: { kind: "person", person: "here", name: "Ana", away: false } };
  const bot = { occupant: { kind: "bot", level: "novice" } };
  const line = (id: string, seats: object[], status = "over") => ({ table: { id, status, seats } }) as unknown as TableLine;
  await progress.catchUp([
    line("~AAAAAA", [person, bot]),
    line("~BBBBBB", [person, bot], "playing"),
    line("~CCCCCC", [person, person, bot]),
    line("~DDDDDD-2", [person, bot]),
    line("~2026-11-17", [person, bot]),
    line("~2026-11-17-2", [person, bot]),
    line("server", [bot, person]),
  ]);
  expect(ask.mock.calls.flat()).toEqual(["~AAAAAA", "~2026-11-17", "server"]);
});

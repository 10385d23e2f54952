// A hint only has to be confirmed: what is picked for it sends that very line.
import { expect, it, vi } from "vitest";
import type { Known } from "../src/lib/fold.ts";
import type { Options } from "../src/lib/wire.ts";

vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("window", { matchMedia: () => ({ matches: false, addEventListener: () => undefined }) });
const { Table } = await import("../src/lib/table.svelte.ts");
const { NOTHING, Play } = await import("../src/table/play.svelte.ts");

const HAND = ["f3", "f3", "h5", "d9"];

class Quiet extends Table {
  sent: string[] = [];
  constructor(options: Partial<Options>, more: object = {}) {
    super("x");
    const choice = { seat: 0, to_act: true, options: { ...NOTHING, ...options } };
    const game = { players: [{ seat: 0, hand: HAND }], display: ["f4", "h1", "f4", "u2"], turn: { waiting: [] }, choice, ...more };
    this.known = { viewer: 0, yours: [0], version: 1, faces: { Ga4n: "Ho5s", Ho5s: "Ga4n" }, game } as unknown as Known;
  }
  override act(line: string): Promise<{ ok: true }> {
    this.sent.push(line);
    return Promise.resolve({ ok: true });
  }
}
type Picked = InstanceType<typeof Play>;
const put = (play: Picked) => (play.ghost ? play.put(play.ghost) : Promise.reject(new Error("no cell is picked")));
const place = { cells: [[1, 0] as [number, number]], reserve: true, dirk: false };

const CASES: [line: string, options: Partial<Options>, confirm: (play: Picked) => Promise<unknown>, more?: object][] = [
  ["take h1", { takes: [["h1"]] }, (play) => play.take()],
  ["take f4 f4", { takes: [["f4", "f4"]] }, (play) => play.take()],
  [
    "buy P6n with f3 f3",
    { buys: [{ tile: "P6n", currency: "f", price: 6, payments: [{ cards: ["f3", "f3"], exact: true }] }] } as Partial<Options>,
    (play) => play.buy(),
  ],
  [
    "vizier T9e with d9",
    {
      modules: { ...NOTHING.modules, vizier: [{ tile: "T9e", currency: "d", price: 9, payments: [{ cards: ["d9"], exact: true }] }] },
    } as Partial<Options>,
    (play) => play.buy(),
  ],
  ["place P6n 1,0", { places: [{ tile: "P6n", flips: [], ...place }] }, put, { turn: { waiting: ["P6n"] } }],
  [
    "place Ho5s 1,0 flip h5",
    {
      places: [
        { tile: "Ga4n", flips: [], ...place },
        { tile: "Ho5s", flips: [["h5"], ["d9"]], ...place },
      ],
    },
    put,
    { turn: { waiting: ["Ga4n"] } },
  ],
  ["build A7w -2,-1", { builds: [{ tile: "A7w", cells: [[-2, -1]] }] }, put],
  ["exchange A7w 0,-1", { exchanges: [{ tile: "A7w", cells: [[0, -1]] }] }, put],
  ["remove 0,-1", { removes: [[0, -1]] }, (play) => play.send(`remove ${play.removing?.x},${play.removing?.y}`)],
];

it.each(CASES)("%s", async (line, options, confirm, more) => {
  const table = new Quiet(options, more);
  const play = new Play(table);
  play.prepare(line);
  await confirm(play);
  expect(table.sent).toEqual([line]);
});

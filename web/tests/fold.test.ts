import { describe, expect, it } from "vitest";
import { fold, type Known } from "../src/lib/fold.ts";
import type { FromServer, GameView, PlayerView, TableInfo } from "../src/lib/wire.ts";

const player = (seat: number, score = 0): PlayerView => ({
  seat,
  score,
  board: [["F", 0, 0]],
  founded: null,
  reserve: [],
  hand_size: 4,
  hand: null,
  lines: { lengths: { walls: 0, moats: 0, stretch: 0 }, walls: [], moats: [], stretch: [] },
});
const table = { id: "t", code: "ABC", status: "playing", seats: [] as TableInfo["seats"] } as TableInfo;
const game = { display: ["d1", "d2", "d3", "d4"], players: [player(0), player(1)] } as unknown as GameView;
const snapshot = (version: number): FromServer => ({ type: "snapshot", version, viewer: 0, yours: [0], table, game, log: [], faces: {} });

const known = (): Known => {
  const { known } = fold(null, snapshot(7));
  if (!known) throw new Error("a snapshot is known");
  return known;
};

describe("seats", () => {
  const seats = (away: boolean) => [{ occupant: { kind: "person", person: "ben", name: "Ben", away }, colour: "sky", nonce: true }];
  const at = (away: boolean) => ({ ...table, seats: seats(away) }) as TableInfo;
  it("are taken over by a bot and taken back, after a number of steps", () => {
    const before: Known = { ...known(), table: at(false), log: [{ seat: 0, do: "take d1" }] };
    const { known: left } = fold(before, { type: "update", version: 8, table: at(true) });
    const { known: same } = fold(left, { type: "update", version: 9, table: at(true) });
    const { known: back } = fold(same, { type: "update", version: 10, table: at(false) });
    expect(back?.comings).toEqual([
      { after: 1, seat: 0, away: true },
      { after: 1, seat: 0, away: false },
    ]);
  });
  it("are not reported to a page that has just connected", () => {
    const { known } = fold(null, { ...snapshot(7), table: at(true) } as FromServer);
    expect(known?.comings).toEqual([]);
  });
});

describe("messages", () => {
  it("replace whole parts and leave the others unchanged", () => {
    const before = known();
    const { known: after } = fold(before, { type: "update", version: 8, changes: { display: ["u9", "d2", "d3", "d4"] } });
    expect(after?.game?.display[0]).toBe("u9");
    expect(after?.game?.players).toBe(before.game?.players);
    expect(after?.version).toBe(8);
  });

  it("replace players by their seat", () => {
    const { known: after } = fold(known(), { type: "update", version: 8, changes: { players: [player(1, 12)] } });
    expect(after?.game?.players.map((p) => p.score)).toEqual([0, 12]);
  });

  it("with a gap make the page ask again", () => {
    const before = known();
    const folded = fold(before, { type: "update", version: 9, changes: {} });
    expect(folded).toEqual({ known: before, gap: true });
  });

  it("that arrive twice change nothing", () => {
    const before = known();
    expect(fold(before, { type: "update", version: 7, changes: { display: [] } })).toEqual({ known: before, gap: false });
  });

  it("add steps to the log, and replace it after an undo", () => {
    const { known: one } = fold(known(), { type: "update", version: 8, step: { seat: 0, do: "take d1" } });
    expect(one?.log).toHaveLength(1);
    const { known: two } = fold(one, { type: "update", version: 9, log: [] });
    expect(two?.log).toEqual([]);
  });

  it("with a snapshot replace everything except chat and presence", () => {
    const { known: talked } = fold(known(), { type: "chat", lines: [{ number: 1, from: { id: "a", name: "Ana" }, text: "hola", at: 0 }] });
    const { known: after } = fold(talked, snapshot(30));
    expect(after?.version).toBe(30);
    expect(after?.chat).toHaveLength(1);
  });

  it("with chat are not shown twice", () => {
    const line = { number: 1, from: { id: "a", name: "Ana" }, text: "hola", at: 0 };
    const { known: one } = fold(known(), { type: "chat", lines: [line] });
    const { known: two } = fold(one, { type: "chat", lines: [line, { ...line, number: 2 }] });
    expect(two?.chat.map((l) => l.number)).toEqual([1, 2]);
  });
});

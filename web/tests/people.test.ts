// The people at a table.
import { expect, it, vi } from "vitest";
import type { Known } from "../src/lib/fold.ts";
import type { SeatInfo } from "../src/lib/wire.ts";

vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("document", { documentElement: {} });
const { botAt, isHere, nextRound, standing } = await import("../src/table/people.ts");

const at = (id: string, here: string[]): Known =>
  ({
    table: { id, seats: [{ occupant: { kind: "person", person: "ana" } }, { occupant: { kind: "bot", level: "novice" } }] },
    here: here.map((person) => ({ id: person, name: "" })),
  }) as unknown as Known;

it("people who left a table count as absent, bots never do", () => {
  expect([0, 1].map((seat) => isHere(at("ABC", ["ana"]), seat))).toEqual([true, true]);
  expect([0, 1].map((seat) => isHere(at("ABC", []), seat))).toEqual([false, true]);
});

it("nobody is absent on this device or in a replay", () => {
  expect(isHere(at("~1", []), 0)).toBe(true);
  expect(isHere(at("", []), 0)).toBe(true);
});

it("ranks go by points; winners come before others with equal points, Dirk last (N3)", () => {
  const points = [60, 83, 60, 71];
  expect(points.map((_, seat) => standing(seat, points, [1]))).toEqual([
    { place: 3, level: 2 },
    { place: 1, level: 1 },
    { place: 3, level: 2 },
    { place: 2, level: 1 },
  ]);
  expect(standing(2, [60, 60, 60], [2])).toEqual({ place: 1, level: 1 });
  expect(standing(null, [60, 40], [0])).toEqual({ place: 3, level: 1 });
});

it("the next round goes by what was scored, also before the log of a game that began with a position", () => {
  const scoring = { what: "scoring" };
  const score = { what: "score", sheet: {} };
  const after = (drawn: number, shows: object[]) =>
    nextRound({
      game: { deck: { scoring: [0, 1].map((card) => ({ at: card < drawn ? "drawn" : "pile" })) } },
      log: [{ shows }, {}],
    } as unknown as Known);
  expect(after(0, [])).toBe(1);
  expect(after(1, [scoring]), "bonus cards may be shown before it counts (BN2)").toBe(1);
  expect(after(1, [scoring, score])).toBe(2);
  expect(after(1, []), "from a position after round 1").toBe(2);
  expect(after(2, [scoring, score]), "and when round 2 has been scored since").toBe(3);
});

it("bots are recognized in a record, which contains names only; people with the same name elsewhere are not taken for one", () => {
  const person = (person: string, name: string) => ({ occupant: { kind: "person", person, name } }) as unknown as SeatInfo;
  const record = ["Ana", "Noor", "Noor II", "Noor Jahan"].map((name, i) => person(`seat ${i}`, name));
  expect(record.map((_, seat) => botAt(record, seat)?.name)).toEqual([undefined, "Noor", "Noor", undefined]);
  expect(botAt(record, 2)).toMatchObject({ numeral: "II", level: "novice" });
  expect(botAt([person("9f3c", "Noor")], 0)).toBeNull();
});

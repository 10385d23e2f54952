import { expect, it } from "vitest";
import { hasOthers, isComplete, minutes, preset } from "../src/lib/presets.ts";

it("starts a first game against one easy bot, without modules", () => {
  const { setup, seats } = preset("first");
  expect(setup).toMatchObject({ game: "alhambra", players: 2, modules: [] });
  expect(seats).toEqual([
    { kind: "me", name: null },
    { kind: "bot", level: "novice" },
  ]);
});
it("surprises with two or three modules and as many opponents", () => {
  let n = 0;
  const random = () => ((n++ * 7 + 3) % 11) / 11;
  for (let i = 0; i < 20; i++) {
    const { setup, seats } = preset("surprise", random);
    expect([2, 3]).toContain(setup.modules.length);
    expect(new Set(setup.modules).size).toBe(setup.modules.length);
    expect(seats.length).toBe(setup.players);
  }
});
it("takes longer with more people and modules", () => {
  const short = minutes(preset("first"));
  expect(short).toBeLessThan(minutes(preset("all")));
  const four = { ...preset("first"), seats: Array.from({ length: 4 }, () => ({ kind: "open" as const })) };
  expect(minutes(four)).toBeGreaterThan(short);
});
it("knows who a table waits for, and to whom hints would be unfair", () => {
  const me = { kind: "me" as const, name: null };
  const bot = { kind: "bot" as const, level: "builder" as const };
  expect(isComplete({ seats: [me, bot] })).toBe(true);
  expect(isComplete({ seats: [me, { kind: "open" }] })).toBe(false);
  expect(hasOthers({ seats: [me, bot, bot] })).toBe(false);
  expect(hasOthers({ seats: [me, me] })).toBe(true);
  expect(hasOthers({ seats: [me, bot, { kind: "open" }] })).toBe(true);
});

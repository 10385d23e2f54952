// Every module's actions, Granada's other face, the combined game, redesigning: performed by mouse on the page, at tables where they come up.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { SeatWish } from "../../src/lib/wire.ts";
import { bot, me, type Wish } from "./guest.ts";
import { Hands } from "./hands.ts";
import { type Choose, lines, step } from "./play.ts";
import { plain } from "./policy.ts";
import { House } from "./sabika.ts";

const house = new House();
const four: SeatWish[] = [me, bot, bot, bot];

/**
 * The seat is played without a page until one of the wanted actions is offered, then a page takes over and performs it.
 * An action may never come up in a whole game: then another game is played.
 */
async function does(wish: Wish, wanted: readonly RegExp[], choose: Choose = plain): Promise<void> {
  const ana = await house.guest("Ana");
  let missing = [...wanted];
  for (let games = 0; missing.length && games < 30; games++) {
    const table = await ana.begin(wish);
    const seat = await ana.sit(table.id, 0);
    const done: string[] = [];
    let page: Page | null = null;
    while (await seat.turn()) {
      const all = lines(seat);
      const line = all.find((l) => missing.some((m) => m.test(l)));
      if (line) {
        page ??= await house.page(`/t/${table.code}`, { guest: ana });
        await step(seat, new Hands(page), line);
        done.push(line);
        missing = missing.filter((m) => !m.test(line));
      } else {
        await page?.context().close();
        page = null;
        await seat.act(choose(all));
      }
    }
    const { steps } = await house.verify(ana, table.id);
    expect(steps.filter((s) => s.seat === 0).map((s) => s.do)).toEqual(expect.arrayContaining(done));
  }
  expect(missing, "never offered in thirty games").toEqual([]);
}
/** Prefers lines like these, in this order. */
const prefer =
  (...kinds: RegExp[]): Choose =>
  (lines) =>
    kinds.map((kind) => lines.find((line) => kind.test(line))).find((line) => line !== undefined) ?? plain(lines);

/** Alternates between lines like these and like those. */
const byTurns = (...kinds: RegExp[]): Choose => {
  let turn = 0;
  return (lines) => prefer(kinds[lines.some((line) => kinds.some((k) => k.test(line))) ? turn++ % kinds.length : 0] ?? /^$/)(lines);
};

it("redesign: build from the reserve, exchange, remove", async () => {
  await does({ seats: four }, [/^build/, /^exchange/, /^remove/], byTurns(/^reserve/, /^place/));
});
it("two players: a tile for Dirk", async () => {
  await does({ seats: [me, bot] }, [/^dirk/]);
});
it("the vizier buys out of turn, wakes up, and can pass", async () => {
  await does({ modules: ["vizier"], seats: four }, [/^pass/, /^vizier/, /^wake/], prefer(/^place/, /^take/));
});
it("the bureau de change is taken and pays with two currencies", async () => {
  await does({ modules: ["bureau"], seats: four }, [/^take x/, /^buy .* x../], prefer(/^place/, /^take x/));
});
it("a bonus card is revealed", async () => {
  await does({ modules: ["bonus"], seats: four }, [/^reveal/]);
});
it("a worker's hut is taken and built", async () => {
  await does({ modules: ["huts"], seats: four }, [/^hut/, /^place h/]);
});
it("a camp is bought and built", async () => {
  await does({ modules: ["camps"], seats: four }, [/^buy c/, /^place c/]);
});
it("a bazaar is bought and built", async () => {
  await does({ modules: ["bazaars"], seats: four }, [/^buy b/, /^place b/]);
});
it("falcons are bought and placed where four tiles meet", async () => {
  await does({ modules: ["falconers"], seats: [me, bot, bot] }, [/^falcon/, /^done/]);
});
it("Granada: a tile is built with its other face, for money", async () => {
  await does({ game: "granada", modules: ["vizier", "bureau"], seats: four }, [/^place .* flip/, /^place [A-Z][a-z]\d+[nesw]* \S+$/]);
});
it("the combined game: tiles of both cities are bought and built", async () => {
  await does({ game: "combined", seats: four }, [/^buy [A-Z]\d/, /^place [A-Z]\d/, /^buy [A-Z][a-z]/, /^place [A-Z][a-z]/]);
});

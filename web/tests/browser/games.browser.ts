// Whole games on a real server, as people play them: by mouse, by keyboard only, by touch. Their records are checked.
import { expect, it } from "vitest";
import type { NewTable } from "../../src/lib/wire.ts";
import { bot, me, open, type SeatWish } from "./guest.ts";
import { Hands } from "./hands.ts";
import { say } from "./names.ts";
import { finish, playOut } from "./play.ts";
import { House, PHONE } from "./sabika.ts";

const house = new House();
const isOver = (hands: Hands) => hands.page.getByRole("heading", { name: say("final.title") }).waitFor();
/** The more players, the fewer turns each has. */
const six: SeatWish[] = [me, bot, bot, bot, bot, bot];

it("a whole game by mouse, from the first page to the final scoring", async () => {
  const ana = await house.guest("Ana");
  const hands = new Hands(await house.page("/", { guest: ana }));
  await hands.press(hands.page.getByRole("link", { name: /^New table/ }));
  for (let seat = 2; seat <= 6; seat++) {
    const who = hands.page.getByLabel(say("seat.who", { seat }));
    if (await who.count()) await who.selectOption("novice");
    else await hands.press(hands.button(new RegExp(`^${say("new.bots.add", { name: ".+", level: say("bot.novice") })}$`)));
  }
  // Nobody to wait for.
  await hands.press(say("new.start"));
  await hands.page.waitForURL(/\/t\//);
  const [mine] = await ana.get<{ table: { id: string } }[]>("/tables/mine");
  const seat = await ana.sit(mine?.table.id ?? "", 0);
  expect(await playOut(seat, hands)).toBeGreaterThan(10);
  await isOver(hands);
  await house.verify(ana, seat.known.table.id);
});

it.each([
  ["Alhambra", { game: "alhambra", modules: [] }],
  ["Alhambra with seven modules", { game: "alhambra", modules: ["vizier", "bureau", "bonus", "huts", "camps", "bazaars", "falconers"] }],
  ["Granada", { game: "granada", modules: ["vizier", "bureau"] }],
  ["both cities", { game: "combined", modules: ["vizier", "bureau"] }],
])("%s: a page, a program at the socket and bots play to the end", async (_, wish) => {
  const [ana, ben] = await Promise.all([house.guest("Ana"), house.guest("Ben")]);
  const apprentice: SeatWish = { kind: "bot", level: "apprentice" };
  const table = await ana.open({ ...wish, seats: [me, open, bot, apprentice, bot, apprentice] });
  await ben.join(table.id);
  await ana.start(table.id);
  const hands = new Hands(await house.page(`/t/${table.code}`, { guest: ana }));
  const [seat, program] = [await ana.sit(table.id, 0), await ben.sit(table.id, 1)];
  const [steps] = await Promise.all([playOut(seat, hands), finish(program)]);
  await isOver(hands);
  const record = await house.verify(ben, table.id);
  expect(record.steps.filter((s) => s.seat === 0).length).toBeGreaterThanOrEqual(steps);
  expect(new Set(record.steps.map((s) => s.seat)).size).toBe(6);
});

it("a whole game by keyboard only", async () => {
  const ana = await house.guest("Ana");
  const table = await ana.begin({ seats: six });
  const hands = new Hands(await house.page(`/t/${table.code}`, { guest: ana }), "keys");
  const seat = await ana.sit(table.id, 0);
  expect(await playOut(seat, hands)).toBeGreaterThan(10);
  await isOver(hands);
  await house.verify(ana, table.id);
});

it("a whole game by touch on a phone, from Play now", async () => {
  const ana = await house.guest("Ana");
  const setup = { game: "alhambra", players: 6, modules: [], simplified: false, english_end: false };
  const last: NewTable = {
    setup,
    seats: six,
    shuffle: false,
    public: false,
    open_hands: false,
    hide_left: false,
    no_watchers: false,
    hints: true,
    pace: { kind: "free" },
  };
  const hands = new Hands(await house.page("/", { guest: ana, size: PHONE, last }), "touch");
  await hands.press(hands.button(/^Play now/));
  await hands.page.waitForURL(/\/t\//);
  const [mine] = await ana.get<{ table: { id: string } }[]>("/tables/mine");
  const seat = await ana.sit(mine?.table.id ?? "", 0);
  expect(await playOut(seat, hands)).toBeGreaterThan(10);
  await isOver(hands);
  await house.verify(ana, seat.known.table.id);
});

// Whole games at a real server, as people play them: by mouse, by keyboard alone, by touch. Their records are checked.
import { expect, it } from "vitest";
import { bot, me } from "./guest.ts";
import { Hands } from "./hands.ts";
import { say } from "./names.ts";
import { playOut } from "./play.ts";
import { House, PHONE } from "./sabika.ts";

const house = new House();

it("a whole game by mouse, from the first page to the final scoring", async () => {
  const ana = await house.guest("Ana");
  const page = await house.page("/", { guest: ana });
  const hands = new Hands(page);
  await hands.press(hands.button(/^New table/));
  // Six seats: mine and five novices, so that the game is short.
  for (let seat = 2; seat <= 6; seat++) {
    const who = page.getByLabel(say("seat.who", { seat }));
    if (!(await who.count())) await hands.press(say("new.add"));
    await who.selectOption("novice");
  }
  await hands.press(say("new.open"));
  await hands.press(say("wait.start"));
  const [mine] = await ana.get<{ table: { id: string } }[]>("/tables/mine");
  const seat = await ana.sit(mine?.table.id ?? "", 0);
  expect(await playOut(seat, hands)).toBeGreaterThan(10);
  await page.getByRole("heading", { name: say("final.title") }).waitFor();
  await house.verify(ana, seat.known.table.id);
});

it("a whole game by keyboard alone", async () => {
  const ana = await house.guest("Ana");
  const table = await ana.begin({ seats: [me, bot, bot, bot, bot, bot] });
  const page = await house.page(`/t/${table.code}`, { guest: ana });
  const seat = await ana.sit(table.id, 0);
  expect(await playOut(seat, new Hands(page, "keys"))).toBeGreaterThan(10);
  await page.getByRole("heading", { name: say("final.title") }).waitFor();
  await house.verify(ana, table.id);
});

it("a whole game by touch on a phone, from Play now", async () => {
  const ana = await house.guest("Ana");
  const setup = { game: "alhambra", players: 6, modules: [], simplified: false, english_end: false };
  const last = {
    setup,
    seats: [me, bot, bot, bot, bot, bot],
    shuffle: false,
    public: false,
    open_hands: false,
    hints: true,
    pace: { kind: "free" as const },
  };
  const page = await house.page("/", { guest: ana, size: PHONE, last });
  const hands = new Hands(page, "touch");
  await hands.press(hands.button(/^Play now/));
  await page.waitForURL(/\/t\//);
  const [mine] = await ana.get<{ table: { id: string } }[]>("/tables/mine");
  const seat = await ana.sit(mine?.table.id ?? "", 0);
  expect(await playOut(seat, hands)).toBeGreaterThan(10);
  await page.getByRole("heading", { name: say("final.title") }).waitFor();
  await house.verify(ana, seat.known.table.id);
});

// Pictures of the page for the README, at desktop and phone size: docs/screenshots. A game that bots advise is played for them.
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { bot, type Guest, me, type Seat, type SeatWish } from "./guest.ts";
import { Hands } from "./hands.ts";
import { say } from "./names.ts";
import { lines } from "./play.ts";
import { DESKTOP, House, PHONE } from "./sabika.ts";

const house = new House();
const builder: SeatWish = { kind: "bot", level: "builder" };
const SIZES = [
  ["desktop", DESKTOP],
  ["phone", PHONE],
] as const;

async function shoot(page: Page, name: string): Promise<void> {
  const path = fileURLToPath(new URL(`../../../docs/screenshots/${name}.png`, import.meta.url));
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path, animations: "disabled" });
  execFileSync("pngquant", ["--force", "--output", path, path]);
  expect(statSync(path).size).toBeLessThan(500 * 1024);
}
/** Plays as a bot would until this holds at the beginning of a choice. */
async function advised(seat: Seat, holds: () => boolean): Promise<void> {
  while ((await seat.turn()) && !holds()) await seat.act(await seat.hint());
}
const board = (seat: Seat) => seat.known.game?.players[0]?.board.length ?? 0;
const exact = (seat: Seat) => seat.known.game?.choice?.options.buys.some((b) => b.payments.some((p) => p.exact)) ?? false;

async function pictures(ana: Guest): Promise<void> {
  const table = await ana.begin({ seats: [me, builder, builder, builder], hints: true });
  const seat = await ana.sit(table.id, 0);
  await advised(seat, () => board(seat) > 9 && exact(seat) && seat.known.game?.choice?.undo === 0);
  const pages = await Promise.all(SIZES.map(([, size]) => house.page(`/t/${table.code}`, { guest: ana, size })));
  const each = async (what: (page: Page, name: string, size: number) => Promise<void>) => {
    for (const [i, page] of pages.entries()) {
      await new Hands(page).see(seat.known.version);
      await what(page, SIZES[i]?.[0] ?? "", i);
    }
  };
  await each((page, name) => shoot(page, `middle-${name}`));

  const buy = lines(seat).find((line) => line.startsWith("buy")) ?? "";
  await seat.act(buy);
  while (!seat.known.game?.choice?.options.places.length) await seat.act(await seat.hint());
  await each(async (page, name, phone) => {
    const cells = page.getByRole("button", { name: / to -?\d+, -?\d+$/ });
    await cells.first().waitFor();
    if (phone) await cells.first().tap({ force: true });
    else await refused(page);
    await shoot(page, `placing-${name}`);
  });
  await Promise.all(pages.map((page) => page.goto(`${house.base}/rules`)));
  await advised(seat, () => false);
  for (const [i, page] of pages.entries()) {
    const name = SIZES[i]?.[0];
    await page.goto(`${house.base}/t/${table.code}`);
    await page.getByRole("heading", { name: say("final.title") }).waitFor();
    await page.waitForTimeout(500);
    await shoot(page, `final-${name}`);
    await page.goto(`${house.base}/replay/${table.code}#${Math.round(seat.known.log.length * 0.7)}`);
    await page.getByRole("slider").waitFor();
    await page.waitForTimeout(500);
    await shoot(page, `replay-${name}`);
  }
}
/** Moves the pointer over the board until an empty cell says why the tile does not fit there. */
async function refused(page: Page): Promise<void> {
  const area = await page.locator("svg.board").boundingBox();
  const [why, taken] = [page.getByText(say("why.title")), page.getByText(say("why.occupied"))];
  if (!area) throw new Error("the board is drawn");
  for (let x = 0.3; x < 0.75; x += 0.05) {
    for (let y = 0.25; y < 0.8; y += 0.1) {
      await page.mouse.move(area.x + area.width * x, area.y + area.height * y);
      if ((await why.isVisible()) && !(await taken.isVisible())) return;
    }
  }
}

it("pictures of home, a game in the middle, placing, the final scoring and a replay", async () => {
  const ana = await house.guest("Ana");
  await pictures(ana);
  // Home comes last: by now there are games to show.
  await ana.begin({ seats: [me, bot, bot] });
  for (const [name, size] of SIZES) {
    const page = await house.page("/", { guest: ana, size });
    await page.getByRole("button", { name: /^Play now/ }).waitFor();
    await page.waitForTimeout(500);
    await shoot(page, `home-${name}`);
  }
});

// Duplicate: a match opened on the page by keyboard, deals played by two people, and nothing given away before both have played them.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { DuplicateMatch, TableInfo } from "../../src/lib/wire.ts";
import { violations } from "./chromium.ts";
import type { Guest } from "./guest.ts";
import { say } from "./names.ts";
import { finish } from "./play.ts";
import { House, PHONE } from "./sabika.ts";

const house = new House();
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** A deal played to the end without a page: the points. */
async function play(guest: Guest, code: string, deal: number): Promise<number> {
  const table = await guest.post<TableInfo>(`/duplicates/${code}/deals/${deal}`);
  const seat = await guest.sit(table.id, 0);
  await finish(seat);
  const points = seat.known.table.result?.scores[0] ?? -1;
  seat.leave();
  return points;
}

it("a match is opened by keyboard, and found by its code", async () => {
  const page = await house.page("/duplicate", { size: PHONE });
  await page.getByText(say("duplicate.mine.none")).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
  await page.getByLabel(say("duplicate.name"), { exact: true }).fill("Club night");
  await page.getByLabel(say("name.ask")).fill("Cleo");
  const deals = page.getByRole("radiogroup", { name: say("duplicate.deals") });
  await deals.getByRole("radio", { name: "4" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByLabel(say("name.ask")).press("Enter");
  await page.waitForURL(/\/duplicate\/[A-Z]{6}$/);
  await page.getByRole("heading", { name: "Club night" }).waitFor();
  expect(await page.getByRole("button", { name: new RegExp(`^${say("duplicate.play")}`) }).count()).toBe(6);
  const code = new URL(page.url()).pathname.split("/")[2] ?? "";

  const friend = await house.page("/duplicate", { guest: await house.guest("Dan"), complaint: /404/ });
  await friend.getByLabel(say("duplicate.join")).fill("NOSUCH");
  await friend.keyboard.press("Enter");
  await friend.getByRole("alert").getByText(say("duplicate.unknown")).waitFor();
  await friend.goBack();
  await friend.getByLabel(say("duplicate.join")).fill(code.toLowerCase());
  await friend.keyboard.press("Enter");
  await friend.getByRole("heading", { name: "Club night" }).waitFor();
  expect(await friend.getByRole("button", { name: say("duplicate.close") }).count()).toBe(0);
  // Whoever opened it can close it, and asks themselves once more.
  await page.getByRole("button", { name: say("duplicate.close") }).click();
  await page.getByRole("button", { name: say("duplicate.close") }).click();
  await page.getByText(say("duplicate.ranking.all")).waitFor();
  expect(await page.getByRole("button", { name: new RegExp(`^${say("duplicate.play")}`) }).count()).toBe(0);
});

it("others' results are shown once one has played the deal, every sum spelled out", async () => {
  const [ana, ben] = await Promise.all([house.guest("Ana"), house.guest("Ben")]);
  const setup = { game: "alhambra", players: 2, modules: [], simplified: false, english_end: false };
  const { code } = await ana.post<DuplicateMatch>("/duplicates", { name: "Two of us", setup, bots: ["novice"], deals: 2, days: 7 });
  const his = await play(ben, code, 1);
  const page = await house.page(`/duplicate/${code}`, { guest: ana });
  const first = page.getByRole("listitem", { name: say("duplicate.deal", { number: 1 }) });
  await first.getByText(say("duplicate.hidden")).waitFor();
  expect(await first.textContent()).not.toContain(String(his));
  expect(await page.locator("a[href^='/replay/']").count()).toBe(0);

  await first.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/t\//);
  const table = new URL(page.url()).pathname.split("/")[2] ?? "";
  await page.locator("[data-version]").waitFor();
  const seat = await ana.sit(table, 0);
  await finish(seat);
  const hers = seat.known.table.result?.scores[0] ?? -1;
  seat.leave();
  await page.reload();
  await page.getByRole("link", { name: say("final.duplicate") }).click();
  await page.waitForURL(`**/duplicate/${code}`);
  const tenth = (value: number) => value.toFixed(1);
  const mean = (hers + his) / 2;
  for (const points of [hers, his]) {
    const difference = points - mean;
    const sign = difference > 0 ? "+" : difference < 0 ? "−" : "±";
    await first
      .getByText(`${points} − ${tenth(mean)} = ${sign}${tenth(Math.abs(difference))}`, { exact: true })
      .first()
      .waitFor();
  }
  const ranking = page.getByRole("region", { name: say("duplicate.ranking") });
  expect(await ranking.getByRole("listitem").count()).toBe(2);
  for (const dark of [false, true]) {
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
    expect(await violations(page), dark ? "dark" : "light").toEqual([]);
  }
  await page.setViewportSize(PHONE);
  expect(await fits(page)).toBe(true);
  expect(await violations(page)).toEqual([]);
  // Now his game can be looked at, and the engine on this device verifies it.
  await first.getByRole("link", { name: say("duplicate.replay", { name: "Ben" }) }).click();
  await page.waitForURL(/\/replay\//);
  await page.locator("[data-version]").waitFor();
});

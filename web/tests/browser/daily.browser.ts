// The daily deal: played offline in the browser, submitted later, and verified by the server, bots included.
import { expect, it } from "vitest";
import { violations } from "./chromium.ts";
import { CUT, kept, type } from "./device.ts";
import { Engine, Onlooker } from "./engine.ts";
import { say } from "./names.ts";
import { House, PHONE } from "./sabika.ts";

const house = new House();

it("a deal played offline is submitted, verified and ranked", async () => {
  const ana = await house.guest("Ana");
  const page = await house.page(null, { guest: ana, size: PHONE, workers: true, complaint: CUT });
  // The date does not change while it is played.
  const now = new Date();
  await page.clock.setFixedTime(now);
  await page.goto(`${house.base}/daily`);
  await page.getByText(say("daily.nobody")).waitFor();
  await kept(page);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: say("daily.play") }).click();
  await page.waitForURL(/\/t\//);
  const table = decodeURIComponent(new URL(page.url()).pathname.slice("/t/".length));
  const onlooker = new Onlooker(await Engine.load(), page, table);
  await page.setViewportSize({ width: 1440, height: 900 });
  let points: number | undefined;
  while (points === undefined) {
    const seen = await onlooker.look();
    points = seen.table.result?.scores[0];
    const line = points === undefined ? onlooker.next(seen) : null;
    if (line !== null) await type(page, onlooker, line, seen.version);
  }
  await page.getByRole("heading", { name: say("final.title") }).waitFor();
  await page.goto(`${house.base}/daily`);
  await page.getByText(say("daily.later")).waitFor();
  await page.context().setOffline(false);
  await page.goto(`${house.base}/daily`);
  const mine = page.locator(".results li.you");
  await mine.waitFor();
  expect(await mine.textContent()).toBe(`1Ana${points}`);
  expect(await page.getByText(say("daily.refused")).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // The share line is about today, and names no tiles or cells.
  expect(await page.locator("output").textContent()).toContain(String(points));
});

// Moments of all games at every size, by day and by night, in four languages: nothing is cut off, and no text is missing.
import { expect, it } from "vitest";
import { amiss } from "./amiss.ts";
import { say } from "./names.ts";
import { Stage } from "./scenes.ts";

const stage = new Stage();
const SIZES = [
  [360, 640],
  [390, 844],
  [768, 1024],
  [1280, 720],
  [1366, 650],
  [1440, 900],
  [1920, 1080],
] as const;
const LANGUAGES = ["en", "de", "es", "pl"];
const SCENES = ["start", "turn", "placing", "modules", "granada", "combined", "six", "six-over", "over"];
const SHOTS = process.env.SABIKA_SHOTS;

// Each moment in two languages, so that all four are covered with few and with many players, with and without modules.
it.each(SCENES.flatMap((scene, i) => [i, i + 2].map((n, dark) => [scene, LANGUAGES[n % 4] ?? "en", dark === 1] as const)))(
  "%s fits in %s",
  async (scene, language, dark) => {
    const found: string[] = [];
    // A page that starts small has touch, one that starts large has a pointer.
    for (const sizes of [SIZES.slice(0, 2), SIZES.slice(2)]) {
      const [width, height] = sizes[0] ?? [0, 0];
      const { page, errors } = await stage.open({ scene, language, dark, size: { width, height } });
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        if (await page.locator("[aria-busy]").count()) await page.locator("[aria-busy='false']").waitFor();
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/${scene}-${language}-${width}x${height}.png` });
        found.push(...(await amiss(page)).map((a) => `${width} × ${height}: ${a}`));
      }
      expect(errors).toEqual([]);
      await page.context().close();
    }
    expect(found).toEqual([]);
  },
);

it("on a small phone the whole city is visible above the dock, with every place for the tile in hand", async () => {
  const { page, errors } = await stage.open({ scene: "placing", size: { width: 360, height: 640 } });
  const board = await page.locator("svg.board").boundingBox();
  const dock = await page.locator(".dock").boundingBox();
  // The dock's rounded corners lie over the board.
  expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThanOrEqual((dock?.y ?? 0) + 16);
  const cells = page.getByRole("button", { name: /^Build .+ at / });
  expect(await cells.count()).toBeGreaterThan(1);
  for (const cell of await cells.all()) await cell.tap({ trial: true });
  expect(errors).toEqual([]);
  await page.context().close();
});

it("on a phone the tour leaves the buttons it speaks of where they can be pressed", async () => {
  const { page, errors } = await stage.open({ scene: "turn", size: { width: 390, height: 844 }, newcomer: true });
  const tour = page.getByRole("region", { name: say("guide.show") });
  for (const lesson of ["court", "points", "money"]) {
    await tour.getByText(say(`guide.${lesson}`)).waitFor();
    await tour.getByRole("button", { name: say("guide.next") }).tap();
  }
  await page
    .getByRole("group", { name: say("money") })
    .getByRole("button")
    .first()
    .tap();
  await tour.getByText(say("guide.take")).waitFor();
  const take = tour.getByRole("button", { name: say("do.take"), exact: true });
  expect(await take.isEnabled()).toBe(true);
  // Pressed where a finger would press it: nothing lies over it.
  await take.tap({ trial: true });
  expect(await amiss(page)).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});

it("the tour closes by itself after the first turn", async () => {
  const { page, errors } = await stage.open({ scene: "turn", newcomer: true });
  const tour = page.getByRole("region", { name: say("guide.show") });
  await tour.getByText(say("guide.court")).waitFor();
  await page.evaluate(() => {
    const { staged } = window as unknown as { staged: { known: { viewer: number } } };
    staged.known = { ...staged.known, ...{ log: [{ seat: staged.known.viewer, do: "end" }] } };
  });
  await tour.getByText(say("guide.done")).waitFor();
  await tour.waitFor({ state: "detached" });
  expect(await page.evaluate(() => localStorage.getItem("guided"))).toBe("yes");
  expect(errors).toEqual([]);
  await page.context().close();
});

// Compares the most important screens with stored images: visual changes must be deliberate. After one, look at the new images
// next to the stored ones, and write them with SABIKA_WRITE=1 (needs pngquant).
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { LogEntry } from "../../src/lib/wire.ts";
import { violations } from "./chromium.ts";
import { say } from "./names.ts";
import { type Shot, Stage, settled } from "./scenes.ts";

const stage = new Stage();
const PHONE = { width: 390, height: 844 };
const STORED = fileURLToPath(new URL("../looks/", import.meta.url));
/** Stored images have few colours: a pixel differs if some channel, from 0 to 255, differs by more than this … */
const CHANNEL = 64;
/** … and this fraction of all pixels may differ. */
const TOLERANCE = 0.01;

const winner = (page: Page) => page.getByRole("button", { name: say("winner.show") }).click();
const LOOKS: [string, Shot, ((page: Page) => Promise<void>)?][] = [
  ["home", { path: "" }],
  ["home-night", { path: "", dark: true }],
  ["turn", { scene: "turn" }],
  ["turn-phone", { scene: "turn", size: PHONE }],
  ["placing", { scene: "placing", size: { width: 1280, height: 720 } }],
  ["placing-phone", { scene: "placing", size: PHONE }],
  ["modules", { scene: "modules" }],
  ["granada-night", { scene: "granada", dark: true }],
  ["combined", { scene: "combined", size: { width: 1366, height: 650 } }],
  ["six", { scene: "six" }],
  ["ceremony", { scene: "scored", path: "?staged=scored" }, (page) => page.getByRole("dialog").waitFor()],
  ["six-over", { scene: "six-over" }],
  ["winner", { scene: "over" }, winner],
];

/** The fraction of pixels that differ, computed by a page that draws both; 1 if the sizes differ. */
async function difference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const addresses = [one, other].map((png) => `data:image/png;base64,${png.toString("base64")}`);
  return page.evaluate(
    async ([addresses, channel]) => {
      const pixels = await Promise.all(
        addresses.map(async (address) => {
          const image = new Image();
          image.src = address;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext("2d");
          context?.drawImage(image, 0, 0);
          return { width: image.width, data: context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray() };
        }),
      );
      const [a, b] = pixels;
      if (!a || !b || a.width !== b.width || a.data.length !== b.data.length) return 1;
      let different = 0;
      for (let i = 0; i < a.data.length; i += 4)
        if ([0, 1, 2].some((c) => Math.abs((a.data[i + c] ?? 0) - (b.data[i + c] ?? 0)) > channel)) different++;
      return different / (a.data.length / 4);
    },
    [addresses, CHANNEL] as const,
  );
}

it.each(LOOKS)("%s matches its stored image, and axe finds nothing", async (name, shot, before) => {
  const { page, errors } = await stage.open({ ...shot, scale: 0.5 });
  await before?.(page);
  await settled(page);
  const now = await page.screenshot({ animations: "disabled", caret: "hide" });
  const [file, beside] = [`${STORED}${name}.png`, `${STORED}${name}.new.png`];
  mkdirSync(STORED, { recursive: true });
  writeFileSync(beside, now);
  if (process.env.SABIKA_WRITE) execFileSync("pngquant", ["--force", "--nofs", "--strip", "--output", file, "64", beside]);
  expect(existsSync(file), `${name}.png is stored`).toBe(true);
  const stored = readFileSync(file);
  expect(stored.length).toBeLessThan(200 * 1024);
  expect(await difference(page, now, stored), `how much ${name} differs: see ${beside}`).toBeLessThan(TOLERANCE);
  rmSync(beside);
  expect(await violations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});

describe("with motion", () => {
  it("a round is presented line by line, advances on tap, and can be skipped", async () => {
    const { page, errors } = await stage.open({ scene: "scored", path: "?staged=scored", motion: true });
    const dialog = page.getByRole("dialog", { name: say("log.scored", { round: 2 }) });
    await dialog.getByRole("button", { name: say("ceremony.faster") }).waitFor();
    const told = () => dialog.locator("tbody tr:not(.later)").count();
    const first = await told();
    await dialog.locator("aside").click();
    await expect.poll(told).toBeGreaterThan(first);
    await dialog.getByRole("button", { name: say("ceremony.skip") }).click();
    await expect.poll(told).toBe(7);
    expect(await dialog.getByText("(13+6)÷3").count(), "a shared place is spelled out").toBe(3);
    await dialog.getByRole("button", { name: say("ceremony.back") }).click();
    await dialog.waitFor({ state: "detached" });
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("the last round is presented, then the winner's city as an image to save", async () => {
    const { page, errors } = await stage.open({ scene: "over", motion: true });
    await page.getByRole("button", { name: say("do.skip") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("img", { name: /^The Alhambra of Ana/ }).waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: say("winner.save") }).click()]);
    const png = readFileSync((await file.path()) ?? "");
    expect(file.suggestedFilename()).toMatch(/\.png$/);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)], "its size").toEqual([2784, 1088]);
    // An image of nothing but sky would be much smaller.
    expect(png.length).toBeGreaterThan(100 * 1024);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe("on a table in the middle of a game", () => {
  const logged = (page: Page) => page.getByRole("log").locator("button.line");

  it("the log can be limited to one's own steps, or to purchases", async () => {
    const { page } = await stage.open({ scene: "six" });
    const all = await logged(page).count();
    const then = new RegExp(`^\\s*${say("log.then")} `);
    const purchases = async () => (await logged(page).allTextContents()).filter((line) => / bought /.test(line));
    expect(
      (await purchases()).some((line) => then.test(line)),
      "one follows another step of its turn",
    ).toBe(true);
    await page.getByRole("button", { name: say("log.filter.me"), exact: true }).click();
    await expect.poll(() => logged(page).count()).toBeLessThan(all);
    const mine = await logged(page).allTextContents();
    expect(mine.filter((line) => /^\s*(Zaynab|Safiya|Elvira|Noor|Lubna)/.test(line))).toEqual([]);
    await page.getByRole("button", { name: say("log.filter.buys"), exact: true }).click();
    await expect.poll(async () => (await logged(page).allTextContents()).filter((line) => !/ bought /.test(line))).toEqual([]);
    const bought = await purchases();
    expect(bought).toHaveLength(36);
    expect(
      bought.filter((line) => then.test(line)),
      "with a name, although steps are left out",
    ).toEqual([]);
    await page.context().close();
  });

  it("falcons there is no room for are behind a button", async () => {
    const { page } = await stage.open({ scene: "modules", size: { width: 1280, height: 720 } });
    const falcons = page.getByRole("group", { name: say("falcons") });
    const fits = () => falcons.evaluate((e) => e.scrollWidth <= e.clientWidth);
    const drawn = () => falcons.getByRole("img").count();
    expect([await fits(), await drawn()]).toEqual([true, 3]);
    await falcons.getByRole("button", { name: say("falcons.more", { count: 4 }) }).press("Enter");
    await expect.poll(drawn).toBe(7);
    expect(await falcons.evaluate((e) => e === document.activeElement), "the focus stays there").toBe(true);
    expect(await fits()).toBe(true);
    await page.context().close();
  });

  it("coins on a phone are whole", async () => {
    const { page } = await stage.open({ scene: "turn", size: PHONE });
    const coin = page.locator(".space .coin").first();
    const [drawn, room] = await coin.evaluate((e: SVGSVGElement) => [e.viewBox.baseVal.width, e.querySelector("use")?.width.baseVal.value]);
    expect(drawn, "scaled with their frame, which is smaller there").toBe(room);
    await page.context().close();
  });

  it("what another player builds is shown until one selects something", async () => {
    const { page } = await stage.open({ scene: "turn", motion: true });
    await page.evaluate(() => {
      type Shown = { step: object; shows: [] };
      // It does not go by itself.
      const { setTimeout } = window;
      window.setTimeout = ((then: () => void, ms: number) => (ms < 2000 ? setTimeout(then, ms) : 0)) as typeof window.setTimeout;
      const { staged } = window as unknown as { staged: { animate: (shown: Shown) => void } };
      staged.animate({ step: { seat: 1, do: "place T8 0,-1", lengths: { walls: 14, moats: 0, stretch: 0 } }, shows: [] });
    });
    const inset = page.locator("button.inset");
    await inset.waitFor();
    await page.getByRole("button", { name: /^Pavilion 2/ }).click();
    await inset.waitFor({ state: "detached" });
    await page.context().close();
  });
});

it("two rounds scored in one step are two points of the plot (E1)", async () => {
  const merge = (log: LogEntry[]) => {
    const [, second, last] = log.filter((entry) => entry.shows?.some((show) => show.what === "score"));
    if (!second?.shows || !last?.shows) throw new Error("three rounds were scored");
    last.shows = [...second.shows.filter((show) => show.what === "score"), ...last.shows];
    second.shows = second.shows.filter((show) => show.what !== "score");
  };
  const { page, errors } = await stage.open({ scene: "over", change: merge });
  const plot = page.getByRole("img", { name: new RegExp(`^${say("final.time")}:`) });
  expect(await plot.locator("circle").count(), "three rounds of four players").toBe(12);
  expect(errors).toEqual([]);
  await page.context().close();
});

// The staged table of the gallery, without a server: its content and accessibility.
import type { Browser, Locator, Page } from "playwright-core";
import { type PreviewServer, preview } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, violations, watch } from "./chromium.ts";

let server: PreviewServer;
let browser: Browser;
let base: string;

beforeAll(async () => {
  server = await preview({ preview: { port: 0, host: "127.0.0.1" }, logLevel: "error" });
  base = server.resolvedUrls?.local[0] ?? "";
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function open(path: string, size: { width: number; height: number }, colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const context = await browser.newContext({ viewport: size, colorScheme, hasTouch: size.width < 500 });
  const page = await context.newPage();
  await page.goto(`${base}${path}`);
  await page.waitForSelector("h1, h2");
  // A table is drawn bit by bit; animations end after a moment.
  if (await page.locator("[aria-busy]").count()) await page.locator("[aria-busy='false']").waitFor();
  await page.waitForTimeout(400);
  return page;
}
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

describe.each(["light", "dark"] as const)("by %s", (scheme) => {
  it.each([
    ["?staged", DESKTOP],
    ["?staged", PHONE],
    ["?staged=over", DESKTOP],
    ["?staged=lobby", DESKTOP],
  ])("axe finds nothing on %s", async (path, size) => {
    const page = await open(path, size, scheme);
    const errors = watch(page, base);
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

/** The width of an element on the page, and its centre. */
async function middle(what: Locator): Promise<[number, number, number]> {
  const box = await what.boundingBox();
  if (!box) throw new Error(`${what} is not drawn`);
  return [box.width, box.x + box.width / 2, box.y + box.height / 2];
}

/** Whether an element is visible and touchable where it is. */
function reachable(what: Locator): Promise<boolean> {
  return what.evaluate((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return !!top && (e.contains(top) || top.contains(e));
  });
}

describe("the table in play", () => {
  it("shows where the tile in hand goes and how long the wall gets, by keyboard", async () => {
    const page = await open("?staged", DESKTOP);
    const cell = page.getByRole("button", { name: /Build Pavilion 3 at -1, 3/ });
    await cell.focus();
    await expect.poll(() => page.getByText("Wall 12 → 14").isVisible()).toBe(true);
    expect(await cell.evaluate((e) => e === document.activeElement)).toBe(true);
    await page.context().close();
  });

  it("says why a tile does not fit", async () => {
    const page = await open("?staged", DESKTOP);
    const court = await page.getByRole("button", { name: /Build Pavilion 3 at -1, 3/ }).boundingBox();
    if (!court) throw new Error("the cell is drawn");
    const step = court.height / 0.95;
    await page.mouse.move(court.x + court.width / 2, court.y + court.height / 2 - 4 * step);
    await expect.poll(() => page.getByText("Doesn't fit here").isVisible()).toBe(true);
    // The starting tile is three rows up and one column to the east.
    await page.mouse.move(court.x + court.width / 2 + step, court.y + court.height / 2 - 3 * step);
    await expect.poll(() => page.getByText("There is already a tile here.").isVisible()).toBe(true);
    await page.context().close();
  });

  it("proposes a payment for a selected tile, and finds the tile for selected cards", async () => {
    const page = await open("?staged", DESKTOP);
    await page.getByRole("button", { name: /^Arcades 10/ }).click();
    await expect.poll(() => page.getByText("Arcades 10 for 11 Dirham").isVisible()).toBe(true);
    expect(await page.locator(".prompt").getByText("1 too much: no further action").isVisible()).toBe(true);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Ducat 9" }).click();
    await page.getByRole("button", { name: /^Seraglio 9/ }).click();
    expect(await page.locator(".prompt").getByText("Exact payment: you get another action").isVisible()).toBe(true);
    await page.context().close();
  });

  it("shows in the majorities what a placement gains", async () => {
    const page = await open("?staged", DESKTOP);
    await page.getByRole("button", { name: /Build Pavilion 3 at -1, 3/ }).focus();
    await expect.poll(() => page.getByText("with Pavilion 3 placed").isVisible()).toBe(true);
    expect(await page.locator(".sum").textContent()).toMatch(/39\s*\+41/);
    const wall = page.getByRole("row", { name: /^Wall/ });
    expect(await wall.textContent(), "everybody's walls, and how mine grows").toBe("Wall1410111212+14");
    await page.context().close();
  });

  it("announces moves in one place only", async () => {
    const page = await open("?staged", DESKTOP);
    const live = page.locator("[aria-live]:not([aria-live='off']), [role='status'], [role='log']:not([aria-live])");
    expect(await live.count()).toBe(1);
    await page.context().close();
  });

  it("shows what is left in the bag and of money", async () => {
    const page = await open("?staged", DESKTOP);
    await page.getByRole("button", { name: "10 tiles in the bag" }).click();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.getByText("3 cards, worth 9").isVisible()).toBe(true);
    expect(await dialog.getByRole("img", { name: /^Tower/ }).count()).toBe(3);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it("opens the score sheet from the majorities, with every sum explained", async () => {
    const page = await open("?staged", DESKTOP);
    await page.getByRole("button", { name: "If round 2 were scored now" }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByText("Total would be").isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it("can be played with a thumb on a phone: a tap shows the tile, a button builds it", async () => {
    const page = await open("?staged", PHONE);
    await page.getByRole("button", { name: /Build Pavilion 3 at 0, 3/ }).tap();
    await expect.poll(() => page.getByRole("button", { name: "Build here" }).isVisible()).toBe(true);
    await page.context().close();
  });

  it("zooms with the wheel around the pointer, and resets", async () => {
    const page = await open("?staged", DESKTOP);
    const cell = page.getByRole("button", { name: /Build Pavilion 3 at -1, 3/ });
    const [before, x, y] = await middle(cell);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -250);
    await expect.poll(async () => (await middle(cell))[0] / before).toBeCloseTo(Math.exp(0.5), 1);
    const [, nearX, nearY] = await middle(cell);
    expect(Math.hypot(nearX - x, nearY - y)).toBeLessThan(4);
    await page.getByRole("button", { name: "Show everything" }).click();
    await expect.poll(async () => (await middle(cell))[0]).toBeCloseTo(before, 1);
    await page.context().close();
  });

  it("zooms with two fingers on a phone, without selecting anything", async () => {
    const page = await open("?staged", PHONE);
    const cell = page.getByRole("button", { name: /Build Pavilion 3 at 0, 3/ });
    const [before, x, y] = await middle(cell);
    const debug = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...apart: number[]) =>
      debug.send("Input.dispatchTouchEvent", { type, touchPoints: apart.map((d, id) => ({ x: x + d, y, id })) });
    await touch("touchStart", 0);
    await touch("touchStart", 0, -40);
    await touch("touchMove", 0, -60);
    await touch("touchMove", 0, -80);
    await touch("touchEnd");
    await expect.poll(async () => (await middle(cell))[0] / before).toBeCloseTo(2, 1);
    expect(await page.getByRole("button", { name: "Build here" }).count()).toBe(0);
    // Without a delay, Chromium takes it and the finger that stood still for the two halves of a double tap, which is not a click.
    await page.waitForTimeout(500);
    await cell.tap();
    await page.getByRole("button", { name: "Build here" }).waitFor();
    await page.context().close();
  });

  it.each([
    [820, 1180],
    [1024, 768],
    [844, 390],
    [1280, 720],
  ])("has everything in reach at %i × %i", async (width, height) => {
    const page = await open("?staged", { width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    for (const name of ["Put in reserve", "Undo", "Restart turn", "Menu"]) {
      expect(await reachable(page.getByRole("button", { name, exact: true }).first()), name).toBe(true);
    }
    for (const cell of await page.getByRole("button", { name: /^Build Pavilion 3 at / }).all()) expect(await reachable(cell)).toBe(true);
    // Nobody's points cover their other figures.
    for (const player of await page.locator(".player").all()) {
      const [stats, score] = [await player.locator(".stats").boundingBox(), await player.locator(".score").boundingBox()];
      const name = await player.locator(".name").boundingBox();
      if (!stats || !score || !name) throw new Error("a player has a name, points and more");
      const apart = (a: typeof stats) => a.x + a.width <= score.x + 1 || a.y + a.height <= score.y + 1 || score.y + score.height <= a.y + 1;
      expect([apart(stats), apart(name)]).toEqual([true, true]);
    }
    await page.context().close();
  });

  it("shows the points of a round when it is scored", async () => {
    const page = await open("?staged=scored", DESKTOP);
    const dialog = page.getByRole("dialog", { name: "Scoring round 1" });
    await dialog.getByRole("button", { name: "Skip to the result" }).click();
    await dialog.getByRole("button", { name: "Back to the table" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.context().close();
  });

  it.each([
    ["a desk", DESKTOP],
    ["a phone", PHONE],
  ])("has room on %s for a board thirty cells wide, forty tiles in the reserve and thirty cards", async (_, size) => {
    const page = await open("?staged=vast,act", size);
    const cells = page.locator("svg.board .spot");
    await expect.poll(() => cells.count()).toBe(30);
    const frame = await page.locator("svg.board").boundingBox();
    for (const cell of await cells.all()) {
      const box = await cell.boundingBox();
      expect(box && frame && box.x >= frame.x && box.x + box.width <= frame.x + frame.width, "a cell in the frame").toBe(true);
    }
    if (size === PHONE) {
      await page.getByRole("button", { name: "Menu" }).tap();
      await page.getByRole("button", { name: "Reserve" }).tap();
    }
    const last = page.getByRole("img", { name: /^Tower 10/ });
    await last.scrollIntoViewIfNeeded();
    expect(await reachable(last)).toBe(true);
    if (size === PHONE) await page.getByRole("button", { name: "Back to the market" }).tap();
    for (const name of ["Florin 1", "Ducat 3"]) {
      const card = page.getByRole("group", { name: "Your hand" }).getByRole("button", { name, exact: true });
      await card.scrollIntoViewIfNeeded();
      await card.click({ position: { x: 6, y: 40 } });
      expect(await card.getAttribute("aria-pressed")).toBe("true");
      if (size === PHONE) continue; // where they scroll
      const [box, panel] = [await card.boundingBox(), await page.locator(".hand-panel").boundingBox()];
      expect(box && panel && box.x >= panel.x && box.x + box.width <= panel.x + panel.width, "a card in the panel").toBe(true);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.context().close();
  });

  it.each([
    ["de", "Bauhof"],
    ["es", "Mercado"],
    ["pl", "Giełda"],
  ])("speaks %s", async (locale, market) => {
    const page = await open("?staged", DESKTOP);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: locale.toUpperCase(), exact: true }).click();
    await expect.poll(() => page.getByRole("heading", { name: market }).count()).toBe(1);
    await page.context().close();
  });
});

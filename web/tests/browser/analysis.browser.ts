// The analysis board: positions from text, set up by hand and from a replay, their best turns, and variations that are stored.
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { type PreviewServer, preview } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch, violations, watch } from "./chromium.ts";
import { say } from "./names.ts";

let server: PreviewServer;
let browser: Browser;
let base: string;
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const PATIENCE = { timeout: 60_000 };
/** A three-player position in which the third player can only end the turn. */
const LINE =
  readFileSync(new URL("../../../docs/notation.md", import.meta.url), "utf8")
    .split("\n")
    .find((line) => line.startsWith("game/1 game=alhambra players=3")) ?? "";

beforeAll(async () => {
  server = await preview({ preview: { port: 0, host: "127.0.0.1" }, logLevel: "error" });
  base = server.resolvedUrls?.local[0] ?? "";
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function open(path: string, size = DESKTOP, locale = "en"): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ viewport: size, locale, hasTouch: size.width < 500, serviceWorkers: "block" });
  const page = await context.newPage();
  // There is no /api here, which the page may report.
  const errors = watch(page, base, /Failed to load resource/);
  await page.addInitScript(() => {
    localStorage.setItem("speed", "off");
    localStorage.setItem("guided", "yes");
  });
  await page.goto(`${base}${path}`);
  return { page, errors };
}
const position = (line: string) => `analysis?${new URLSearchParams({ position: line })}`;
const branches = (page: Page) => page.locator(".branches li");
/** Waits until the deepest search is done. */
const searched = (page: Page) =>
  page
    .getByText(say("analysis.simulations_other", { count: 512 }))
    .first()
    .waitFor(PATIENCE);

it("a position from text shows its best turns; variations are stored and linked, offline", async () => {
  const { page, errors } = await open(position(LINE));
  await searched(page);
  // The only turn is to end it; then another player is to move, with a choice.
  await page.locator(".turns button").first().click();
  await expect.poll(() => branches(page).count(), PATIENCE).toBe(2);
  await searched(page);
  expect(await page.locator(".turns li").count()).toBeGreaterThan(1);
  await page.context().setOffline(true);
  // By hand: money is taken on the table itself.
  await page.getByRole("button", { name: "Ducat 7", exact: true }).click();
  await page.getByRole("button", { name: say("do.take"), exact: true }).click();
  await expect.poll(() => branches(page).count(), PATIENCE).toBe(3);
  // Back, and a second variation.
  await branches(page).nth(1).getByRole("button").click();
  await page.getByRole("button", { name: "Ducat 3", exact: true }).click();
  await page.getByRole("button", { name: say("do.take"), exact: true }).click();
  await expect.poll(() => branches(page).count(), PATIENCE).toBe(4);
  expect(await violations(page)).toEqual([]);
  const link = page.url();
  expect(new URL(link).searchParams.get("moves")).toBe("end;(take u3)take u7");
  await page.context().setOffline(false);
  expect(errors).toEqual([]);
  await page.context().close();
  const other = await open(link.slice(base.length), PHONE);
  await expect.poll(() => branches(other.page).count(), PATIENCE).toBe(4);
  expect(await violations(other.page)).toEqual([]);
  await other.page.context().close();
});

it("errors in a position name their place, in every language", async () => {
  const wrong = LINE.replace("boards=C8nw@0,-1/S9@1,-1", "boards=C8nw@0,-1/C8nw@1,-1");
  for (const [locale, words] of [
    ["en", "Board of player 2, no. 1: C8nw"],
    ["de", "Stadt von Spieler 2, Nr. 1: C8nw"],
    ["es", "Ciudad del jugador 2, n.º 1: C8nw"],
    ["pl", "Miasto, gracz 2, nr 1: C8nw"],
  ] as const) {
    const { page } = await open(position(wrong), PHONE, locale);
    await page.getByRole("alert").filter({ hasText: words }).waitFor(PATIENCE);
    expect(await violations(page)).toEqual([]);
    const beyond = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
    expect(beyond).toBe(0);
    await page.context().close();
  }
});

it("a position is set up with the keyboard, and illegal changes are refused with the rule", async () => {
  const { page, errors } = await open(position(LINE));
  await page.getByRole("button", { name: say("analysis.setup"), exact: true }).click(PATIENCE);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("analysis.turn")).selectOption("1");
  await expect.poll(() => new URL(page.url()).searchParams.get("position"), PATIENCE).toContain("turn=1 actor=1 stage=action");
  await dialog.getByLabel(say("analysis.addcard")).selectOption("d9");
  await expect.poll(() => new URL(page.url()).searchParams.get("position"), PATIENCE).toContain("hands=d9.d7");
  // A tile with a wall to the north does not fit below the fountain.
  await dialog.locator('[data-choose="0,1"]').focus();
  await page.keyboard.press("Enter");
  await dialog.getByRole("alert").filter({ hasText: "Board of player 1" }).waitFor(PATIENCE);
  expect(await dialog.getByRole("alert").textContent()).toContain("P2");
  expect(await violations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});

it("a game against bots continues from a position", async () => {
  const { page } = await open(position(LINE));
  await page.getByRole("button", { name: say("analysis.playon") }).click(PATIENCE);
  await page.waitForURL(/\/t\//, PATIENCE);
  await page.getByRole("button", { name: say("do.end") }).click(PATIENCE);
  await page.getByRole("button", { name: say("do.hint") }).waitFor(PATIENCE);
  await page.context().close();
});

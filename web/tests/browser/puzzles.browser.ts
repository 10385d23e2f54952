// Puzzles, solved without a server.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Puzzle } from "../../src/puzzles/puzzles.ts";
import { amiss, DESKTOP, type Look, open, PHONE } from "./alone.ts";
import { violations } from "./chromium.ts";
import { Hands } from "./hands.ts";

const file = new URL("../../src/puzzles/puzzles.json", import.meta.url);
const { puzzles } = JSON.parse(readFileSync(file, "utf8")) as { puzzles: Puzzle[] };
/** One in which tiles are only bought and placed. */
const building = (p: Puzzle) =>
  p.best.do.every((line) => /^(buy|place|take|end)/.test(line)) && p.best.do.some((line) => line.startsWith("place"));
const puzzle = puzzles.find((p) => building(p) && p.position.includes("game=alhambra") && p.position.includes("modules=-")) as Puzzle;
const shown = (page: Page) => page.locator("[data-version]").waitFor({ timeout: 60_000 });
/** Returning players get no tour. */
async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("guided", "yes"));
}
const opened = (path: string, look: Look = {}) => open(path, { prepare, ...look });

async function solve(page: Page, hands: Hands, turn: readonly string[]): Promise<void> {
  await shown(page);
  for (const line of turn) await hands.do(line);
  await page.locator(".verdict").waitFor({ timeout: 30_000 });
}

describe("puzzles", () => {
  it("are solved by mouse, with explanations, and rating and streak are stored", async () => {
    const { page, errors } = await opened(`puzzles/${puzzle.id}`);
    await solve(page, new Hands(page), puzzle.best.do);
    await page.getByRole("heading", { name: "Solved!" }).waitFor();
    const sum = await page.locator(".sources .all b").textContent();
    const parts = (await page.locator(".sources li:not(.all) b").allTextContents()).map((text) => Number(text.replace("−", "-")));
    expect(parts.reduce((a, b) => a + b, 0)).toBeCloseTo(Number(sum), 5);
    expect(await violations(page)).toEqual([]);
    await page.goto(page.url().replace(/puzzles.*/, "puzzles"));
    await page.getByText("Longest streak").waitFor();
    const [rating, streak] = await page.locator("dd").allTextContents();
    expect(Number(rating)).toBeGreaterThan(1200);
    expect(streak).toBe("1");
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("show the best turn after a miss; only the first attempt counts", async () => {
    const { page, errors } = await opened(`puzzles/${puzzle.id}`, { size: PHONE });
    const hands = new Hands(page, "touch");
    await solve(page, hands, puzzle.others[0]?.do ?? []);
    await page.getByRole("heading", { name: "Not the best turn" }).waitFor();
    await page.getByRole("radio", { name: "Your turn" }).check();
    expect(await violations(page)).toEqual([]);
    const rating = await page.locator(".chip b").first().textContent();
    expect(Number(rating)).toBeLessThan(1200);
    await page.getByRole("button", { name: "Try again" }).click();
    await solve(page, hands, puzzle.best.do);
    await page.getByRole("heading", { name: "Solved!" }).waitFor();
    expect(await page.locator(".chip b").first().textContent()).toBe(rating);
    await page.getByRole("button", { name: "Next puzzle" }).click();
    await shown(page);
    expect(new URL(page.url()).pathname).not.toContain(puzzle.id);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("can be undone and played by keyboard", async () => {
    const { page } = await opened(`puzzles/${puzzle.id}`);
    const hands = new Hands(page, "keys");
    await shown(page);
    const [first = ""] = puzzle.best.do;
    await hands.do(first);
    await hands.press("Undo");
    await hands.see(0);
    await solve(page, hands, puzzle.best.do);
    await page.getByRole("heading", { name: "Solved!" }).waitFor();
    await page.context().close();
  });

  it.each(["en", "de", "es", "pl"])("have all their texts in %s and fit on a phone", async (locale) => {
    const { page } = await opened("puzzles", { size: PHONE, locale });
    await page.locator(".theme").first().waitFor();
    expect(await amiss(page)).toEqual([]);
    await page.locator(".primary").click();
    await shown(page);
    expect(await amiss(page)).toEqual([]);
    await page.context().close();
  });

  it.each([
    ["a desk", DESKTOP, false],
    ["a phone by night", PHONE, true],
  ])("axe finds nothing on %s", async (_, size, dark) => {
    const { page } = await opened("puzzles", { size, dark });
    await page.locator(".theme").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.locator(".theme").first().click();
    await shown(page);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it("report an unknown puzzle", async () => {
    const { page } = await opened("puzzles/9-9-9");
    await page.getByRole("alert").getByText("There is no such puzzle.").waitFor();
    await page.context().close();
  });
});

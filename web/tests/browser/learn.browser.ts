// Pages that need no server: the catalogue of pieces, the score pad, and the review of a game whose record is at hand.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { amiss, DESKTOP, type Look, open, PHONE } from "./alone.ts";
import { violations } from "./chromium.ts";
import { reviewed, withGame } from "./finished.ts";

describe("the catalogue of pieces", () => {
  it.each([
    ["a desk", DESKTOP, false],
    ["a phone by night", PHONE, true],
  ])("axe finds nothing on %s", async (_, size, dark) => {
    const { page, errors } = await open("pieces", { size, dark });
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.each(["en", "de", "es", "pl"])("has all its texts in %s and fits on a phone", async (locale) => {
    const { page } = await open("pieces", { size: PHONE, locale });
    expect(await amiss(page)).toEqual([]);
    await page.context().close();
  });

  it("finds a piece, shows it, and copies its owner's correction, by keyboard", async () => {
    const { page, errors } = await open("pieces");
    await page.getByRole("searchbox").fill("pavilion hut");
    expect(await page.locator(".piece").count()).toBe(3);
    await page.getByRole("button", { name: "Pavilion hut, walls: north" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary");
    expect(await panel.getByText("Every hut has one to three walls.").isVisible()).toBe(true);
    await panel.getByRole("button", { name: "Closed to the south" }).click();
    expect(await panel.getByRole("button", { name: "Copy the correction" }).isDisabled()).toBe(true);
    await panel.getByRole("button", { name: "Closed to the east" }).click();
    await panel.getByRole("button", { name: "Copy the correction" }).click();
    await panel.getByText("Copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('kind = "P"\nwalls = "e"\nsource = "printed"');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("opens a piece in a dialog on a phone", async () => {
    const { page } = await open("pieces", { size: PHONE });
    await page.getByRole("radio", { name: "Reconstructed" }).check();
    expect(await page.locator("#alhambra").count()).toBe(0);
    await page.getByRole("button", { name: /^Camp 3/ }).click();
    expect(await page.getByRole("dialog").getByText("Every camp has one or two bastions").isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});

describe("the score pad", () => {
  async function fill(page: Page, name: string, value: number): Promise<void> {
    const field = page.getByRole("spinbutton", { name, exact: true });
    await field.fill(String(value));
    await field.press("Tab");
  }
  async function begin(look: Look = {}): Promise<{ page: Page; errors: string[] }> {
    const opened = await open("score", look);
    const { page } = opened;
    for (const [i, name] of ["Ana", "Ben", "Eva"].entries()) await page.getByRole("textbox").nth(i).fill(name);
    await page.locator("form .primary").click();
    return opened;
  }

  it("scores three rounds without a server, including ties, with explanations", async () => {
    const { page, errors } = await begin({ size: PHONE });
    await fill(page, "Tower", 2);
    await fill(page, "Longest wall", 7);
    await expect.poll(() => page.locator("footer .num").getAttribute("aria-label")).toBe("13");
    await page.getByRole("button", { name: "Next: Ben" }).click();
    await fill(page, "Tower", 2);
    await expect.poll(() => page.locator("footer .num").getAttribute("aria-label")).toBe("3");
    expect(await page.getByText("1st shared").isVisible()).toBe(true);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => page.locator("footer .num").getAttribute("aria-label")).toBe("0");
    await fill(page, "Tower", 2);
    // The counts are still there when the page is reopened.
    await page.reload();
    await page.getByRole("radio", { name: "Round 3" }).check();
    await page.getByRole("button", { name: "Next: Ben" }).click();
    await page.getByRole("button", { name: "Next: Eva" }).click();
    await page.getByRole("button", { name: "Result" }).click();
    await page.getByText("Ana wins", { exact: true }).waitFor();
    await page.getByRole("button", { name: /^Tower \(Ana\): 17/ }).click();
    expect(await page.getByText("Ana has 2, as many as Ben. Together they take these places: 21 + 13 = 34.").isVisible()).toBe(true);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Share" }).click()]);
    expect(download.suggestedFilename()).toBe("sabika-score.png");
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.each([
    ["a desk", DESKTOP, false],
    ["a phone by night", PHONE, true],
  ])("axe finds nothing on %s", async (_, size, dark) => {
    const { page } = await begin({ size, dark });
    await page.getByRole("button", { name: "Next: Ben" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it.each(["en", "de", "es", "pl"])("has all its texts in %s and fits on a phone", async (locale) => {
    const { page } = await begin({ size: PHONE, locale });
    await page.locator("footer .num").waitFor();
    expect(await amiss(page)).toEqual([]);
    await page.context().close();
  });
});

describe("the review of a game", () => {
  it("covers every turn, moves between mistakes by keyboard, and is stored", async () => {
    const { page, errors } = await open("review/GAME", { prepare: withGame("over") });
    await page.locator(".turn").first().waitFor({ timeout: 60_000 });
    await reviewed(page);
    expect(await page.locator(".turn").count()).toBe(22);
    // How many depends on the network; these builders are neither perfect nor careless.
    const accuracy = (await page.locator(".accuracy b").allTextContents()).map(Number);
    expect(accuracy.map((n) => n > 50 && n < 100)).toEqual([true, true, true, true]);
    const moments = await page.locator(".key-moment").allTextContents();
    expect(moments.length).toBeGreaterThan(0);
    for (const moment of moments) expect(moment).toMatch(/Turn \d+ · .*[−+]\d+(\.\d)? %/s);
    await page.keyboard.press("ArrowRight");
    expect(await page.locator(".turn.on").textContent()).toMatch(/^2\D/);
    await page.getByRole("button", { name: "Next mistake" }).click();
    expect(
      await page
        .getByText(/^−\d+(\.\d)? %$/)
        .first()
        .isVisible(),
    ).toBe(true);
    // Everybody's chances after the turn come to all; losses can be told in points, too.
    const chances = (await page.getByRole("list", { name: "After this turn" }).locator("b").allTextContents()).map(parseFloat);
    expect(Math.abs(chances.reduce((a, b) => a + b, 0) - 100)).toBeLessThan(3);
    await page.getByRole("radio", { name: "Points" }).check();
    expect(await page.locator(".turn.on b").textContent()).toMatch(/^−\d+(\.\d)?$/);
    // On the board: what was played, what was best, or both with an arrow between them.
    const rings = () => Promise.all(["rect.played", "rect.best", "path.arrow"].map((what) => page.locator(what).count()));
    const both = page.getByRole("radio", { name: "Both" });
    for (let turn = 0; (await both.count()) === 0 || (await rings()).includes(0); turn++) {
      expect(turn, "a turn that would have been better elsewhere").toBeLessThan(22);
      await page.locator(".turn").nth(turn).click();
    }
    expect(await page.locator(".label").allTextContents()).toEqual([
      expect.stringMatching(/^Played · Wall /),
      expect.stringMatching(/^Best · Wall /),
    ]);
    await page.getByRole("radio", { name: "Best", exact: true }).check();
    expect((await rings())[0]).toBe(0);
    // The line of the turn is dragged to the end of the game.
    const chart = (await page.getByRole("img", { name: "Chances to win" }).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.click(chart.x + chart.width - 3, chart.y + chart.height / 2);
    expect(await page.locator(".turn.on").textContent()).toMatch(/^22\D/);
    // What fades in has no contrast yet.
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
    expect(await violations(page)).toEqual([]);
    // The stored results appear at once the next time, even without a record.
    await page.route("**/api/tables/GAME/record", (route) => route.abort());
    await page.reload();
    await page.locator(".turn").nth(21).waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("leads to the analysis board, and on a phone from moment to moment", async () => {
    const { page, errors } = await open("review/GAME", { size: PHONE, dark: true, prepare: withGame("over") });
    await page.locator(".turn").first().waitFor({ timeout: 60_000 });
    await reviewed(page);
    await page.getByRole("button", { name: "Next moment" }).click();
    await page.getByText(/^Moment \d of \d$/).waitFor();
    expect(await page.getByRole("region", { name: "Played" }).locator("header b").textContent()).toMatch(/^\d+(\.\d)? %$/);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Analyse from here" }).click();
    await page.waitForURL(/\/analysis\?position=/);
    await page.locator("[data-version]").waitFor({ timeout: 60_000 });
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it("has all its words on a phone, and waits until the game is over", async () => {
    const { page } = await open("review/GAME", { size: PHONE, locale: "pl", prepare: withGame("over") });
    await page.locator(".turn").first().waitFor({ timeout: 60_000 });
    expect(await amiss(page)).toEqual([]);
    await page.context().close();
    const running = await open("review/GAME", { prepare: withGame("playing") });
    await running.page.getByText("A game can be reviewed once it is over.").waitFor();
    await running.page.context().close();
  });
});

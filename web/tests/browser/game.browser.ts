// Whole games at a real server, as people play them. SABIKA names the binary; without it there is nothing to play at.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, violations, watch } from "./chromium.ts";
import { type Running, serve } from "./sabika.ts";

const binary = process.env.SABIKA;
let browser: Browser;
let server: Running;

describe.skipIf(!binary)("at a real server", () => {
  beforeAll(async () => {
    server = await serve(binary ?? "");
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function page(size: { width: number; height: number }): Promise<Page> {
    const context = await browser.newContext({ viewport: size, hasTouch: size.width < 500, locale: "en" });
    const opened = await context.newPage();
    await opened.goto(server.base);
    return opened;
  }
  const visible = (p: Page, name: string | RegExp) => p.getByRole("button", { name, exact: typeof name === "string" }).first();
  const usable = async (p: Page, name: string | RegExp) => {
    const button = visible(p, name);
    return (await button.count()) > 0 && (await button.isEnabled().catch(() => false));
  };

  /** One step of a turn: pay exactly if one can, place where it fits, else take money, else end. */
  async function step(p: Page, press: (p: Page, name: string | RegExp) => Promise<void>, phone: boolean): Promise<void> {
    if (await usable(p, "Pass")) return press(p, "Pass");
    const cell = p.getByRole("button", { name: / to -?\d+, -?\d+$/ }).first();
    if (await cell.count()) {
      if (phone) {
        await cell.tap({ force: true });
        return press(p, "Build here");
      }
      await cell.focus();
      await p.keyboard.press("Enter");
      return;
    }
    if (await usable(p, "To the reserve")) return press(p, "To the reserve");
    if (await usable(p, "End turn")) return press(p, "End turn");
    if (phone) await press(p, "Market");
    const exact = p.getByRole("button", { name: /; exact$/ }).first();
    const over = p.getByRole("button", { name: /; pay \d+$/ }).first();
    for (const offer of [exact, over]) {
      if (!(await offer.count())) continue;
      await (phone ? offer.tap() : offer.click());
      if (await usable(p, "Buy")) return press(p, "Buy");
      await press(p, "Cancel");
    }
    if (phone) await press(p, "Money");
    const money = p.locator(".cards > .pickable").first();
    await (phone ? money.tap() : money.click());
    if (await usable(p, "Take")) return press(p, "Take");
  }

  async function playOut(p: Page, phone: boolean): Promise<number> {
    const press = async (q: Page, name: string | RegExp) => {
      const button = visible(q, name);
      await (phone ? button.tap({ timeout: 5000 }) : button.click({ timeout: 5000 }));
    };
    let steps = 0;
    for (let idle = 0; idle < 400; ) {
      if (await p.getByRole("heading", { name: "Final scoring" }).count()) return steps;
      const mine = await p.title().then((title) => title.startsWith("●"));
      if (!mine) {
        idle += 1;
        await p.waitForTimeout(60);
        continue;
      }
      idle = 0;
      steps += 1;
      await step(p, press, phone).catch(() => p.waitForTimeout(120));
    }
    throw new Error("the game came to a halt");
  }

  it("a whole game by mouse against bots", async () => {
    const p = await page({ width: 1440, height: 900 });
    const errors = watch(p);
    await p.getByRole("button", { name: /^Play now/ }).click();
    await p.getByRole("heading", { name: "Market" }).waitFor();
    expect(await violations(p)).toEqual([]);
    const steps = await playOut(p, false);
    expect(steps).toBeGreaterThan(10);
    expect(await violations(p)).toEqual([]);
    expect(errors).toEqual([]);
    await p.getByRole("button", { name: "Watch the replay" }).click();
    await p.waitForSelector("input[type=range]");
    expect(await violations(p)).toEqual([]);
    await p.context().close();
  });

  it("a whole game by touch on a phone", async () => {
    const p = await page({ width: 390, height: 844 });
    const errors = watch(p);
    await p.getByRole("button", { name: /^Play now/ }).tap();
    await p.waitForSelector(".sheet nav");
    expect(await violations(p)).toEqual([]);
    expect(await playOut(p, true)).toBeGreaterThan(10);
    expect(errors).toEqual([]);
    await p.context().close();
  });

  it("a reload in the middle comes back to the same turn", async () => {
    const p = await page({ width: 1440, height: 900 });
    await p.getByRole("button", { name: /^Play now/ }).click();
    await p.getByRole("heading", { name: "Market" }).waitFor();
    await p.reload();
    await p.getByRole("heading", { name: "Market" }).waitFor();
    expect(await p.getByRole("group", { name: "Your Alhambra" }).count()).toBe(1);
    await p.context().close();
  });
});

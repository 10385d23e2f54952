// Moments of seeded games (tests/scenes) on the page, without a server: the same each time, so that screenshots can be compared.
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { type PreviewServer, preview } from "vite";
import { afterAll, beforeAll } from "vitest";
import type { LogEntry } from "../../src/lib/wire.ts";
import { launch, watch } from "./chromium.ts";

export type Shot = {
  /** A file of tests/scenes; without one, another page. */
  scene?: string;
  path?: string;
  size?: { width: number; height: number };
  dark?: boolean;
  motion?: boolean;
  /** The device pixel ratio. */
  scale?: number;
  language?: string;
  /** Whoever has done nothing yet is led through their first turn. */
  newcomer?: boolean;
  /** Changes the scene before it is shown. */
  change?: (log: LogEntry[]) => void;
};
const SCENES = new URL("../scenes/", import.meta.url);
const NOW = new Date("2026-11-17T10:00:00Z");
/** What a server with nobody on it says. */
const ANSWERS: Record<string, unknown> = {
  "/api/session": { person: null, unread: 0 },
  "/api/tables": [],
  "/api/daily/2026-11-17": { date: "2026-11-17", played: 0, best: [], yours: null },
};

export class Stage {
  browser!: Browser;
  #server!: PreviewServer;
  #base = "";

  constructor() {
    beforeAll(async () => {
      this.#server = await preview({ preview: { port: 0, host: "127.0.0.1" }, logLevel: "error" });
      this.#base = this.#server.resolvedUrls?.local[0] ?? "";
      this.browser = await launch();
    });
    afterAll(async () => {
      await this.browser?.close();
      await this.#server?.close();
    });
  }

  async open(shot: Shot): Promise<{ page: Page; errors: string[] }> {
    const { scene, path = "?staged", size = { width: 1440, height: 900 }, dark = false, motion = false, scale = 1, language = "en" } = shot;
    const context = await this.browser.newContext({
      viewport: size,
      deviceScaleFactor: scale,
      colorScheme: dark ? "dark" : "light",
      reducedMotion: motion ? "no-preference" : "reduce",
      hasTouch: size.width < 500,
      locale: language,
    });
    const given = scene ? (JSON.parse(readFileSync(new URL(`${scene}.json`, SCENES), "utf8")) as { snapshot: { log: LogEntry[] } }) : null;
    if (given && shot.newcomer) given.snapshot.log = [];
    if (given) shot.change?.(given.snapshot.log);
    await context.addInitScript(
      ([known, newcomer]) => {
        Object.assign(window, known ? { scene: known } : {});
        if (!newcomer) localStorage.setItem("guided", "yes");
        localStorage.setItem("explained", "vizier bureau bonus huts camps bazaars falconers");
      },
      [given, shot.newcomer ?? false] as const,
    );
    const page = await context.newPage();
    // Some of what is shown depends on the day.
    await page.clock.setFixedTime(NOW);
    const errors = watch(page, this.#base);
    await page.route("**/api/**", (route) => {
      const json = ANSWERS[new URL(route.request().url()).pathname];
      return json === undefined ? route.fulfill({ status: 404, json: { type: "absent" } }) : route.fulfill({ json });
    });
    await page.goto(this.#base + path);
    await page.waitForSelector("h1, h2, dialog");
    if (await page.locator("[aria-busy]").count()) await page.locator("[aria-busy='false']").waitFor();
    if (!motion) await settled(page);
    return { page, errors };
  }
}

/** Waits until fonts are loaded and two screenshots in a row are equal: drawings appear bit by bit. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  let before = "";
  for (let tries = 0; tries < 40; tries++) {
    const now = (await page.screenshot({ animations: "disabled", caret: "hide" })).toString("base64");
    if (now === before) return;
    before = now;
    await page.waitForTimeout(150);
  }
  throw new Error("the page does not come to rest");
}

// The page without a server: the build, and a browser to open it.
import type { Browser, Page } from "playwright-core";
import { type PreviewServer, preview } from "vite";
import { afterAll, beforeAll } from "vitest";
import { launch, watch } from "./chromium.ts";

let server: PreviewServer;
let browser: Browser;
let base: string;
export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

beforeAll(async () => {
  server = await preview({ preview: { port: 0, host: "127.0.0.1" }, logLevel: "error" });
  base = server.resolvedUrls?.local[0] ?? "";
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

export type Look = { size?: { width: number; height: number }; locale?: string; dark?: boolean; prepare?: (page: Page) => Promise<void> };
/** A page, and the errors it logs; there is no /api here, which it may report. */
export async function open(
  path: string,
  { size = DESKTOP, locale = "en", dark = false, prepare }: Look = {},
): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({
    viewport: size,
    locale,
    colorScheme: dark ? "dark" : "light",
    hasTouch: size.width < 500,
    permissions: ["clipboard-read", "clipboard-write"],
    // Requests made by a worker are not visible here.
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  const errors = watch(page, base, /Failed to load resource/);
  await prepare?.(page);
  await page.goto(`${base}${path}`);
  await page.getByRole("main").waitFor({ state: "attached" });
  await page.evaluate(() => document.fonts.ready);
  return { page, errors };
}
/** Keys instead of texts, and a page wider than its window. */
export const amiss = (page: Page) =>
  page.evaluate(() => {
    const keys = [...document.body.querySelectorAll("*")]
      .flatMap((e) => [
        e.getAttribute("aria-label") ?? "",
        ...[...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.textContent ?? ""),
      ])
      .filter((text) => /^[a-z]+(\.[a-z]+)+$/.test(text.trim()) || text.includes("{{"));
    const beyond = (document.scrollingElement?.scrollWidth ?? 0) - innerWidth;
    return beyond > 0 ? [...keys, `the page is ${beyond} too wide`] : keys;
  });

// A page on a device that may be offline.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Onlooker } from "./engine.ts";
import { say } from "./names.ts";

/** Without a network, the browser itself reports what it could not fetch. */
export const CUT = /Failed to load resource/;

/** The page is cached: everything it needs is available from now on. */
export async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
  });
}
/** Types a move where possible, and waits until it is stored. */
export async function type(page: Page, onlooker: Onlooker, line: string, version: number): Promise<void> {
  await page.getByPlaceholder(say("log.type")).fill(line);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await onlooker.look()).version, { message: line }).toBeGreaterThan(version);
}

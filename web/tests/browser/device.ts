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

/** From now on, whatever is drawn by chance in the page's worker is this number: the same deal every time. */
export async function seeded(page: Page, number: number): Promise<void> {
  // A worker is told to start only after its chance was replaced.
  await page.addInitScript(() => {
    const released = new Promise<void>((resolve) => Object.assign(globalThis, { releaseWorker: resolve }));
    const Original = Worker;
    globalThis.Worker = class extends Original {
      override postMessage(message: unknown): void {
        void released.then(() => super.postMessage(message));
      }
    } as typeof Worker;
  });
  page.on("worker", async (worker) => {
    try {
      await worker.evaluate((number) => {
        crypto.getRandomValues = ((array: Uint8Array) => array.fill(number)) as typeof crypto.getRandomValues;
      }, number);
      await page.evaluate(() => (globalThis as unknown as { releaseWorker: () => void }).releaseWorker());
    } catch {
      // The page was left meanwhile; its next worker is seeded in its turn.
    }
  });
}
/** Changes the last state that the rows of a table note, as if other rules had been in force. */
export async function falsify(page: Page, table: string): Promise<void> {
  await page.evaluate(
    (table) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open("sabika");
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const transaction = request.result.transaction("rows", "readwrite");
          transaction.oncomplete = () => resolve();
          transaction.onabort = () => reject(transaction.error);
          const rows = transaction.objectStore("rows");
          const all = rows.getAll(IDBKeyRange.bound([table, 0], [table, 1e9]));
          all.onsuccess = () => {
            const last = (all.result as { body: string }[]).findLast(({ body }) => body.includes('"hash"'));
            if (!last) throw new Error("no state is noted");
            rows.put({ ...last, body: last.body.replace(/"hash":"\w+"/, `"hash":"${"0".repeat(16)}"`) });
          };
        };
      }),
    table,
  );
}

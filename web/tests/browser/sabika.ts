// A server for a test file: an empty database, a free port, the built page, and a browser to open it.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { NewTable } from "../../src/lib/wire.ts";
import { launch, watch } from "./chromium.ts";
import { Guest } from "./guest.ts";

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

export function program(): string {
  const binary = process.env.SABIKA;
  if (!binary || !existsSync(binary)) throw new Error("SABIKA does not name the program: run these tests with scripts/browser.sh");
  return binary;
}

export type Running = { base: string; folder: string; stop: () => Promise<void> };

export async function serve(): Promise<Running> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "sabika-"));
  // Tests are faster than people, and all come from one address: no rate limits.
  const many = ["--rate", "1000", "--tables-per-person", "100000", "--tables-per-address", "100000"];
  const child: ChildProcess = spawn(program(), ["serve", "--listen", `127.0.0.1:${port}`, "--data", folder, "--log", "error", ...many], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    try {
      if ((await fetch(`${base}/api/session`)).ok) break;
    } catch {
      if (tries > 100) throw new Error("the server does not answer");
    }
    await new Promise((r) => setTimeout(r, 100));
  }
  return {
    base,
    folder,
    stop: async () => {
      child.kill();
      await new Promise((r) => child.once("exit", r));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
export type Look = {
  size?: { width: number; height: number };
  dark?: boolean;
  language?: string;
  /** The server's address. */
  base?: string;
  /** The person whose page it is; by default a new visitor. */
  guest?: Guest;
  /** The setup of Play now. */
  last?: NewTable;
  /** A new visitor gets the tour; others have been here before. */
  firstVisit?: boolean;
  /** Expected errors in the browser. */
  complaint?: RegExp;
  /** Whether a service worker caches the page: then it makes the requests, and a cut connection goes unnoticed. */
  workers?: boolean;
};

/** One server and one browser for the tests of a file; every page is watched for errors until its test ends. */
export class House {
  server!: Running;
  browser!: Browser;
  #contexts: { context: BrowserContext; errors: string[] }[] = [];

  constructor() {
    beforeAll(async () => {
      [this.server, this.browser] = await Promise.all([serve(), launch()]);
    });
    afterEach(async () => {
      const errors = this.#contexts.flatMap((c) => c.errors);
      for (const { context } of this.#contexts) await context.close();
      this.#contexts = [];
      expect(errors, "what pages complained about").toEqual([]);
    });
    afterAll(async () => {
      await this.browser?.close();
      await this.server?.stop();
    });
  }
  get base(): string {
    return this.server.base;
  }
  guest(name: string): Promise<Guest> {
    return Guest.enter(this.base, name);
  }

  /** A new page at this address; `null` for a blank one. */
  async page(path: string | null, look: Look = {}): Promise<Page> {
    const {
      size = DESKTOP,
      dark = false,
      language = "en",
      guest,
      last,
      firstVisit = false,
      base = this.base,
      complaint,
      workers = false,
    } = look;
    const context = await this.browser.newContext({
      viewport: size,
      hasTouch: size.width < 500,
      locale: language,
      colorScheme: dark ? "dark" : "light",
      reducedMotion: "reduce",
      serviceWorkers: workers ? "allow" : "block",
    });
    if (guest) {
      const [name = "", value = ""] = guest.cookie.split("=");
      await context.addCookies([{ name, value, url: base }]);
    }
    await context.addInitScript(
      ({ last, firstVisit }) => {
        if (last) localStorage.setItem("last-table", JSON.stringify(last));
        if (!firstVisit) {
          localStorage.setItem("guided", "yes");
          localStorage.setItem("explained", "vizier bureau bonus huts camps bazaars falconers");
        }
        // No waiting: others' moves are shown at once.
        localStorage.setItem("speed", "off");
      },
      { last, firstVisit },
    );
    const page = await context.newPage();
    this.#contexts.push({ context, errors: watch(page, base, complaint) });
    if (path !== null) await page.goto(base + path);
    return page;
  }

  /** The record of a finished game passes `sabika replay --verify`. */
  async verify(guest: Guest, table: string): Promise<{ steps: { seat: number; do: string }[] }> {
    const record = await guest.get<{ steps: { seat: number; do: string }[] }>(`/tables/${table}/record`);
    const file = join(this.server.folder, `${table}.json`);
    writeFileSync(file, JSON.stringify(record));
    execFileSync(program(), ["replay", file, "--verify"], { stdio: ["ignore", "ignore", "pipe"] });
    return record;
  }
}

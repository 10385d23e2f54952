import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
export const launch = (): Promise<Browser> => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Axe = { run(options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> };
/** Axe's violations on the current page, by all its rules or by some: rule and first element of each. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: Axe };
    const found = await axe.run(only ? { runOnly: { type: "rule", values: only } } : {});
    return found.violations.map((v) => `${v.id}: ${v.nodes[0]?.target.join(" ")}`);
  }, rules);
}

/** Errors the page logs or throws, unless expected, and requests to servers other than its own. */
export function watch(page: Page, base: string, expected = /^$/): string[] {
  const errors: string[] = [];
  page.on("pageerror", (e) => errors.push(e.message));
  page.on("console", (m) => {
    // The browser itself reports that a connection was cut.
    const cut = /net::ERR_(CONNECTION|EMPTY|SOCKET|INCOMPLETE|CONTENT_LENGTH|NETWORK)_|^WebSocket connection to .* failed/;
    if (m.type() === "error" && !cut.test(m.text()) && !expected.test(m.text())) errors.push(m.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(base) && !url.startsWith("data:") && !url.startsWith("blob:")) errors.push(`asked for ${url}`);
  });
  return errors;
}

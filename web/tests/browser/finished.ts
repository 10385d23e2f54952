// A finished game of a person and three builders, for pages that show one.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const record = JSON.parse(readFileSync(new URL("./four-builders.json", import.meta.url), "utf8")) as { result: unknown };
const seats = (["saffron", "sky", "jade", "indigo"] as const).map((colour, i) => ({
  occupant: i ? { kind: "bot", level: "builder" } : { kind: "person", person: "p", name: "Ana", away: false },
  colour,
  nonce: true,
}));
const table = (status: string) => ({
  id: "GAME",
  code: "GAME",
  status,
  setup: { game: "alhambra", players: 4, modules: [], simplified: false, english_end: false },
  seats,
  result: record.result,
});

/** A server that has this game, at the table GAME. */
export const withGame = (status: string) => async (page: Page) => {
  await page.route("**/api/session", (route) => route.fulfill({ json: { person: { id: "p", name: "Ana" } } }));
  await page.route("**/api/notices", (route) => route.fulfill({ json: { unread: 0, notices: [] } }));
  await page.route("**/api/tables/GAME", (route) => route.fulfill({ json: table(status) }));
  await page.route("**/api/tables/GAME/record", (route) => route.fulfill({ json: record }));
};

/** Waits until every turn is reviewed. */
export const reviewed = (page: Page) => page.locator(".progress").waitFor({ state: "detached", timeout: 120_000 });

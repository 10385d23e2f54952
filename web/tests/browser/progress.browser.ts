// Progress against bots: a game played offline counts once, on the device and, with an account, on the server.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { GameSummary, NewTable } from "../../src/lib/wire.ts";
import { violations } from "./chromium.ts";
import { CUT, kept, type } from "./device.ts";
import { Engine, Onlooker } from "./engine.ts";
import { bot, me } from "./guest.ts";
import { say } from "./names.ts";
import { House, PHONE } from "./sabika.ts";

const house = new House();
const SHOTS = process.env.SHOTS;
const LAST: NewTable = {
  setup: { game: "alhambra", players: 2, modules: [], simplified: false, english_end: false },
  seats: [me, bot],
  shuffle: false,
  public: false,
  open_hands: false,
  hide_left: false,
  no_watchers: false,
  hints: true,
  pace: { kind: "free" },
};
const shot = async (page: Page, name: string): Promise<void> => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/progress-${name}.png`, fullPage: true });
};
const stored = (page: Page): Promise<GameSummary[]> =>
  page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, text]) =>
      key.startsWith("game ") ? [JSON.parse(text as string).game as GameSummary] : [],
    ),
  );
const isNarrow = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

it("a game that was played offline counts once, and an account takes it to another device", async () => {
  const ana = await house.guest("Ana");
  const page = await house.page("/progress", { guest: ana, last: LAST, workers: true, complaint: CUT });
  await page.getByRole("heading", { name: say("progress.none") }).waitFor();
  expect(await violations(page)).toEqual([]);
  await shot(page, "empty");
  await kept(page);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: say("home.play") }).click();
  await page.waitForURL(/\/t\//);
  const table = decodeURIComponent(new URL(page.url()).pathname.slice("/t/".length));
  const onlooker = new Onlooker(await Engine.load(), page, table);
  let points: number | undefined;
  while (points === undefined) {
    const seen = await onlooker.look();
    points = seen.table.result?.scores[0];
    const line = points === undefined ? onlooker.next(seen) : null;
    if (line !== null) await type(page, onlooker, line, seen.version);
  }
  // What it added is told at the end of the game.
  await page.getByText(say("progress.nth", { number: 1 })).waitFor();
  expect(await violations(page)).toEqual([]);
  await shot(page, "added");
  const [game] = await stored(page);
  expect([game?.table, game?.points]).toEqual([table, points]);
  await page.reload();
  await page.getByText(say("progress.nth", { number: 1 })).waitFor();
  await page.getByRole("link", { name: say("progress.title") }).press("Enter");
  await page.getByRole("heading", { name: say("progress.feats") }).waitFor();
  await page.getByText(say("progress.sub_one", { count: 1 })).waitFor();
  expect((await stored(page)).length).toBe(1);
  // Still offline, the moment of a feat can be seen again, by keyboard.
  if (game?.feats.length) {
    await page.locator("#feats ~ ul a").first().press("Enter");
    await page.getByText(new RegExp(`^${say("replay.step", { step: game.feats[0]?.step ?? 0, of: "\\d+" })}$`)).waitFor();
  }
  await page.context().setOffline(false);

  // With an account, another device shows the same.
  await ana.post("/account", { password: "correct horse" });
  await page.goto(`${house.base}/progress`);
  await page.getByText(say("progress.both.kept")).waitFor();
  await expect.poll(async () => (await ana.get<{ games: GameSummary[] }>("/progress")).games.map((g) => g.table)).toEqual([table]);
  const other = await house.page("/progress", { guest: ana, size: PHONE });
  await other.getByText(say("progress.sub_one", { count: 1 })).waitFor();
  expect(await stored(other)).toEqual([game]);
});

/** Games of somebody who has played for a while, as the page stores them. */
function games(): GameSummary[] {
  const levels = ["novice", "apprentice", "builder", "architect", "grandmaster"] as const;
  const feats = ["exact", "wall", "majorities", "gained", "redesign", "chain", "vizier", "falcons", "flip"] as const;
  return Array.from({ length: 27 }, (_, i): GameSummary => {
    const level = levels[Math.min(3, Math.floor(i / 7))] ?? "novice";
    const points = 62 + ((i * 37) % 41) + i * 2;
    const won = i % 3 !== 1;
    const feat = feats[Math.floor(i / 3)];
    return {
      table: `server${i}`,
      code: `CODE${i}`,
      at: 1_793_000_000 + i * 100_000,
      game: i % 9 === 8 ? "granada" : "alhambra",
      modules: i % 4 ? [] : ["vizier"],
      hints: true,
      bots: [
        { level, nth: 0, points: won ? points - 12 : points + 9 },
        { level, nth: 1, points: points - 20 },
      ],
      points,
      for_buildings: Math.round(points * 0.66),
      for_walls: Math.round(points * 0.28),
      place: won ? 1 : 2,
      won,
      longest: 6 + (i % 8),
      bought: 12 + (i % 5),
      exact: 4 + (i % 6),
      kinds: i % 9 === 8 ? { Ar: 4, Pa: 3 } : { P: 1, S: 2, A: 2 + (i % 2), C: 1, G: 3, T: 2 + (i % 3) },
      feats: i % 3 === 0 && feat ? [{ feat, step: 40 + i }] : [],
    };
  });
}

async function fill(page: Page): Promise<void> {
  await page.evaluate((all) => {
    for (const game of all) localStorage.setItem(`game ${game.table}`, JSON.stringify({ owner: null, game }));
  }, games());
  await page.reload();
  await page.locator("#cast").waitFor();
}

it.each([
  ["by day", false, "en"],
  ["by night", true, "de"],
] as const)("%s it is shown in full, filtered by game, and reports what it cannot read", async (_, dark, language) => {
  const page = await house.page("/progress", { dark, language });
  await fill(page);
  expect(await violations(page)).toEqual([]);
  await shot(page, dark ? "night" : "day");
  expect(await page.locator("dd").first().locator("svg").getAttribute("aria-label")).toBe("27");
  // By keyboard: the third choice is Granada.
  await page.getByRole("radio").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.locator("dd").first().locator("svg").getAttribute("aria-label")).toBe("3");
  await page.evaluate(() => localStorage.setItem("game ~BROKEN", "{"));
  await page.reload();
  await page.getByRole("alert").getByRole("button").click();
  expect(await page.evaluate(() => localStorage.getItem("game ~BROKEN"))).toBeNull();
  expect(await page.getByRole("alert").count()).toBe(0);
});

it.each(["en", "de", "es", "pl"])("in %s it fits on a phone", async (language) => {
  const page = await house.page("/progress", { size: PHONE, language, dark: language === "pl" });
  expect(await isNarrow(page)).toBe(true);
  await fill(page);
  expect(await isNarrow(page)).toBe(true);
  expect(await violations(page)).toEqual([]);
  await shot(page, `phone-${language}`);
});

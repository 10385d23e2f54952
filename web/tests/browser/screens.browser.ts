// Every screen, light and dark, in four languages, on a desk and in a hand: what axe says, what does not fit, what is loaded.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { violations } from "./chromium.ts";
import { bot, type Guest, me, open } from "./guest.ts";
import { Hands } from "./hands.ts";
import { finish, playUntil, step } from "./play.ts";
import { DESKTOP, House, PHONE } from "./sabika.ts";

const house = new House();
const words = (language: string) =>
  JSON.parse(readFileSync(new URL(`../../src/i18n/${language}.json`, import.meta.url), "utf8")) as Record<string, string>;

/** Tables of one guest: one that waits, one in the middle of a game, one that is over. */
let ana: Guest;
const codes = { waiting: "", middle: "", over: "" };
beforeAll(async () => {
  ana = await house.guest("Ana");
  const modules = ["bureau", "bonus", "huts", "bazaars", "falconers"];
  codes.waiting = (await ana.open({ seats: [me, open, bot], modules: ["camps"] })).code;
  const [middle, over] = [await ana.begin({ seats: [me, bot, bot], modules }), await ana.begin({ seats: [me, bot, bot] })];
  codes.middle = middle.code;
  codes.over = over.code;
  await finish(await ana.sit(over.id, 0));
  const seat = await ana.sit(middle.id, 0);
  const late = () => (seat.known.game?.players[0]?.board.length ?? 0) > 5;
  if (!(await playUntil(seat, (line) => late() && line.startsWith("buy")))) throw new Error("the middle game is over already");
});

const SCREENS: [string, () => string][] = [
  ["home", () => "/"],
  ["new table", () => "/new"],
  ["rules", () => "/rules"],
  ["waiting room", () => `/t/${codes.waiting}`],
  ["table", () => `/t/${codes.middle}`],
  ["final scoring", () => `/t/${codes.over}`],
  ["replay", () => `/replay/${codes.over}#40`],
];

/** Full rules in the light; only colours differ in the dark. */
async function inBothThemes(page: Page): Promise<string[]> {
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await violations(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((v) => `dark, ${v}`)];
}
async function ready(page: Page): Promise<void> {
  await page.locator("[aria-busy='false'], .home h1, .page:not(:has(main:empty)) main").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
}

it.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("axe finds nothing on %s, light and dark", async (_, size) => {
  const page = await house.page(null, { guest: ana, size });
  const found: string[] = [];
  for (const [name, path] of SCREENS) {
    await page.goto(house.base + path());
    await ready(page);
    found.push(...(await inBothThemes(page)).map((v) => `${name}: ${v}`));
  }
  expect(found).toEqual([]);
});

it("the first page tells how one's games stand", async () => {
  const seat = await ana.sit(codes.middle, 0);
  const page = await house.page("/", { guest: ana });
  const { score, board } = seat.known.game?.players[0] ?? { score: 0, board: [] };
  /** What a line of the list says, and how many tiles it draws, each with its shadow. */
  const line = async (text: string) => {
    const found = page.locator(".mine li").filter({ hasText: text });
    return [(await found.textContent())?.replace(/\s+/g, " ").trim(), (await found.locator("svg rect").count()) / 2];
  };
  await expect.poll(() => page.locator(".mine li").first().textContent()).toContain("Your turn");
  const round = /(After|before) .*round/i;
  await expect.poll(() => line("Your turn")).toEqual([expect.stringMatching(round), board.length]);
  expect((await line("Your turn"))[0]).toMatch(new RegExp(`^Novice I, Novice II.* · you have ${score} points? Your turn$`));
  await expect.poll(() => line("Finished")).toEqual([expect.stringMatching(/Finished · you have \d+ points?$/), expect.any(Number)]);
  expect((await line("Finished"))[1]).toBeGreaterThan(5);
  expect(await line(codes.waiting)).toEqual([`Free seat, NoviceWaiting for players · ${codes.waiting}`, 1]);
});

it("axe finds nothing while a tile is paid and placed, and in the windows over the table", async () => {
  const table = await ana.begin({ seats: [me, bot, bot] });
  const seat = await ana.sit(table.id, 0);
  const buy = await playUntil(seat, (line) => line.startsWith("buy"));
  const page = await house.page(`/t/${table.code}`, { guest: ana });
  const hands = new Hands(page);
  await hands.see(seat.known.version);
  await hands.press(hands.offer(buy?.split(" ")[1] ?? ""));
  expect(await inBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await step(seat, hands, buy ?? "");
  // Whoever paid exactly acts again first.
  await playUntil(seat, (line) => line.startsWith("place"));
  await hands.see(seat.known.version);
  await page
    .getByRole("button", { name: / to -?\d+, -?\d+$/ })
    .first()
    .focus();
  expect(await inBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Menu" }).click();
  expect(await inBothThemes(page)).toEqual([]);
});

it.each(["en", "de", "es", "pl"])("in %s every word is there, and everything fits on a phone", async (language) => {
  const page = await house.page(null, { guest: ana, size: PHONE, language });
  const found: string[] = [];
  for (const [name, path] of SCREENS) {
    await page.goto(house.base + path());
    await ready(page);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    found.push(...(await amiss(page)).map((a) => `${name}: ${a}`));
    const sheets = page.locator(".sheet nav button");
    for (let i = 0; i < (await sheets.count()); i++) {
      await sheets.nth(i).tap();
      found.push(...(await amiss(page)).map((a) => `${name}, sheet ${i + 1}: ${a}`));
    }
  }
  expect(found).toEqual([]);
});

/** How much wider the page is than the window. */
const beyond = (page: Page) => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);

it.each([
  ["a desk", DESKTOP],
  ["a phone", PHONE],
])("names of those at one screen are asked for without scrolling sideways on %s", async (_, size) => {
  const page = await house.page("/new", { guest: ana, size });
  await page.getByRole("button", { name: "Add a seat" }).click();
  const seats = page.getByRole("combobox");
  for (let i = 0; i < (await seats.count()); i++) await seats.nth(i).selectOption("me");
  const remove = page.getByRole("button", { name: "Remove this seat" }).first();
  const box = await remove.boundingBox();
  expect(box && box.x + box.width <= size.width, "the cross is on the page").toBe(true);
  expect(await beyond(page)).toBeLessThanOrEqual(0);
});

it.each(["en", "de", "es", "pl"])("in %s a game with long names is listed without scrolling sideways on a phone", async (language) => {
  const builder = { kind: "bot", level: "builder" } as const;
  const eva = await house.guest("Eva");
  await eva.begin({ seats: [me, builder, builder, builder] });
  const page = await house.page("/", { guest: eva, size: PHONE, language });
  await page.locator(".mine li").filter({ hasText: "III" }).waitFor();
  expect(await beyond(page)).toBeLessThanOrEqual(0);
});

/** Keys shown instead of words, and what sticks out of the page or of its own button. */
function amiss(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const key = /^[a-z]+(\.[a-z]+)+$/;
    const scrolls = (e: Element | null): boolean =>
      !!e && (/auto|scroll|hidden/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
    for (const e of document.body.querySelectorAll("*")) {
      const label = e.getAttribute("aria-label") ?? "";
      const own = [...e.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.textContent?.trim() ?? "");
      for (const text of [label, ...own]) if (key.test(text) || text.includes("{{")) found.push(`no words for ${text}`);
      if (!(e instanceof HTMLElement) || !e.checkVisibility()) continue;
      const box = e.getBoundingClientRect();
      const name = `${e.tagName.toLowerCase()}.${e.className} ${(e.textContent ?? "").trim().slice(0, 40)}`;
      if (box.right > innerWidth + 1 && box.width > 0 && !scrolls(e.parentElement)) found.push(`sticks out of the page: ${name}`);
      const clipped =
        e.matches("button, .btn, .pill") && e.scrollWidth > e.clientWidth + 2 && getComputedStyle(e).textOverflow !== "ellipsis";
      if (clipped) found.push(`does not fit: ${name}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    return found;
  });
}

it("every language has every word", () => {
  const plain = (keys: string[]) => [...new Set(keys.map((k) => k.replace(/_(one|few|many|other)$/, "")))].sort();
  const english = plain(Object.keys(words("en")));
  for (const language of ["de", "es", "pl"]) expect(plain(Object.keys(words(language)))).toEqual(english);
});

it("a first game needs at most 150 KiB of program and 60 KiB of art, all from its own server", async () => {
  const page = await house.page(null, { firstVisit: true });
  const sizes = { program: 0, art: 0 };
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!/\.(js|css|svg|png|webp)$/.test(pathname)) return;
    const size = gzipSync(readFileSync(new URL(`../../dist${pathname}`, import.meta.url))).length;
    sizes[/_art_|\.(svg|png|webp)$/.test(pathname) ? "art" : "program"] += size;
  });
  const answer = await page.goto(house.base);
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/unsafe|https?:/);
  await page.getByRole("button", { name: /^Play now/ }).click();
  await page.locator("[aria-busy='false']").waitFor();
  expect(sizes.program).toBeGreaterThan(50 * 1024);
  expect(sizes.program).toBeLessThanOrEqual(150 * 1024);
  expect(sizes.art).toBeGreaterThan(10 * 1024);
  expect(sizes.art).toBeLessThanOrEqual(60 * 1024);
  console.log(`a first game: ${Math.ceil(sizes.program / 1024)} KiB of JS and CSS, ${Math.ceil(sizes.art / 1024)} KiB of art, gzip`);
});

// What happens around a game: two browsers at one table, undo, watching, a shared screen, a replay.
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { cable } from "./cable.ts";
import { violations } from "./chromium.ts";
import { bot, me, open, type Seat } from "./guest.ts";
import { Hands } from "./hands.ts";
import { say, tileInFull } from "./names.ts";
import { finish, lines, step, turn } from "./play.ts";
import { plain } from "./policy.ts";
import { House, PHONE } from "./sabika.ts";

const house = new House();
/** Plays the rest of the game at full speed, without the pages; afterwards each shows the final scoring. */
async function rest(seats: Seat[], ...pages: Page[]): Promise<void> {
  const addresses = pages.map((page) => page.url());
  await Promise.all(pages.map((page) => page.goto(new URL("/rules", page.url()).href)));
  await finish(...seats);
  for (const [i, page] of pages.entries()) {
    await page.goto(addresses[i] ?? "");
    await page.getByRole("heading", { name: say("final.title") }).waitFor();
  }
}

const price = (code: string): number => Number(code.match(/\d+/)?.[0]);
/** What a hand can pay on a market space, computed independently. */
function means(hand: string[], currency: string, price: number): string {
  const held = hand.filter((c) => c[0] === currency).map((c) => Number(c.slice(1)));
  const sums = held.reduce((sums, value) => sums.concat(sums.map((s) => s + value)), [0]);
  const least = Math.min(...sums.filter((s) => s >= price));
  if (least === price) return say("price.exact");
  return Number.isFinite(least) ? say("price.over", { pay: least }) : say("price.short_other", { count: price - Math.max(...sums) });
}

it("two browsers at one table, with a reload and a lost connection in the middle", async () => {
  const [ana, ben] = await Promise.all([house.guest("Ana"), house.guest("Ben")]);
  const line = await cable(house.base);
  const table = await ana.open({ seats: [me, open, bot, bot] });
  const hers = await house.page(`/t/${table.code}`, { guest: ana });
  const his = await house.page(`/t/${table.code}`, { guest: ben, base: line.base });
  // Ben sits down on his page; Ana sees him arrive and starts.
  const first = await ana.sit(table.id, 0);
  await new Hands(his).press(say("wait.sit"));
  await hers.getByText("Ben", { exact: true }).first().waitFor();
  await first.until((known) => known.table.seats.every((s) => s.nonce || s.occupant.kind === "bot"), "both parts of the seed");
  await new Hands(hers).press(say("wait.start"));
  const second = await ben.sit(table.id, 1);
  const hands = new Map([
    [first, new Hands(hers)],
    [second, new Hands(his)],
  ]);
  /** Both play on their pages until it is this one's turn. */
  const until = async (seat: Seat) => {
    for (;;) {
      await Promise.race([first.turn(), second.turn()]);
      const asked = first.isAsked ? first : second;
      if (asked === seat) return;
      await turn(asked, hands.get(asked) as Hands);
    }
  };
  await until(first);
  await until(second);

  // While Ben thinks, Ana's market shows what her hand could pay for.
  await new Hands(hers).see(first.known.version);
  const { market, players } = first.known.game ?? { market: { spaces: [] }, players: [] };
  for (const { tile, currency } of market.spaces) {
    if (!tile) continue;
    const words = means(players[0]?.hand ?? [], currency, price(tile));
    await hers.getByRole("button", { name: `${tileInFull(tile)}; ${say(`currency.${currency}`)}; ${words}` }).waitFor();
  }
  await until(first);

  // Ana reloads her page in the middle of her turn: her steps are there, and can still be undone.
  await step(first, new Hands(hers), plain(lines(first)));
  expect(first.known.game?.choice?.undo).toBe(1);
  await hers.reload();
  await new Hands(hers).see(first.known.version);
  expect(await hers.getByRole("button", { name: say("do.undo") }).isEnabled()).toBe(true);

  // Ben's connection is cut for a moment in which nothing happens, and he sees when it is back.
  line.cut();
  await his.getByText(say("lost")).waitFor();
  line.mend();
  await his.getByText(say("lost")).waitFor({ state: "detached" });

  // Ben's connection is cut while Ana plays on. A banner says so; it recovers without a reload, and he continues where he was.
  line.cut();
  await his.getByText(say("lost")).waitFor();
  await until(second);
  line.mend();
  await his.getByText(say("lost")).waitFor({ state: "detached" });
  await until(first);
  await until(second);

  await rest([first, second], hers, his);
  await house.verify(ana, table.id);
  line.close();
});

it("a half-open connection is detected, and actions sent meanwhile take effect once", async () => {
  const ana = await house.guest("Ana");
  const line = await cable(house.base);
  const table = await ana.begin({ seats: [me, bot, bot] });
  const seat = await ana.sit(table.id, 0);
  await seat.turn();
  const page = await house.page(`/t/${table.code}`, { guest: ana, base: line.base });
  const hands = new Hands(page);
  await hands.see(seat.known.version);
  line.stopUp();
  const before = seat.known.log.length;
  const take = lines(seat).find((l) => l.startsWith("take ")) ?? "";
  await hands.take(take.split(" ").slice(1));
  await page.getByText(say("lost")).waitFor();
  expect(seat.known.log.length).toBe(before);
  line.mend();
  await page.getByText(say("lost")).waitFor({ state: "detached" });
  await seat.until((known) => known.log.length > before, "the card that was taken");
  await hands.see(seat.known.version);
  expect(seat.known.log.slice(before).filter((e) => e.do === take)).toHaveLength(1);
  line.close();
});

it("a chunk requested while the connection is down is loaded when it is back", async () => {
  const line = await cable(house.base);
  const page = await house.page("/", { base: line.base });
  const rules = page.getByRole("link", { name: say("home.rules") });
  await rules.waitFor();
  line.cut();
  await rules.click();
  await page.getByText(say("lost")).waitFor();
  line.mend();
  await page.getByRole("heading", { name: say("home.rules") }).waitFor();
  line.close();
});

it("undo and restart turn restore everything", async () => {
  const ana = await house.guest("Ana");
  const table = await ana.begin({ seats: [me, bot, bot] });
  const page = await house.page(`/t/${table.code}`, { guest: ana });
  const hands = new Hands(page);
  const seat = await ana.sit(table.id, 0);
  /** Everything on the table, without the numbers of choices and versions. */
  const lies = (s: Seat) => {
    const { choice: _, ...nouns } = s.known.game ?? { choice: null };
    return nouns;
  };
  const back = async (name: string) => {
    const { version } = seat.known;
    await hands.see(version);
    await hands.press(say(name));
    await seat.until((known) => known.version > version);
  };
  await seat.turn();
  const before = lies(seat);
  await step(seat, hands, lines(seat).find((line) => line.startsWith("take")) ?? "");
  expect(lies(seat)).not.toEqual(before);
  await back("do.undo");
  expect(lies(seat)).toEqual(before);

  // A tile bought and put in reserve: undo two steps at once.
  await buyOne(seat);
  const rich = lies(seat);
  await step(seat, hands, lines(seat).find((line) => line.startsWith("buy")) ?? "");
  while (lines(seat).every((line) => !line.startsWith("reserve"))) await step(seat, hands, plain(lines(seat)));
  await step(seat, hands, lines(seat).find((line) => line.startsWith("reserve")) ?? "");
  expect(seat.known.game?.players[0]?.reserve).toHaveLength(1);
  await back("do.restart");
  expect(lies(seat)).toEqual(rich);
  await hands.see(seat.known.version);
  expect(await page.getByRole("button", { name: say("do.restart") }).isDisabled()).toBe(true);
});

/** Plays on, taking money, until a turn begins in which a tile can be bought. */
async function buyOne(seat: Seat): Promise<void> {
  for (; await seat.turn(); ) {
    const all = lines(seat);
    if (all.some((line) => line.startsWith("buy")) && seat.known.game?.choice?.undo === 0) return;
    await seat.act(all.find((line) => line.startsWith("take")) ?? plain(all));
  }
  throw new Error("nothing could be bought in a whole game");
}

it("a hint draws the best turn on the table with its reasons, and plays it; the player ends it", async () => {
  const ana = await house.guest("Ana");
  const table = await ana.begin({ seats: [me, bot, bot], hints: true });
  const page = await house.page(`/t/${table.code}`, { guest: ana });
  const hands = new Hands(page);
  const seat = await ana.sit(table.id, 0);
  const panel = page.getByRole("region", { name: say("do.hint") });
  for (let turns = 0; turns < 2; turns++) {
    await seat.turn();
    const { version } = seat.known;
    await hands.see(version);
    await hands.press(say("do.hint"));
    await panel.getByText(say("advice.best")).waitFor();
    const steps = await panel.locator("ol li .step").count();
    expect(steps).toBeGreaterThan(0);
    // A number is on everything a step touches: tiles, cards or cells.
    expect(await page.locator(".steps .step.best, .badge.best").count()).toBeGreaterThan(0);
    // The numbers by source add up to the total above them.
    await panel.getByText(say("advice.numbers")).click();
    const tenths = (text: string | null) => Math.round(10 * Number((text ?? "").replace("−", "-").replace("+", "")));
    const rows = await panel.locator("details li:not(.sum) b").allTextContents();
    const sum = await panel.locator("details .sum b").textContent();
    expect(rows.reduce((all, row) => all + tenths(row), 0)).toBe(tenths(sum));
    // Everybody's chances come to all.
    const chances = await panel.locator(".key b").allTextContents();
    expect(chances.length).toBe(3);
    expect(Math.abs(chances.reduce((all, text) => all + Number(text.replace(/[^0-9.]/g, "")), 0) - 100)).toBeLessThan(2);
    // The second best in gold, and back; Escape closes it, and H asks again.
    if (await hands.button(say("advice.show.second")).count()) {
      await hands.press(say("advice.show.second"));
      await panel.getByText(say("advice.second"), { exact: true }).waitFor();
      await hands.press(say("advice.show.best"));
    }
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await page.keyboard.press("h");
    await panel.waitFor();
    expect(await violations(page)).toEqual([]);
    await hands.press(say("advice.play"));
    await seat.until((known) => known.version > version && !!known.game?.choice?.options.end, "the turn is played but for its end");
    await panel.waitFor({ state: "detached" });
    const played = seat.known.version;
    await hands.press(say("do.end"));
    await seat.until((known) => known.version > played, "the turn has ended");
  }
});

it("a hint keeps its buttons in reach in a low window, with the majorities of both cities above it", async () => {
  const ana = await house.guest("Ana");
  const table = await ana.begin({ game: "combined", seats: [me, bot], hints: true });
  const page = await house.page(`/t/${table.code}`, { guest: ana, size: { width: 1280, height: 720 } });
  const seat = await ana.sit(table.id, 0);
  await seat.turn();
  const hands = new Hands(page);
  await hands.see(seat.known.version);
  await hands.press(say("do.hint"));
  const play = hands.button(say("advice.play"));
  await play.waitFor();
  const covered = await play.evaluate((e) => {
    const { x, bottom, width } = e.getBoundingClientRect();
    return !e.contains(document.elementFromPoint(x + width / 2, bottom - 2));
  });
  expect(covered).toBe(false);
});

it("there is no hint where the host turned hints off", async () => {
  const ana = await house.guest("Ana");
  const table = await ana.begin({ seats: [me, bot, bot], hints: false });
  const page = await house.page(`/t/${table.code}`, { guest: ana });
  const seat = await ana.sit(table.id, 0);
  await seat.turn();
  await new Hands(page).see(seat.known.version);
  expect(await page.getByRole("button", { name: say("do.hint") }).count()).toBe(0);
  await page.keyboard.press("h");
  await expect(seat.hint()).rejects.toThrow("no hint");
});

it("a hint with modules can be played", async () => {
  const ana = await house.guest("Ana");
  for (let games = 0; games < 3; games++) {
    const table = await ana.begin({ seats: [me, bot, bot], modules: ["huts", "falconers"], hints: true });
    const seat = await ana.sit(table.id, 0);
    while (await seat.turn()) {
      const [line = ""] = await seat.hint();
      if (!/^(hut|falcon)/.test(line)) {
        await seat.act(line);
        continue;
      }
      const { version } = seat.known;
      const hands = new Hands(await house.page(`/t/${table.code}`, { guest: ana }));
      await hands.see(version);
      await hands.press(say("do.hint"));
      await hands.press(say("advice.play"));
      await seat.until((known) => known.version > version, line);
      return;
    }
  }
  throw new Error("no bot wanted a hut or a falcon in three games");
});

it("a phone shows the tray while a tile is in hand, and the market again afterwards", async () => {
  const ana = await house.guest("Ana");
  const table = await ana.begin({ seats: [me, bot, bot] });
  const page = await house.page(`/t/${table.code}`, { guest: ana, size: PHONE });
  const seat = await ana.sit(table.id, 0);
  const hands = new Hands(page, "touch");
  await buyOne(seat);
  await seat.act(lines(seat).find((line) => line.startsWith("buy")) ?? "");
  while (!lines(seat).some((line) => line.startsWith("reserve"))) {
    await seat.act(lines(seat).find((line) => line.startsWith("take")) ?? plain(lines(seat)));
  }
  await hands.see(seat.known.version);
  await page.getByRole("button", { name: new RegExp(`, ${say("inhand")}$`) }).waitFor();
  expect(await hands.display().count(), "the money makes room").toBe(0);
  await hands.press(say("do.toreserve"));
  await hands.display().waitFor();
  expect(seat.known.game?.players[0]?.reserve).toHaveLength(1);
});

it("a watcher sees the game, but no hands", async () => {
  const ana = await house.guest("Ana");
  const table = await ana.begin({ seats: [me, bot, bot], public: true });
  const page = await house.page("/");
  await page.getByRole("button", { name: /^Watch/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: new RegExp(table.code) })
    .click();
  await page.getByText(say("prompt.watch")).waitFor();
  expect(await page.getByRole("group", { name: say("hand"), exact: true }).count()).toBe(0);
  expect(await page.getByRole("button", { name: say("do.end") }).count()).toBe(0);
  const [seat, watcher] = [await ana.sit(table.id, 0), await (await house.guest("Eve")).sit(table.id, null)];
  expect(watcher.known.game?.players.every((p) => p.hand === null)).toBe(true);
  await seat.turn();
  await seat.act(plain(lines(seat)));
  await watcher.until((known) => known.log.length >= seat.known.log.length);
  await new Hands(page).see(watcher.known.version);
  await rest([seat], page);
  expect(await page.getByRole("button", { name: say("final.rematch") }).count()).toBe(0);
});

it("the focus keeps its place when the pressed control disappears", async () => {
  const ana = await house.guest("Ana");
  const table = await ana.begin({ seats: [me, bot, bot] });
  const page = await house.page(`/t/${table.code}`, { guest: ana });
  const hands = new Hands(page, "keys");
  const seat = await ana.sit(table.id, 0);
  const has = (place: Locator) => expect.poll(() => place.evaluate((e) => e === document.activeElement)).toBe(true);
  const shows = async (line: string) => {
    await seat.until((known) => known.log.some((e) => e.seat === 0 && e.do === line), line);
    await hands.see(seat.known.version);
  };
  await seat.turn();
  await hands.see(seat.known.version);
  await hands.press(hands.display().getByRole("button").first());
  await hands.press(say("do.take"));
  await has(hands.button(say("do.end")));
  await page.keyboard.press("Enter");
  await has(page.locator("[data-prompt]"));

  // A bought tile is placed: the arrow keys move between cells.
  await buyOne(seat);
  await hands.see(seat.known.version);
  const buy = lines(seat).find((line) => line.startsWith("buy")) ?? "";
  const [, tile = "", , ...cards] = buy.split(" ");
  await hands.press(hands.offer(tile));
  await hands.pay(cards);
  await hands.press(say("do.buy"));
  await shows(buy);
  for (let line = plain(lines(seat)); !lines(seat).some((l) => l.startsWith("place")); line = plain(lines(seat))) {
    if (line.startsWith("end")) return;
    await step(seat, hands, line);
    await hands.see(seat.known.version);
  }
  const cells = page.locator("svg.board .legal");
  await has(cells.first());
  const names = await cells.evaluateAll((all) => all.map((e) => e.getAttribute("aria-label")));
  for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]) {
    await page.keyboard.press(key);
    expect(names).toContain(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")));
  }

  // The log is one stop before the field.
  await page.getByLabel(say("log.type")).focus();
  await page.keyboard.press("Shift+Tab");
  const line = page.getByRole("log").locator("[data-stop]");
  await has(line.last());
  await page.keyboard.press("ArrowUp");
  await has(line.nth(-2));
  await page.keyboard.press("Tab");
  await has(page.getByLabel(say("log.type")));
});

it("a watcher without a name can chat", async () => {
  const ana = await house.guest("Ana");
  const table = await ana.begin({ seats: [me, bot, bot], public: true });
  const hers = await house.page(`/t/${table.code}`, { guest: ana });
  const page = await house.page(`/t/${table.code}`);
  await page.getByLabel(say("log.type")).fill("well played");
  await page.keyboard.press("Enter");
  await hers.getByRole("button", { name: `${say("chat")} ${say("notices.unread", { count: 1 })}` }).click();
  await hers.getByText("well played").waitFor();
  await page.getByText("well played").waitFor();
  expect(await page.getByLabel(say("log.type")).inputValue()).toBe("");
  expect(await hers.getByRole("button", { name: say("chat"), exact: true }).count(), "read").toBe(0);
});

it("a shared screen hides one hand behind a curtain until the next player is there", async () => {
  const ana = await house.guest("Ana");
  const table = await ana.begin({ seats: [{ kind: "me", name: "Ana" }, { kind: "me", name: "Ben" }, bot] });
  const page = await house.page(`/t/${table.code}`, { guest: ana });
  const hands = new Hands(page);
  const seats = [await ana.sit(table.id, 0), await ana.sit(table.id, 1)];
  let looksThrough = 0;
  const passed: string[] = [];
  for (let turns = 0; turns < 4; turns++) {
    await Promise.race(seats.map((seat) => seat.turn()));
    const seat = seats.find((s) => s.isAsked);
    if (!seat) throw new Error("one of the two is asked");
    const name = seat.seat === 0 ? "Ana" : "Ben";
    if (seat.seat !== looksThrough) {
      const curtain = page.getByRole("dialog", { name: say("curtain", { name }) });
      await curtain.waitFor();
      // The hand behind it is hidden from the keyboard, too.
      const held = () => page.evaluate(() => document.activeElement?.textContent?.trim());
      await expect.poll(held).toBe(say("curtain.show", { name }));
      for (let tabs = 0; tabs < 5; tabs++) {
        await page.keyboard.press("Tab");
        expect(await hands.hand().locator(":focus").count()).toBe(0);
        expect(await page.locator("[data-version] :focus").count()).toBe(0);
      }
      expect(await page.locator("[data-version]").getAttribute("inert"), "nor is it read aloud").toBe("");
      await hands.press(say("curtain.show", { name }));
      await curtain.waitFor({ state: "detached" });
      looksThrough = seat.seat ?? 0;
      passed.push(name);
    }
    await turn(seat, hands);
  }
  expect(passed.length).toBeGreaterThan(2);
  await rest(seats, page);
  await house.verify(ana, table.id);
});

it("a finished game is replayed: step, scrub, every seat, a link to a moment", async () => {
  const ana = await house.guest("Ana");
  const table = await ana.begin({ seats: [me, bot, bot] });
  const seat = await ana.sit(table.id, 0);
  await finish(seat);
  const page = await house.page(`/t/${table.code}`, { guest: ana });
  await page.getByRole("link", { name: say("final.replay") }).click();
  const record = await house.verify(ana, table.id);
  const scrub = page.getByRole("slider");
  const of = record.steps.length;
  const at = (n: number) => page.getByText(say("replay.step", { step: n, of }), { exact: true }).waitFor();
  await at(0);
  await page.getByRole("button", { name: say("replay.next") }).click();
  await page.keyboard.press("ArrowRight");
  await at(2);
  await page.getByRole("button", { name: say("replay.prev") }).click();
  await at(1);
  await scrub.fill(String(of));
  await at(of);
  const scores = seat.known.table.result?.scores ?? [];
  const players = page.locator(".player");
  expect(await players.count()).toBe(3);
  for (const [i, score] of scores.entries())
    await players
      .nth(i)
      .getByRole("img", { name: String(score), exact: true })
      .waitFor();
  await players.nth(1).click();
  expect(await players.nth(1).getAttribute("aria-pressed")).toBe("true");
  await scrub.fill("12");
  await at(12);
  await expect.poll(() => new URL(page.url()).hash).toBe("#12");
  const shared = await house.page(new URL(page.url()).pathname + new URL(page.url()).hash, { guest: ana });
  await shared.getByText(say("replay.step", { step: 12, of }), { exact: true }).waitFor();
  await page.getByRole("button", { name: say("replay.play"), exact: true }).click();
  await at(14);
  await page.getByRole("link", { name: say("back"), exact: true }).click();
  await page.getByRole("heading", { name: say("final.title") }).waitFor();
});

it("a replay can be operated on a phone, and leads to a game that goes on from there", async () => {
  const ana = await house.guest("Ana");
  const table = await ana.begin({ seats: [me, bot, bot] });
  await finish(await ana.sit(table.id, 0));
  const page = await house.page(`/replay/${table.code}#20`, { guest: ana, size: PHONE });
  const of = (await house.verify(ana, table.id)).steps.length;
  const at = (step: number) => page.getByText(say("replay.step", { step, of }), { exact: true }).waitFor();
  await at(20);
  // A tap fails if anything lies over the button.
  await page.getByRole("button", { name: say("replay.next"), exact: true }).tap();
  await at(21);
  expect(await page.getByRole("button", { name: say("do.end") }).count(), "there is no turn to end").toBe(0);
  await page.getByRole("button", { name: say("replay.playon") }).tap();
  await page.waitForURL("**/t/~*");
  await page.locator("[aria-busy='false']").waitFor();
  // Whoever was to move is played by the viewer, people by bots, and the other bots by themselves.
  const names = (await page.locator(".player .name").allTextContents()).map((name) => name.trim());
  expect(names).toContain(say("you"));
  expect(names.filter((name) => ["Zaynab", "Noor", "Beltrán"].includes(name))).toHaveLength(2);
});

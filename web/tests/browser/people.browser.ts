// People: accounts and their recovery, seats and colours before a game, who may watch, blocks and reports.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { violations } from "./chromium.ts";
import { bot, me, open } from "./guest.ts";
import { Hands } from "./hands.ts";
import { say } from "./names.ts";
import { turn } from "./play.ts";
import { House } from "./sabika.ts";

const house = new House();

it("someone who has not played yet can create an account", async () => {
  const page = await house.page("/me");
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: say("me.keep"), exact: true }) });
  await form.getByLabel(say("me.name"), { exact: true }).fill("Newcomer");
  await form.getByLabel(say("me.password"), { exact: true }).fill("a long password");
  await form.getByRole("button", { name: say("me.keep"), exact: true }).click();
  await page.getByRole("heading", { name: say("me.recovery") }).waitFor();
});

it("an account is created, left, recovered with its code, and deleted", async () => {
  const ana = await house.guest("Ana");
  const page = await house.page("/me", { guest: ana });
  const hands = new Hands(page);
  const label = (key: string) => page.getByLabel(say(key), { exact: true });
  const keep = page.locator("form").filter({ has: page.getByRole("button", { name: say("me.keep") }) });
  await keep.getByLabel(say("me.password"), { exact: true }).fill("open, sesame");
  await hands.press(say("me.keep"));
  const code = (await page.locator("output").textContent()) ?? "";
  expect(code.length).toBeGreaterThan(10);
  await hands.press(say("me.noted"));

  const [file] = await Promise.all([page.waitForEvent("download"), hands.press(say("me.data"))]);
  const data = JSON.parse(readFileSync((await file.path()) ?? "", "utf8")) as { person: { name: string } };
  expect(JSON.stringify(data)).toContain("Ana");

  await hands.press(say("me.signout"));
  await hands.press(say("me.forgot"));
  const names = label("me.name");
  await expect
    .poll(() => names.evaluateAll((fields: HTMLInputElement[]) => fields.map((f) => [f.id, f.value])))
    .toEqual([
      ["who", ""],
      ["name", ""],
    ]);
  await names.first().fill("Ana");
  expect(await names.last().inputValue(), "the other form keeps its own name").toBe("");
  await label("me.recovery.code").fill(code);
  await label("me.password.new").fill("another secret");
  await hands.press(say("me.recover"));
  await page.locator("output").waitFor();
  await hands.press(say("me.noted"));
  await page.getByRole("heading", { name: say("me.account"), exact: true }).waitFor();

  // With the new password the account is deleted for good.
  await hands.press(say("me.delete.account"));
  await label("me.password").fill("another secret");
  await hands.press(say("me.delete.sure"));
  await page.getByRole("heading", { name: say("me.account"), exact: true }).waitFor({ state: "detached" });
  expect(await names.evaluateAll((fields: HTMLInputElement[]) => fields.map((f) => f.value))).toEqual(["", ""]);
  expect((await ana.get<{ person: unknown }>("/session")).person).toBeNull();
});

it("before a game, players change seat and colour, and the host adds bots", async () => {
  const [ana, ben] = await Promise.all([house.guest("Ana"), house.guest("Ben")]);
  const table = await ana.open({ seats: [me, open, open, open] });
  await ben.post(`/tables/${table.id}/join`, { seat: 1, name: null });
  const hers = await house.page(`/t/${table.code}`, { guest: ana });
  const his = await house.page(`/t/${table.code}`, { guest: ben });
  const seat = await ana.sit(table.id, 0);

  await his.getByRole("radio", { name: say("colour.plum") }).click();
  await seat.until((known) => known.table.seats[1]?.colour === "plum", "Ben's colour");
  const hisColour = hers.getByRole("radio", { name: say("colour.plum") });
  await expect.poll(() => hisColour.isDisabled(), { message: "one colour for each" }).toBe(true);
  await his
    .getByRole("button", { name: say("wait.sit") })
    .last()
    .click();
  await seat.until((known) => known.table.seats[3]?.occupant.kind === "person", "Ben on the last seat");
  expect(seat.known.table.seats[3]?.colour).toBe("plum");

  const free = hers.getByLabel(say("wait.givebot"));
  for (const [i, level] of ["novice", "architect"].entries()) {
    await free.first().selectOption(level);
    await expect.poll(() => free.count(), { message: "one seat fewer" }).toBe(1 - i);
  }
  await seat.until((known) => known.table.seats.every((s) => s.occupant.kind !== "open"), "everybody");
  expect(await violations(hers)).toEqual([]);
  await hers.getByRole("button", { name: say("wait.start") }).click();
  // He plays in the seat he chose.
  await his.locator("[data-version]").waitFor();
  await his
    .getByRole("button", { name: new RegExp(`^${say("you")}`) })
    .first()
    .waitFor();
});

it("the host sees who is here, and removes somebody", async () => {
  const [ana, ben] = await Promise.all([house.guest("Ana"), house.guest("Ben")]);
  const table = await ana.open({ seats: [me, open, bot] });
  await ben.join(table.id);
  const hers = await house.page(`/t/${table.code}`, { guest: ana });
  const seat = await ana.sit(table.id, 0);
  await hers.getByText(say("presence.gone")).waitFor();
  // Requests his page makes while he is being removed are refused.
  await house.page(`/t/${table.code}`, { guest: ben, complaint: /status of 403/ });
  await hers.getByText(say("presence.gone")).waitFor({ state: "detached" });
  await hers.getByRole("button", { name: say("wait.removeperson"), exact: true }).click();
  await seat.until((known) => known.table.seats[1]?.occupant.kind === "open", "a free seat");
});

it("a person is invited by name, and finds the invitation among the notifications", async () => {
  const [ana, ben] = await Promise.all([house.guest("Ana Two"), house.guest("Ben Two")]);
  await ben.post("/account", { password: "a long password" });
  const table = await ana.open({ seats: [me, open] });
  const hers = await house.page(`/t/${table.code}`, { guest: ana });
  await hers.getByLabel(say("wait.invite")).fill("Ben Two");
  await hers.getByRole("button", { name: say("wait.invite.send"), exact: true }).click();
  await hers.getByText(say("wait.invited", { name: "Ben Two" })).waitFor();
  const his = await house.page("/", { guest: ben });
  await his.getByRole("button", { name: new RegExp(`^${say("notices")}`) }).click();
  await his.getByRole("link", { name: new RegExp(say("notice.invited")) }).click();
  await his.getByRole("heading", { name: say("wait.title", { code: table.code }) }).waitFor();
});

it("joining by code works, and an unknown code is reported", async () => {
  const table = await (await house.guest("Ana")).open({ seats: [me, open] });
  const page = await house.page("/", { guest: await house.guest("Ben"), complaint: /status of 404/ });
  await page.getByRole("button", { name: new RegExp(`^${say("home.join")}`) }).click();
  const dialog = page.getByRole("dialog");
  const enter = async (code: string) => {
    await dialog.getByLabel(say("home.code")).fill(code);
    await page.keyboard.press("Enter");
  };
  await enter("zzzzzz");
  await dialog.getByText(say("join.none", { code: "ZZZZZZ" })).waitFor();
  await enter(` ${table.code.toLowerCase()} `);
  await page.getByRole("heading", { name: say("wait.title", { code: table.code }) }).waitFor();
});

it("a game ends when all agree; a chat message is reported, and its author blocked", async () => {
  const [ana, ben] = await Promise.all([house.guest("Ana"), house.guest("Ben")]);
  const table = await ana.open({ seats: [me, open] });
  await ben.join(table.id);
  await ana.start(table.id);
  const hers = await house.page(`/t/${table.code}`, { guest: ana });
  const his = await house.page(`/t/${table.code}`, { guest: ben });
  await his.getByLabel(say("log.type")).fill("what a slow game");
  await his.keyboard.press("Enter");

  await hers.getByRole("button", { name: `${say("chat")} ${say("notices.unread", { count: 1 })}` }).click();
  await hers.getByRole("button", { name: "Ben", exact: true }).click();
  await hers.getByLabel(say("who.report.what")).fill("He is in a hurry.");
  await hers.getByRole("button", { name: say("who.report"), exact: true }).click();
  await hers.getByText(say("who.reported")).waitFor();
  await hers.getByRole("button", { name: say("who.block"), exact: true }).click();
  await expect.poll(async () => (await ana.get<{ id: string }[]>("/blocks")).map((p) => p.id)).toEqual([ben.id]);
  await hers.keyboard.press("Escape");

  await hers
    .getByRole("button", { name: say("menu") })
    .first()
    .click();
  await hers.getByRole("button", { name: say("stop.offer") }).click();
  await his.getByRole("button", { name: say("stop.agree") }).click();
  for (const page of [hers, his]) await page.getByText(say("ending.agreed")).waitFor();
});

it("a host can restrict watching to players and hide what is left", async () => {
  const [ana, ben] = await Promise.all([house.guest("Ana"), house.guest("Ben")]);
  const table = await ana.begin({ seats: [me, bot, bot], hide_left: true, no_watchers: true });
  const his = await house.page(`/t/${table.code}`, { guest: ben });
  await his.getByText(say("shut")).waitFor();
  const hers = await house.page(`/t/${table.code}`, { guest: ana });
  await hers.locator("[data-version]").waitFor();
  expect(await hers.getByTitle(say("left")).isDisabled()).toBe(true);
});

it("a standing answer for the vizier is set and kept", async () => {
  const ana = await house.guest("Ana");
  const table = await ana.begin({ modules: ["vizier"], seats: [me, bot, bot] });
  const page = await house.page(`/t/${table.code}`, { guest: ana });
  const seat = await ana.sit(table.id, 0);
  const standing = () => seat.known.game?.choice?.standing;
  await page.getByTitle(say("standing.title")).click();
  await page.getByRole("radio", { name: say("standing.unless") }).click();
  await seat.until(() => standing()?.unless.join() === "T", "only for towers");
  await page.getByRole("button", { name: say("kind.G"), exact: true }).click();
  await seat.until(() => standing()?.unless.join() === "T,G", "and gardens");
  expect(await violations(page)).toEqual([]);
  // It is still there after a reload; and can be set back to asking.
  await page.reload();
  await page.getByTitle(say("standing.title")).click();
  expect(await page.getByRole("button", { name: say("kind.T"), exact: true }).getAttribute("aria-pressed")).toBe("true");
  await page.getByRole("radio", { name: say("standing.ask") }).click();
  await seat.until(() => standing()?.pass === false, "asked again");
  // Skipped this time: after the next turn it asks again. Bots may have started; during her own turn nothing changes by itself.
  await seat.turn();
  await page.getByRole("radio", { name: say("standing.not_now") }).click();
  await seat.until(() => standing()?.not_now === true, "not this turn");
  await page.keyboard.press("Escape");
  await turn(seat, new Hands(page));
  await seat.until(() => standing()?.not_now === false, "a new turn");
});

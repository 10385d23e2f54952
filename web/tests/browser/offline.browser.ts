// Games on one's own device: offline after one visit, from any static web server, and replays that match a server's.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { NewTable, Snapshot } from "../../src/lib/wire.ts";
import { CUT, falsify, kept, seeded, type } from "./device.ts";
import { Engine, Onlooker } from "./engine.ts";
import { bot, me, type Wish } from "./guest.ts";
import { say } from "./names.ts";
import { finish } from "./play.ts";
import { EveryModule } from "./policy.ts";
import { House } from "./sabika.ts";

const house = new House();
const MODULES = ["vizier", "bureau", "bonus", "huts", "camps", "bazaars", "falconers"];
/** A deal in which every module comes to be used. */
const SEED = 4;
const wish = (modules: string[], seats: NewTable["seats"]): NewTable => ({
  setup: { game: "alhambra", players: seats.length, modules, simplified: false, english_end: false },
  seats,
  shuffle: false,
  public: false,
  open_hands: false,
  hide_left: false,
  no_watchers: false,
  hints: true,
  pace: { kind: "free" },
});
async function playNow(page: Page): Promise<string> {
  await page.getByRole("button", { name: new RegExp(`^${say("home.play")}`) }).click();
  await page.waitForURL(/\/t\//);
  return decodeURIComponent(new URL(page.url()).pathname.slice("/t/".length));
}
it("a whole offline game with every module survives a reload and the death of its worker", async () => {
  const last = wish(MODULES, [me, bot, bot]);
  const page = await house.page("/", { last, workers: true, complaint: CUT });
  await seeded(page, SEED);
  await kept(page);
  await page.context().setOffline(true);
  await page.reload();
  const table = await playNow(page);
  const onlooker = new Onlooker(await Engine.load(), page, table);
  const modules = new EveryModule();
  let steps = 0;
  for (;;) {
    const seen = await onlooker.look();
    if (seen.table.status !== "playing") break;
    const line = onlooker.next(seen, (lines) => modules.choose(lines));
    if (line === null) continue;
    if (steps === 5) await page.reload();
    if (steps === 9) await page.workers()[0]?.evaluate(() => self.close());
    await type(page, onlooker, line, seen.version);
    steps += 1;
  }
  expect([...modules.used].sort()).toEqual([...MODULES].sort());
  await page.getByRole("heading", { name: say("final.title") }).waitFor();
  // It is listed, and can be replayed.
  await page.goto(`${house.base}/games`);
  await page.getByText(say("device")).first().waitFor();
  await page.goto(`${house.base}/replay/${table}#12`);
  // Of all steps, including those hidden from a seat (T8).
  await page.getByText(new RegExp(`^${say("replay.step", { step: 12, of: "\\d+" })}$`)).waitFor();
  // A later version that folds the rows to something else shows what was kept of the game.
  const { result } = onlooker.info();
  await falsify(page, table);
  await page.goto(`${house.base}/t/${encodeURIComponent(table)}`);
  await page.getByRole("heading", { name: say("final.title") }).waitFor();
  for (const points of result?.scores ?? []) await page.getByText(String(points), { exact: true }).first().waitFor();
});

it("a table chosen in the form starts on this device", async () => {
  const page = await house.page("/new");
  await page.getByRole("radio", { name: say("new.where.here"), exact: true }).check();
  expect(await page.getByText(say("preset.last")).count(), "before the first table there is no last one").toBe(0);
  await page.getByRole("button", { name: say("new.bots.add", { name: "Noor", level: say("bot.novice") }), exact: true }).click();
  await page
    .getByRole("button", { name: new RegExp(`^${say("new.start")}`) })
    .last()
    .click();
  await page.waitForURL(/\/t\/~/);
  await page.getByRole("button", { name: /^Noor/ }).first().waitFor();
  await page.goto(`${house.base}/new`);
  await page.getByText(say("preset.last")).waitFor();
});

it("a record is opened from a file with the keyboard", async () => {
  const record = {
    name: "four-builders.json",
    mimeType: "application/json",
    buffer: readFileSync(resolve(import.meta.dirname, "four-builders.json")),
  };
  const page = await house.page("/games", { workers: true });
  const open = page.getByRole("button", { name: say("replay.open") });
  const asked = page.waitForEvent("filechooser");
  const opened = asked.then(() => true);
  // The list below may be re-rendered while the first key is pressed.
  const pressed = async (): Promise<boolean> => {
    await open.press("Enter");
    return Promise.race([opened, page.waitForTimeout(500).then(() => false)]);
  };
  await expect.poll(pressed).toBe(true);
  const chooser = await asked;
  await chooser.setFiles(record);
  await page.getByText(say("replay.checked.seed")).waitFor();
  expect(new URL(page.url()).pathname).toBe("/replay/file");
  // A file that is not a record is refused, and another one can be chosen there.
  await page.goto(`${house.base}/replay/file`);
  await page.getByText(say("replay.file.none")).waitFor();
  const [again] = await Promise.all([page.waitForEvent("filechooser"), open.click()]);
  await again.setFiles({ ...record, buffer: Buffer.from("{}") });
  await page.getByText(/missing field/).waitFor();
  const [third] = await Promise.all([page.waitForEvent("filechooser"), open.click()]);
  await third.setFiles(record);
  await page.getByText(say("replay.checked.seed")).waitFor();
});

it("a folder on any web server is enough", async () => {
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
  const files = resolve(import.meta.dirname, "../../dist");
  const web = spawn("python3", ["-m", "http.server", String(port), "--bind", "127.0.0.1", "--directory", files], { stdio: "ignore" });
  try {
    const base = `http://127.0.0.1:${port}`;
    await expect
      .poll(() =>
        fetch(base).then(
          (r) => r.ok,
          () => false,
        ),
      )
      .toBe(true);
    const page = await house.page("/", { base, last: wish([], [me, bot]), workers: true, complaint: CUT });
    await page.getByText(say("alone.title")).waitFor();
    await kept(page);
    const onlooker = new Onlooker(await Engine.load(), page, await playNow(page));
    await expect.poll(async () => onlooker.next(await onlooker.look())).not.toBeNull();
    web.kill();
    await page.reload();
    const seen = await onlooker.look();
    await type(page, onlooker, onlooker.next(seen) ?? "", seen.version);
  } finally {
    web.kill();
  }
});

it.each<[string, Wish]>([
  ["seven modules", { modules: MODULES, seats: [me, bot, bot] }],
  ["Granada", { game: "granada", seats: [me, bot, bot] }],
  ["both cities", { game: "combined", seats: [me, bot, bot] }],
  ["two players", { seats: [me, bot] }],
])("a replay shows what the server shows: %s", async (_, game) => {
  const ana = await house.guest("Ana");
  const table = await ana.begin(game);
  await finish(await ana.sit(table.id, 0));
  const engine = await Engine.load();
  const record = await ana.get<object>(`/tables/${table.id}/record`);
  const opened = engine.ask({ do: "replay", record: JSON.stringify(record) }).value as {
    replay: number;
    log: { do: string }[];
    fault: unknown;
  };
  expect(opened.fault).toBeNull();
  // Watchers do not see who passed in a window: they have fewer steps.
  const told = opened.log.flatMap((entry, i) => (entry.do === "pass" ? [] : [i + 1]));
  let chance = 7;
  for (let i = 0; i < 10; i++) {
    chance = (chance * 48271) % 2147483647;
    const n = chance % told.length;
    const step = told[n] ?? 0;
    const shown = engine.ask({ do: "replay-at", replay: opened.replay, step, seat: null }).value as Snapshot;
    const server = await ana.get<Snapshot>(`/tables/${table.id}/at/${n + 1}`);
    expect({ ...shown.game, step }).toEqual({ ...server.game, step });
    expect(shown.log.filter((entry) => entry.do !== "pass")).toEqual(server.log);
  }
});

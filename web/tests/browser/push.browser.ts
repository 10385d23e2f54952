// Push notifications to a browser whose page is closed. Chromium gets them from its vendor's service, which tests do without: the
// subscription is faked, and pushes are delivered by the debugger.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { MyData, PushKey } from "../../src/lib/wire.ts";
import { bot, me } from "./guest.ts";
import { House } from "./sabika.ts";

const house = new House();
const ENDPOINT = "https://push.example.org/of-this-browser";

/** The service worker's globals, and what the test records there. */
type Scope = {
  registration: ServiceWorkerRegistration;
  clients: { matchAll(options: object): Promise<unknown[]>; openWindow(path: string): Promise<null> };
  titles: string[];
  looks: number;
};

/** A fake push service in the page itself. */
function subscribing(endpoint: string): void {
  const keys = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const unsubscribe = async () => {
    localStorage.removeItem("asked-with");
    return true;
  };
  const subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe } as unknown as PushSubscription;
  PushManager.prototype.getSubscription = async () => (localStorage.getItem("asked-with") ? subscription : null);
  PushManager.prototype.subscribe = async (wish) => {
    localStorage.setItem("asked-with", String(wish?.applicationServerKey));
    return subscription;
  };
}

it("a browser subscribes, shows pushes in its language, and unsubscribes", async () => {
  const ana = await house.guest("Ana");
  const table = await ana.begin({ seats: [me, bot, bot] });
  const german = JSON.parse(readFileSync("src/i18n/de.json", "utf8")) as Record<string, string>;
  const page = await house.page(null, { guest: ana, language: "de", workers: true });
  const context = page.context();
  await context.grantPermissions(["notifications"], { origin: house.base });
  await page.addInitScript(subscribing, ENDPOINT);
  await page.goto(`${house.base}/t/${table.code}`);
  const browsers = async () => (await ana.get<MyData>("/account/data")).browsers.map((b) => b.endpoint);
  const set = async (on: boolean) => {
    await page.getByRole("button", { name: german.menu, exact: true }).click();
    const notify = page.getByRole("switch", { name: german["set.notify"] });
    await notify.click();
    await expect.poll(() => notify.getAttribute("aria-checked")).toBe(String(on));
    await page.keyboard.press("Escape");
  };
  expect(await browsers()).toEqual([]);
  await set(true);
  await expect.poll(browsers).toEqual([ENDPOINT]);
  expect(await page.evaluate(() => localStorage.getItem("asked-with"))).toBe((await ana.get<PushKey>("/push")).key);

  const debug = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    debug.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      for (const { registrationId } of registrations) resolve(registrationId);
    });
  });
  await debug.send("ServiceWorker.enable");
  const registrationId = await registered;
  const push = (kind: string) =>
    debug.send("ServiceWorker.deliverPushMessage", {
      origin: house.base,
      registrationId,
      data: JSON.stringify({ kind, table: table.code }),
    });
  const shown = () =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready;
      return (await worker.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  /** The debugger occasionally loses a message: then it is sent again. */
  const told = (kind: string, notice: object) =>
    expect
      .poll(async () => {
        await push(kind);
        const same = async () => JSON.stringify(await shown()) === JSON.stringify([notice]);
        for (let tries = 0; tries < 30 && !(await same()); tries++) await page.waitForTimeout(100);
        return shown();
      })
      .toEqual([notice]);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(() => {
    const scope = self as unknown as Scope;
    const show = scope.registration.showNotification.bind(scope.registration);
    const look = scope.clients.matchAll.bind(scope.clients);
    scope.titles = [];
    scope.looks = 0;
    scope.registration.showNotification = (title, options) => {
      scope.titles.push(title);
      return show(title, options);
    };
    scope.clients.matchAll = async (options) => {
      const pages = await look(options);
      scope.looks += 1;
      return pages;
    };
  });
  // A person looking at the table needs no notification; one who is elsewhere does, and the latest about a table replaces earlier ones.
  await push("invited");
  await expect.poll(() => worker.evaluate(() => (self as unknown as Scope).looks), { message: "the worker sees who looks" }).toBe(1);
  await page.goto(`${house.base}/rules`);
  const pages = () =>
    worker.evaluate(async () => {
      const all = (await (self as unknown as Scope).clients.matchAll({ type: "window", includeUncontrolled: true })) as { url: string }[];
      return all.map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(pages, { message: "the table is left" }).toEqual(["/rules"]);
  const notice = { title: german["notice.your_turn"], body: `Sabika · ${table.code}`, tag: `/t/${table.code}` };
  await told("your_turn", notice);
  await told("ended", { ...notice, title: german["notice.ended"] });
  const titles = await worker.evaluate(() => (self as unknown as Scope).titles);
  expect([...new Set(titles)]).toEqual([german["notice.your_turn"], german["notice.ended"]]);

  // A click opens the table. Only a user gesture may open a window, so the call is recorded instead.
  const opened = await worker.evaluate(async () => {
    const scope = self as unknown as Scope;
    const paths: string[] = [];
    scope.clients.openWindow = async (path) => {
      paths.push(path);
      return null;
    };
    const [notification] = await scope.registration.getNotifications();
    const click = new Event("notificationclick") as Event & { notification: unknown; waitUntil: (done: Promise<unknown>) => void };
    let done: Promise<unknown> = Promise.resolve();
    click.notification = notification;
    click.waitUntil = (promise) => {
      done = promise;
    };
    self.dispatchEvent(click);
    await done;
    return paths;
  });
  expect(opened).toEqual([notice.tag]);
  expect(await shown()).toEqual([]);

  const again = page.waitForResponse((r) => r.url().endsWith("/api/push") && r.request().method() === "POST");
  await page.goto(`${house.base}/t/${table.code}`);
  await again;
  await set(false);
  await expect.poll(browsers).toEqual([]);
});

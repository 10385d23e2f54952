import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SocketLine } from "../src/lib/socket-line.ts";
import { FakeSocket } from "./socket.ts";

const page = Object.assign(new EventTarget(), { hidden: false });
const world = new EventTarget();
let told: string[];
let waits: boolean;
let line: SocketLine;
const latest = () => FakeSocket.all.at(-1) as FakeSocket;
const seconds = (n: number) => vi.advanceTimersByTime(n * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", world.addEventListener.bind(world));
  [FakeSocket.all, told, waits] = [[], [], false];
  line = new SocketLine("ws://there", {
    opened: () => told.push("opened"),
    heard: (text) => told.push(text),
    lost: () => told.push("lost"),
    waits: () => waits,
  });
});
afterEach(() => {
  line.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("is reopened when it ends: at once, then with growing delays, until something useful arrives", () => {
  latest().opens();
  const gaps: number[] = [];
  for (let n = 0; n < 8; n++) {
    const [before, count] = [performance.now(), FakeSocket.all.length];
    latest().ends();
    while (FakeSocket.all.length === count) vi.advanceTimersByTime(10);
    gaps.push(performance.now() - before);
  }
  expect(gaps).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  line.works();
  latest().ends();
  vi.advanceTimersByTime(250);
  expect(FakeSocket.all).toHaveLength(10);
});

it("sends a ping after a while, and sooner if an answer is due", () => {
  latest().opens();
  seconds(15);
  expect(latest().sent).toEqual([]);
  seconds(1);
  expect(latest().sent).toEqual([{ type: "ping", id: "1" }]);
  latest().says("pong");
  waits = true;
  seconds(4);
  expect(latest().sent).toHaveLength(2);
  expect(told).toEqual(["opened", "pong"]);
});

it("is lost and reopened when no pong arrives, although nobody closed it", () => {
  waits = true;
  latest().opens();
  seconds(4 + 8);
  expect(told).toEqual(["opened"]);
  seconds(1);
  expect(told).toEqual(["opened", "lost"]);
  seconds(1);
  expect(FakeSocket.all).toHaveLength(2);
  // The abandoned socket finally reports that it is closed, which is ignored.
  FakeSocket.all[0]?.ends();
  latest().opens();
  expect(told).toEqual(["opened", "lost", "opened"]);
});

it("is not lost while anything arrives, however long an answer takes", () => {
  waits = true;
  latest().opens();
  for (let n = 0; n < 60; n++) {
    seconds(1);
    if (n % 7 === 0) latest().says("news");
  }
  expect(told).not.toContain("lost");
});

it("does not wait forever for a server that does not accept the connection", () => {
  seconds(9);
  expect(told).toEqual(["lost"]);
});

it("sends a ping or reconnects at once when a phone wakes up", () => {
  latest().opens();
  page.hidden = true;
  page.dispatchEvent(new Event("visibilitychange"));
  expect(latest().sent).toEqual([]);
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  expect(latest().sent).toEqual([{ type: "ping", id: "1" }]);
  latest().ends();
  world.dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(2);
  seconds(1);
  expect(FakeSocket.all, "only once").toHaveLength(2);
});

it("ends when it is closed", () => {
  latest().opens();
  line.close();
  latest().ends();
  world.dispatchEvent(new Event("online"));
  seconds(60);
  expect(FakeSocket.all).toHaveLength(1);
  expect(told).toEqual(["opened"]);
});

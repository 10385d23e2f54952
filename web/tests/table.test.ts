import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FromServer, ProblemKind } from "../src/lib/wire.ts";
import { FakeSocket } from "./socket.ts";

vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("window", { matchMedia: () => ({ matches: false, addEventListener: () => undefined }) });
const { Table } = await import("../src/lib/table.svelte.ts");

const game = { choice: { seat: 0, decision: 5 }, players: [] };
const snapshot = { type: "snapshot", version: 7, viewer: 0, yours: [0], table: { id: "t" }, game, log: [], faces: {} };
const says = (message: object) => FakeSocket.all.at(-1)?.says(JSON.stringify(message));
const refuses = (id: string | null, type: ProblemKind) =>
  says({ type: "problem", id, problem: { type, title: type } } satisfies FromServer);
const sent = () => FakeSocket.all.at(-1)?.sent ?? [];
let table: InstanceType<typeof Table>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("location", { protocol: "http:", host: "there" });
  FakeSocket.all = [];
  table = new Table("t");
  table.open(0);
  FakeSocket.all[0]?.opens();
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
});

it.each(["retry", "too-many"] as const)("sends the same again after a pause when the answer is %s, until it is done", async (kind) => {
  says(snapshot);
  const outcome = table.act("take d1");
  const [, first] = sent();
  for (let n = 2; n < 5; n++) {
    refuses(first?.id ?? "", kind);
    expect(sent(), "not at once").toHaveLength(n);
    vi.advanceTimersByTime(2000);
    expect(sent()).toHaveLength(n + 1);
    expect(sent().at(-1)).toEqual(first);
  }
  says({ type: "done", id: first?.id, version: 8 });
  await expect(outcome).resolves.toEqual({ ok: true });
});

it("plays the next of several actions only once the table shows the one before", async () => {
  says(snapshot);
  const outcome = table.actAll(["buy T9", "take d1"]);
  await vi.advanceTimersByTimeAsync(0);
  says({ type: "done", id: sent()[1]?.id, version: 8 });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent(), "what the first one changes has not come").toHaveLength(2);
  says({ ...snapshot, version: 8, game: { ...game, choice: { seat: 0, decision: 6 } } });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent()[2]).toMatchObject({ do: "take d1", decision: 6 });
  says({ type: "done", id: sent()[2]?.id, version: 9 });
  await vi.advanceTimersByTimeAsync(0);
  says({ ...snapshot, version: 9 });
  await expect(outcome).resolves.toEqual({ ok: true });
});

it("passes other problems to the caller as final answers", async () => {
  says(snapshot);
  const outcome = table.act("take d1");
  refuses(sent()[1]?.id ?? "", "stale");
  await expect(outcome).resolves.toMatchObject({ ok: false });
  vi.advanceTimersByTime(2500);
  expect(sent()).toHaveLength(2);
});

it("sends hello again once when it was rate-limited", () => {
  expect(sent()).toEqual([{ type: "hello", seat: 0, version: null }]);
  refuses(null, "too-many");
  refuses(null, "too-many");
  vi.advanceTimersByTime(2500);
  expect(sent()).toHaveLength(2);
  says(snapshot);
  table.look(1);
  refuses(null, "retry");
  vi.advanceTimersByTime(1000);
  expect(sent().slice(2), "what another seat saw does not count").toEqual(Array(2).fill({ type: "hello", seat: 1, version: null }));
});

it("reports the last version it has seen after a gap", () => {
  says(snapshot);
  says({ type: "update", version: 9 });
  expect(sent().at(-1)).toEqual({ type: "hello", seat: 0, version: 7 });
});

it("leaves nothing running when it is closed", () => {
  says(snapshot);
  void table.act("take d1");
  refuses(sent()[1]?.id ?? "", "retry");
  refuses(null, "too-many");
  says({ type: "update", version: 8, step: { seat: 1, do: "buy P7e with f7" } });
  says({ type: "update", version: 9, step: { seat: 1, do: "end" } });
  expect(vi.getTimerCount()).toBeGreaterThan(2);
  table.close();
  expect(vi.getTimerCount()).toBe(0);
});

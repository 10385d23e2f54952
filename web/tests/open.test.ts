import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../src/lib/api.ts";
import { local } from "../src/lib/local/api.ts";
import { giveNonces, quickGame } from "../src/lib/open.ts";
import { Unreachable } from "../src/lib/problem.ts";
import { session } from "../src/lib/session.svelte.ts";
import type { TableInfo } from "../src/lib/wire.ts";

vi.mock("../src/lib/local/engine.ts", () => ({ hasEngine: () => true }));
vi.stubGlobal("localStorage", { getItem: () => null });

const seat = (person: string, nonce = false) => ({ occupant: { kind: "person", person, name: person }, nonce });
const table = (id: string, ...seats: ReturnType<typeof seat>[]) => ({ id, seats }) as unknown as TableInfo;
const give = vi.spyOn(api, "nonce");

beforeEach(() => {
  session.person = { id: "ana", name: "Ana" };
  session.known = true;
  give.mockReset().mockImplementation(async (id) => table(id));
});

it("contributes a nonce for each of one's seats without one", async () => {
  await giveNonces(table("a", seat("ana"), seat("ben"), seat("ana", true), seat("ana")));
  expect(give.mock.calls.map(([id, { seat }]) => [id, seat])).toEqual([
    ["a", 0],
    ["a", 3],
  ]);
});

it("contributes once, however often it is called", async () => {
  await Promise.all([giveNonces(table("b", seat("ana"))), giveNonces(table("b", seat("ana")))]);
  await giveNonces(table("b", seat("ana")));
  expect(give).toHaveBeenCalledTimes(1);
});

it("retries on the next call after a failure, and reports each failure", async () => {
  give.mockRejectedValueOnce(new Error("no line")).mockRejectedValueOnce(new Error("no line"));
  await expect(giveNonces(table("c", seat("ana")))).rejects.toThrow("no line");
  await expect(giveNonces(table("c", seat("ana")))).rejects.toThrow("no line");
  await giveNonces(table("c", seat("ana")));
  await giveNonces(table("c", seat("ana")));
  expect(give).toHaveBeenCalledTimes(3);
});

describe("Play now", () => {
  const create = vi.spyOn(api, "create");
  const start = vi.spyOn(api, "start");
  const here = vi.spyOn(local, "create");
  beforeEach(() => {
    create.mockReset().mockResolvedValue(table("d"));
    start.mockReset().mockResolvedValue(table("d"));
    here.mockReset().mockResolvedValue(table("~1"));
  });

  it("starts a table on the server", async () => {
    expect((await quickGame("Guest")).id).toBe("d");
    expect(here).not.toHaveBeenCalled();
  });
  it("plays on this device if no server can be reached", async () => {
    create.mockRejectedValue(new Unreachable());
    expect((await quickGame("Guest")).id).toBe("~1");
  });
  it("shows other errors", async () => {
    create.mockRejectedValue(new Error("banned"));
    await expect(quickGame("Guest")).rejects.toThrow("banned");
  });
  it("does not leave a table on the server behind: what fails once there is one is shown", async () => {
    start.mockRejectedValue(new Unreachable("503"));
    await expect(quickGame("Guest")).rejects.toThrow(Unreachable);
    expect(here).not.toHaveBeenCalled();
  });
});

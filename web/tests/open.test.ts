import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../src/lib/api.ts";
import { giveNonces } from "../src/lib/open.ts";
import { session } from "../src/lib/session.svelte.ts";
import type { TableInfo } from "../src/lib/wire.ts";

const seat = (person: string, nonce = false) => ({ occupant: { kind: "person", person, name: person }, nonce });
const table = (id: string, ...seats: ReturnType<typeof seat>[]) => ({ id, seats }) as unknown as TableInfo;
const give = vi.spyOn(api, "nonce");

beforeEach(() => {
  session.person = { id: "ana", name: "Ana" };
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

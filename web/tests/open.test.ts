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

it("gives the part of each own seat that has none yet", async () => {
  await giveNonces(table("a", seat("ana"), seat("ben"), seat("ana", true), seat("ana")));
  expect(give.mock.calls.map(([id, { seat }]) => [id, seat])).toEqual([
    ["a", 0],
    ["a", 3],
  ]);
});

it("gives it once, whoever asks", async () => {
  await Promise.all([giveNonces(table("b", seat("ana"))), giveNonces(table("b", seat("ana")))]);
  await giveNonces(table("b", seat("ana")));
  expect(give).toHaveBeenCalledTimes(1);
});

it("tries again at the next look when it failed, and says each time that it did", async () => {
  give.mockRejectedValueOnce(new Error("no line")).mockRejectedValueOnce(new Error("no line"));
  await expect(giveNonces(table("c", seat("ana")))).rejects.toThrow("no line");
  await expect(giveNonces(table("c", seat("ana")))).rejects.toThrow("no line");
  await giveNonces(table("c", seat("ana")));
  await giveNonces(table("c", seat("ana")));
  expect(give).toHaveBeenCalledTimes(3);
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { type Locale, language } from "../src/i18n/i18n.svelte.ts";
import { api } from "../src/lib/api.ts";
import { complaint, ProblemError, problemWords } from "../src/lib/problem.ts";
import { server } from "../src/lib/server.svelte.ts";
import type { ProblemKind } from "../src/lib/wire.ts";

vi.stubGlobal("document", { documentElement: {} });
const speak = (locale: Locale) => language.choose(locale, false);
const problem = (type: ProblemKind, detail?: string) => ({ type, title: "A title.", ...(detail && { detail }) });

afterEach(() => speak("en"));

describe("a problem", () => {
  it("shows the server's details in English, if they add to the kind", () => {
    expect(problemWords(problem("wrong-time"))).toBe("You can't do this now");
    expect(problemWords(problem("wrong-time", "the game has already started"))).toBe("The game has already started");
    expect(problemWords(problem("invalid", "the round must be 1, 2 or 3"))).toBe("This value is not allowed: the round must be 1, 2 or 3");
  });
  it("is shown in the language of the page otherwise", async () => {
    await speak("de");
    expect(problemWords(problem("wrong-time", "the game has already started"))).toBe("Das geht gerade nicht");
    expect(problemWords(problem("banned", "Beleidigungen"))).toBe("Du kannst hier nicht mehr spielen: Beleidigungen");
  });
  it("of an unknown kind shows the title it came with", () => {
    expect(problemWords(problem("eclipse" as ProblemKind))).toBe("A title.");
  });
});

describe("an error message", () => {
  it("names what was not found", () => {
    const error = new ProblemError({ type: "not-found", title: "" });
    expect(complaint(error, "Table not found")).toBe("Table not found");
    expect(complaint(error)).toBe("Not found");
  });
  it("does not show exceptions of the page itself", () => {
    expect(complaint(new TypeError("x is undefined"))).toBe("Something went wrong");
  });
  it("says when the server does not answer, or a proxy does", async () => {
    const asked = () => api.me().catch((e: unknown) => complaint(e));
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await asked()).toMatch(/^Can't reach the server/);
    vi.stubGlobal("fetch", async () => new Response("<html>", { status: 502 }));
    expect(await asked()).toMatch(/^Can't reach the server/);
    expect(server.reachable).toBe(false);
    vi.stubGlobal("fetch", async () => new Response("<html>", { status: 418 }));
    expect(await asked()).toBe("Something went wrong on the server");
    vi.stubGlobal("fetch", async () => Response.json(problem("taken", "no seat is free"), { status: 409 }));
    expect(await asked()).toBe("No seat is free");
  });
});

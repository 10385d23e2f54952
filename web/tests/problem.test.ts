import { afterEach, describe, expect, it, vi } from "vitest";
import { type Locale, language } from "../src/i18n/i18n.svelte.ts";
import { api } from "../src/lib/api.ts";
import { complaint, ProblemError, problemWords } from "../src/lib/problem.ts";
import type { ProblemKind } from "../src/lib/wire.ts";

vi.stubGlobal("document", { documentElement: {} });
const speak = (locale: Locale) => language.choose(locale, false);
const problem = (type: ProblemKind, detail?: string) => ({ type, title: "A title.", status: 400, ...(detail && { detail }) });

afterEach(() => speak("en"));

describe("a problem", () => {
  it("is told in English by the server, if it has more to say than the kind does", () => {
    expect(problemWords(problem("wrong-time"))).toBe("This cannot be done now");
    expect(problemWords(problem("wrong-time", "the game has begun"))).toBe("The game has begun");
    expect(problemWords(problem("invalid", "rounds are 1, 2 and 3"))).toBe("This is not allowed here: rounds are 1, 2 and 3");
  });
  it("is told elsewhere in the language of the page", async () => {
    await speak("de");
    expect(problemWords(problem("wrong-time", "the game has begun"))).toBe("Das geht gerade nicht");
    expect(problemWords(problem("banned", "Beleidigungen"))).toBe("Du darfst hier nicht mehr spielen: Beleidigungen");
  });
  it("of a kind the page does not know has the title that came with it", () => {
    expect(problemWords(problem("eclipse" as ProblemKind))).toBe("A title.");
  });
});

describe("a complaint", () => {
  it("says of what is not there what was looked for", () => {
    const error = new ProblemError({ type: "not-found", title: "", status: 404 });
    expect(complaint(error, "No such table")).toBe("No such table");
    expect(complaint(error)).toBe("There is no such thing here");
  });
  it("does not show what was thrown by the page itself", () => {
    expect(complaint(new TypeError("x is undefined"))).toBe("Something went wrong");
  });
  it("says when the server does not answer, or somebody else does", async () => {
    const asked = () => api.me().catch((e: unknown) => complaint(e));
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await asked()).toMatch(/^The server cannot be reached/);
    vi.stubGlobal("fetch", async () => new Response("<html>", { status: 502 }));
    expect(await asked()).toMatch(/^The server cannot do this right now/);
    vi.stubGlobal("fetch", async () => new Response("<html>", { status: 418 }));
    expect(await asked()).toBe("Something broke on the server");
    vi.stubGlobal("fetch", async () => Response.json(problem("taken", "no seat is open"), { status: 409 }));
    expect(await asked()).toBe("No seat is open");
  });
});

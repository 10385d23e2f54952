// Sums of money, letters of tiles and winners, in the language of the page.
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Locale } from "../src/i18n/i18n.svelte.ts";
import type { Known } from "../src/lib/fold.ts";

vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("document", { documentElement: {} });
const { language, t } = await import("../src/i18n/i18n.svelte.ts");
const { kindLetter, moneyName, tileInFull } = await import("../src/i18n/names.ts");
const { companions, winnersLine } = await import("../src/table/people.ts");
const speak = (locale: Locale) => language.choose(locale, false);

afterEach(() => speak("en"));

describe("money", () => {
  it.each([
    ["en", "1 florin", "11 dirhams", "4 florins and 3 ducats"],
    ["de", "1 Gulden", "11 Dirham", "4 Gulden und 3 Dukaten"],
    ["es", "1 florín", "11 dírhams", "4 florines y 3 ducados"],
    ["pl", "1 floren", "11 dirhamów", "4 floreny i 3 dukaty"],
  ] as const)("is counted in %s", async (locale, one, many, mixed) => {
    await speak(locale);
    expect(moneyName(["f1"], "f")).toBe(one);
    expect(moneyName(["h5", "h6"], "h")).toBe(many);
    expect(moneyName(["u3", "xfu", "f4"], "f")).toBe(mixed);
  });
  it("is zero in the tile's currency before any card is selected", () => {
    expect(moneyName([], "d")).toBe("0 denars");
  });
});

describe("tiles", () => {
  it("have letters in the language of the page", async () => {
    await speak("es");
    expect(["C", "G", "Ma"].map(kindLetter)).toEqual(["L", "J", "Zo"]);
  });
  it("are read aloud with all their sides", async () => {
    expect(tileInFull("T9nw")).toBe("Tower 9, walls: north and west");
    await speak("de");
    expect(tileInFull("T9nw")).toBe("Turm 9, Mauer im Norden und Westen");
  });
});

describe("the winners", () => {
  const seats = ["Ana", "Ben", "Cleo"].map((name) => ({ occupant: { kind: "person", name } }));
  const known = (viewer: number | null, yours: number[]) => ({ viewer, yours, table: { seats } }) as unknown as Known;

  it("are named, or addressed as you", () => {
    expect(winnersLine(known(null, []), [1])).toBe("Ben wins");
    expect(winnersLine(known(1, [1]), [1])).toBe("You win");
    expect(winnersLine(known(0, [0]), [1, 2])).toBe("Shared win: Ben and Cleo");
    expect(winnersLine(known(1, [1]), [0, 1, 2])).toBe("You, Ana and Cleo share the win");
  });
  it("have names on a shared screen", () => {
    expect(winnersLine(known(0, [0, 1]), [0])).toBe("Ana wins");
  });
});

describe("those who share a place", () => {
  const seats = ["Ana", "Ben", "Idris"].map((name) => ({ occupant: { kind: "person", name } }));
  const known = { viewer: 0, yours: [0], table: { seats } } as unknown as Known;

  it.each([
    ["en", "2nd= with you", "2nd= with Ben and you", "2nd= with Ben and Idris"],
    ["de", "2nd= mit dir", "2nd= mit Ben und dir", "2nd= mit Ben und Idris"],
    ["es", "2nd=, compartido: tú", "2nd=, compartido: Ben y tú", "2nd=, compartido: Ben e Idris"],
    ["pl", "2nd=, wspólnie: Ty", "2nd=, wspólnie: Ben i Ty", "2nd=, wspólnie: Ben i Idris"],
  ] as const)("are listed in %s, with the right form of you", async (locale, ...expected) => {
    await speak(locale);
    const words = [[0], [0, 1], [1, 2]].map((with_) => t("place.with", { place: "2nd=", names: companions(known, with_) }));
    expect(words).toEqual(expected);
  });
});

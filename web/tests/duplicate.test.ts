// Sums of a duplicate, spelled out.
import { afterAll, expect, it } from "vitest";
import { difference, namesOf, signed, sum, tenths, termsOf } from "../src/duplicate/words.ts";
import { language } from "../src/i18n/i18n.svelte.ts";
import type { DealView } from "../src/lib/wire.ts";

afterAll(() => {
  language.locale = "en";
});

it("spells out every sum, as in docs/duplicate.md", () => {
  expect(tenths(1193)).toBe("119.3");
  expect(difference(128, 1193)).toBe("128 − 119.3 = +8.7");
  expect(difference(70, 750)).toBe("70 − 75.0 = −5.0");
  expect(difference(100, 1000)).toBe("100 − 100.0 = ±0.0");
  expect(sum([87, -50])).toBe("+8.7 − 5.0 = +3.7");
  expect(sum([-83, 20, 0])).toBe("−8.3 + 2.0 + 0.0 = −6.3");
  expect(signed(12_345)).toBe("+1234.5");
});

it("writes numbers as the language does", () => {
  language.locale = "de";
  expect(difference(128, 1193)).toBe("128 − 119,3 = +8,7");
});

it("adds up only what may be seen", () => {
  const line = (id: string, difference: number) => ({ person: { id, name: id }, points: 100, difference, table: "t" });
  const deals = [{ results: [line("a", 50), line("b", -50)] }, { results: [] }, { results: [line("a", -10)] }] as unknown as DealView[];
  expect(termsOf({ deals }, "a")).toEqual([50, -10]);
  expect(termsOf({ deals }, "c")).toEqual([]);
});

it("names the bots as they are named at the table", () => {
  expect(namesOf(["builder", "novice", "builder", "builder"])).toEqual(["Elvira", "Noor", "Yusuf", "Elvira II"]);
});

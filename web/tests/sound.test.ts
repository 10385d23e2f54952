import { expect, it } from "vitest";
import { soundOf } from "../src/lib/sound.ts";
import type { Show } from "../src/lib/wire.ts";

it.each([
  ["take d4", "card"],
  ["buy P7e with f7", "coin"],
  ["place P7e 0,1", "tile"],
  ["end", null],
  ["pass", null],
])("%s sounds like %s", (line, sound) => {
  expect(soundOf({ step: { seat: 0, do: line }, shows: [] })).toBe(sound);
});

it("the sound of a scoring round takes precedence", () => {
  const scored = { what: "score" } as Show;
  expect(soundOf({ step: { seat: 0, do: "end" }, shows: [scored] })).toBe("score");
});

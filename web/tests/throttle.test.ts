import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { throttle } from "../src/lib/throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a slider that is dragged for thirty seconds changes the address less than a hundred times, and in the end as it should", () => {
  const done: number[] = [];
  const address = throttle(400, (step: number) => done.push(step));
  for (let step = 0; step < 3000; step++) {
    address.call(step);
    vi.advanceTimersByTime(10);
  }
  expect(done[0], "the first one at once").toBe(0);
  expect(done.length).toBeLessThan(100);
  vi.advanceTimersByTime(1000);
  expect(done.at(-1)).toBe(2999);
});

it("nothing happens after it is stopped", () => {
  const done: string[] = [];
  const address = throttle(400, (step: string) => done.push(step));
  address.call("first");
  address.call("second");
  address.stop();
  vi.advanceTimersByTime(1000);
  expect(done).toEqual(["first"]);
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pacing, pauseAfter } from "../src/lib/pacing.ts";
import type { FromServer } from "../src/lib/wire.ts";

const step = (version: number, seat: number, line: string): FromServer => ({ type: "update", version, step: { seat, do: line } });
const versions = (shown: FromServer[]) => shown.map((m) => ("version" in m ? m.version : m.type));

describe("pauses", () => {
  it("follow others' moves, not one's own", () => {
    expect(pauseAfter(step(1, 1, "take d4"), "calm", [0], false)).toBeGreaterThan(0);
    expect(pauseAfter(step(1, 0, "take d4"), "calm", [0], false)).toBe(0);
  });
  it("follow what the end of one's own turn reveals", () => {
    expect(pauseAfter(step(1, 0, "end"), "calm", [0], false)).toBeGreaterThan(0);
  });
  it("are shorter with a clock, and absent with pacing off", () => {
    const calm = pauseAfter(step(1, 1, "buy P7e with f7"), "calm", [0], false);
    expect(pauseAfter(step(1, 1, "buy P7e with f7"), "calm", [0], true)).toBeLessThan(calm);
    expect(pauseAfter(step(1, 1, "buy P7e with f7"), "off", [0], false)).toBe(0);
  });
});

describe("the queue", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const paced = () => {
    const shown: FromServer[] = [];
    return {
      shown,
      pacing: new Pacing(
        (m) => shown.push(m),
        () => 1000,
      ),
    };
  };

  it("shows one step after another, in order", () => {
    const { shown, pacing } = paced();
    for (const v of [1, 2, 3]) pacing.push(step(v, 1, "take d4"));
    expect(versions(shown)).toEqual([1]);
    expect(pacing.behind).toBe(2);
    vi.advanceTimersByTime(1000);
    expect(versions(shown)).toEqual([1, 2]);
    vi.advanceTimersByTime(5000);
    expect(versions(shown)).toEqual([1, 2, 3]);
    expect(pacing.behind).toBe(0);
  });
  it("lets answers and chat through", () => {
    const { shown, pacing } = paced();
    pacing.push(step(1, 1, "take d4"));
    pacing.push(step(2, 1, "end"));
    pacing.push({ type: "hint", id: "h", turns: [] });
    expect(versions(shown)).toEqual([1, "hint"]);
  });
  it("keeps the order of steps and of whose turn it is", () => {
    const { shown, pacing } = paced();
    pacing.push(step(1, 1, "end"));
    pacing.push(step(2, 2, "end"));
    pacing.push({ type: "yours", to_act: [0] });
    vi.advanceTimersByTime(5000);
    expect(versions(shown)).toEqual([1, 2, "yours"]);
  });
  it("loses nothing when skipped, and continues afterwards", () => {
    const { shown, pacing } = paced();
    for (const v of [1, 2, 3]) pacing.push(step(v, 1, "take d4"));
    pacing.skip();
    expect(versions(shown)).toEqual([1, 2, 3]);
    pacing.push(step(4, 1, "end"));
    expect(versions(shown)).toEqual([1, 2, 3, 4]);
  });
  it("drops what a snapshot already contains", () => {
    const { shown, pacing } = paced();
    for (const v of [1, 2, 3]) pacing.push(step(v, 1, "take d4"));
    pacing.push({ type: "snapshot", version: 9 } as FromServer);
    vi.advanceTimersByTime(9000);
    expect(versions(shown)).toEqual([1, 9]);
  });
  it("catches up at once when far behind", () => {
    const { shown, pacing } = paced();
    for (let v = 1; v <= 40; v++) pacing.push(step(v, 1, "take d4"));
    expect(shown.length).toBeGreaterThan(24);
  });
});

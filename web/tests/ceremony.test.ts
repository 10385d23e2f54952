import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { divided, paid, pointsOf, rankOf, rowsOf, seatsOf, shared, walk } from "../src/lib/ceremony.ts";
import { rounds } from "../src/lib/story.ts";
import type { LogEntry, ScoreView } from "../src/lib/wire.ts";

const scene = (name: string) =>
  JSON.parse(readFileSync(new URL(`./scenes/${name}.json`, import.meta.url), "utf8")) as { snapshot: { log: LogEntry[] } };
const told = (name: string): ScoreView[] => rounds(scene(name).snapshot.log).map((r) => r.score);

describe.each(["over", "six-over", "modules", "granada", "combined"])("the rounds of %s", (name) => {
  it("are presented without losing a point", () => {
    for (const score of told(name)) {
      for (const seat of seatsOf(score.sheet)) {
        const sum = rowsOf(score).reduce((n, row) => n + paid(score.sheet, row, seat), 0);
        expect(sum).toBe(pointsOf(score.sheet, seat)?.total);
      }
    }
  });
  it("divide the points of shared ranks as they were scored (W4)", () => {
    for (const score of told(name)) {
      for (const [kind, ranks] of score.ranks) {
        for (const rank of ranks) {
          const how = shared(score, kind, rank);
          if (!how) continue;
          expect(Math.floor(how.pays.reduce((a, b) => a + b, 0) / rank.level)).toBe(rank.points);
          expect(how.with).toHaveLength(rank.level - 1);
          for (const other of how.with) expect(rankOf(score, kind, other)?.points).toBe(rank.points);
        }
      }
    }
  });
  it("follow every wall, segment by segment", () => {
    const far = ([a, b]: [string, string]) => {
      const [[x = 0, y = 0], [u = 0, v = 0]] = [a, b].map((corner) => corner.split(",").map(Number)) as [number[], number[]];
      return Math.abs(x - u) + Math.abs(y - v);
    };
    for (const score of told(name)) {
      for (const line of ["walls", "moats", "stretch"] as const) {
        for (const segments of score[line]) {
          const walked = walk(segments);
          expect(walked).toHaveLength(segments.length);
          expect(new Set(walked.map((ends) => [...ends].sort().join(" "))).size).toBe(segments.length);
          expect(walked.map(far).every((n) => n === 1)).toBe(true);
        }
      }
    }
  });
});

it("a division is written out", () => {
  expect(divided([10, 3], 2)).toBe("(10+3)÷2");
  expect(divided([2], 2)).toBe("2÷2");
});
it("a closed wall is followed completely", () => {
  const ring = walk([
    [0, 0, "n"],
    [0, 0, "e"],
    [0, 0, "s"],
    [0, 0, "w"],
  ]);
  expect(ring).toHaveLength(4);
  expect(ring[3]?.[1]).toBe(ring[0]?.[0]);
});

import { describe, expect, it } from "vitest";
import type { Known } from "../src/lib/fold.ts";
import type { Show } from "../src/lib/wire.ts";
import { flightsOf } from "../src/table/flights.ts";

const known = {
  viewer: 0,
  game: {
    display: ["d4", "u1", "u1", "f9"],
    players: [
      { board: [["F", 0, 0]] },
      {
        board: [
          ["F", 0, 0],
          ["T9n", 1, 0],
        ],
      },
    ],
  },
} as unknown as Known;
const of = (seat: number, line: string, shows: Show[] = []) => flightsOf({ step: { seat, do: line }, shows }, known);

describe("flights", () => {
  it("move money from its place on the display to the player who took it", () => {
    expect(of(1, "take u1 u1").map((f) => [f.from[0], f.to])).toEqual([
      ["slot:1", ["seat:1"]],
      ["slot:2", ["seat:1"]],
    ]);
    expect(of(0, "take d4")[0]?.to[0]).toBe("card:d4");
  });
  it("move the money to the market and the tile away", () => {
    const [money, tile] = of(0, "buy P7e with f7");
    expect(money).toMatchObject({ piece: { card: "f7" }, from: ["card:f7", "seat:0"], gone: true });
    expect(tile).toMatchObject({ piece: { tile: "P7e" }, from: ["tile:P7e", "market"], to: ["tile:P7e", "reserve", "seat:0"] });
  });
  it("show where others build, while one's own tile is already there", () => {
    expect(of(1, "place P7e -1,2")[0]?.to).toEqual(["cell:1:-1,2", "seat:1"]);
    expect(of(0, "place P7e -1,2")).toEqual([]);
    expect(of(0, "place Ba2new 0,1 flip d4").map((f) => f.piece)).toEqual([{ card: "d4" }]);
  });
  it("remove a tile under the name it had", () => {
    expect(of(1, "remove 1,0")[0]).toMatchObject({ piece: { tile: "T9n" }, from: ["cell:1:1,0", "seat:1"] });
  });
  it("reveal cards and tiles after the move", () => {
    const shows: Show[] = [
      { what: "display", slot: 2, card: "h3" },
      { what: "market", space: 0, tile: "G10", beside: false },
    ];
    expect(of(1, "end", shows).map((f) => [f.from[0], f.to[0], f.later])).toEqual([
      ["deck", "slot:2", true],
      ["bag", "tile:G10", true],
    ]);
  });
});

// A seat's options, as lines of notation, and a simple policy to choose among them.
import { bestFlip, bestPayment } from "../../src/lib/payment.ts";
import type { Options } from "../../src/lib/wire.ts";

const at = ([x, y]: readonly [number, number]) => `${x},${y}`;

/** Every option; of payments those that the page would propose. */
export function offered(options: Options, hand: readonly string[]): string[] {
  const { modules } = options;
  const buys = (verb: string, choices: Options["buys"]) =>
    choices.flatMap((buy) => {
      const payment = bestPayment(hand, buy);
      return payment ? [`${verb} ${buy.tile} with ${payment.cards.join(" ")}`] : [];
    });
  return [
    ...modules.reveals.map((card) => `reveal ${card}`),
    ...modules.falcons.flatMap(({ falcon, points, cards }) => points.map((p) => `falcon ${falcon} ${at(p)} with ${cheapest(cards)}`)),
    ...buys("vizier", modules.vizier),
    ...(modules.wake ? ["wake"] : []),
    ...modules.huts.map((hut) => `hut ${hut}`),
    ...buys("buy", options.buys),
    ...options.places.flatMap(({ tile, cells, flips, reserve, dirk }) => [
      ...cells.map((c) => (flips.length ? `place ${tile} ${at(c)} flip ${bestFlip(hand, flips)?.join(" ")}` : `place ${tile} ${at(c)}`)),
      ...(reserve ? [`reserve ${tile}`] : []),
      ...(dirk ? [`dirk ${tile}`] : []),
    ]),
    ...options.builds.flatMap(({ tile, cells }) => cells.map((c) => `build ${tile} ${at(c)}`)),
    ...options.exchanges.flatMap(({ tile, cells }) => cells.map((c) => `exchange ${tile} ${at(c)}`)),
    ...options.removes.map((c) => `remove ${at(c)}`),
    ...options.takes.map((cards) => `take ${cards.join(" ")}`),
    ...(modules.done ? ["done"] : []),
    ...(modules.pass ? ["pass"] : []),
    ...(options.end ? ["end"] : []),
  ];
}

/** The card that the page selects by default. */
const cheapest = (cards: readonly string[]) => [...cards].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)))[0] ?? "";
const worth = (line: string) => (line.match(/\d+/g) ?? []).reduce((sum, n) => sum + Number(n), 0);

const ORDER = [
  "place",
  "buy",
  "take",
  "reserve",
  "end",
  "pass",
  "done",
  "hut",
  "wake",
  "vizier",
  "build",
  "reveal",
  "falcon",
  "exchange",
  "remove",
  "dirk",
];
/** Buys what it can, builds where it fits, takes the most money: games end. */
export function plain(lines: readonly string[]): string {
  for (const verb of ORDER) {
    const found = lines.filter((line) => line.startsWith(verb) && !line.includes(" flip "));
    if (found.length) return verb === "take" ? found.reduce((a, b) => (worth(b) > worth(a) ? b : a)) : (found[0] ?? "");
  }
  throw new Error(`nothing can be done: ${lines.join("; ")}`);
}

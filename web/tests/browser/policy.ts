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

/** How each module's own actions, cards and tiles look in a line. */
const OWN: [string, RegExp][] = [
  ["vizier", /^vizier /],
  ["bureau", / x[dhuf]{2}\b/],
  ["bonus", /^reveal /],
  ["huts", /^hut /],
  ["camps", /^(place|build) c\d/],
  ["bazaars", /^(place|build) b[A-Z]{3}/],
  ["falconers", /^falcon /],
];
/** What leads there: a tile has to be bought before it can be placed. */
const BEFORE: [string, RegExp][] = [
  ["camps", /^buy c\d/],
  ["bazaars", /^buy b[A-Z]{3}/],
];
export const moduleOf = (line: string): string | null => OWN.find(([, own]) => own.test(line))?.[0] ?? null;

/** Plays plainly, except that what a module brings is used as soon as it can be, once. */
export class EveryModule {
  readonly used = new Set<string>();

  choose(lines: readonly string[]): string {
    const wanted = [...OWN, ...BEFORE].filter(([module]) => !this.used.has(module));
    const found = wanted.flatMap(([, own]) => lines.filter((line) => own.test(line)))[0] ?? plain(lines);
    const module = moduleOf(found);
    if (module) this.used.add(module);
    return found;
  }
}

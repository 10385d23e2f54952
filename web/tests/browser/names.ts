// The names of things on the English page, to find them there.
import { shape } from "../../src/board/code.ts";
import en from "../../src/i18n/en.json";
import learning from "../../src/i18n/learn/en.json";
import { cardShape } from "../../src/parts/cards.ts";

const words: Record<string, string> = { ...en, ...learning };
export function say(key: string, values: Record<string, string | number> = {}): string {
  const text = words[key];
  if (text === undefined) throw new Error(`there are no words for ${key}`);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}

export function tileName(code: string): string {
  const tile = shape(code);
  if (tile.sort === "start") return say("tile.start");
  if (tile.sort === "bazaar") return say("tile.bazaar", { kinds: tile.kinds.map((k) => say(`kind.${k}`)).join(", ") });
  if (tile.sort === "hut") return say("tile.hut", { kind: say(`kind.${tile.kind}`) });
  if (tile.sort === "camp") return say("tile.camp", { price: tile.price });
  return say("tile.building", { kind: say(`kind.${tile.kind}`), price: tile.price });
}

export const falconName = (code: string): string =>
  say("falcon.name", { kinds: [...code.slice(1)].map((k) => say(`kind.${k}`)).join(", ") });

export function tileInFull(code: string): string {
  const tile = shape(code);
  if (tile.sort === "start" || tile.sort === "bazaar") return tileName(code);
  const sides = new Intl.ListFormat("en-GB").format([...tile.sides].map((s) => say(`side.${s}`)));
  if (!sides) return say(tile.sort === "granada" ? "tile.nomoat" : "tile.plain", { tile: tileName(code) });
  const key = tile.sort === "granada" ? "tile.moats" : tile.sort === "camp" ? "tile.bastions" : "tile.walls";
  return say(key, { tile: tileName(code), sides });
}

export function cardName(code: string): string {
  const card = cardShape(code);
  if (card.sort === "money") return say("card.money", { currency: say(`currency.${card.currency}`), value: card.value });
  if (card.sort === "bureau") return say("card.bureau", { from: say(`currency.${card.from}`), to: say(`currency.${card.to}`) });
  return say("card.bonus", { tile: tileName(card.tile) });
}

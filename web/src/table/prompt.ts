// The current decision of the viewer, in two lines.
import { t } from "../i18n/i18n.svelte.ts";
import { cardName, currenciesName, falconName, moneyName, tileName } from "../i18n/names.ts";
import type { Known } from "../lib/fold.ts";
import { sum } from "../parts/cards.ts";
import { handedFor, isYou, nameFor } from "./people.ts";
import type { Play } from "./play.svelte.ts";
import { paymentOutcome } from "./words.ts";

export type Words = { title: string; sub: string };

/** `lengths`: how the tile shown on the board changes the wall, where there is no other room for it. `short`: for a phone. */
export function promptFor(known: Known, play: Play, lengths: string | null = null, short = false): Words {
  const turn = known.game?.turn;
  const stage = turn?.stage;
  if (known.viewer === null) {
    const choosing = turn && turn.actor !== null ? t("prompt.choosing", { name: nameFor(known, turn.actor) }) : "";
    return { title: t("prompt.watch"), sub: choosing };
  }
  if (stage === "over") return { title: t("prompt.over"), sub: "" };
  if (!play.active) {
    const actor = turn?.actor ?? null;
    const choosing = (seat: number) => (isYou(known, seat) ? t("home.yourturn") : t("prompt.choosing", { name: nameFor(known, seat) }));
    const title = actor === null ? t("prompt.window") : choosing(actor);
    return { title, sub: t("prompt.choosing.what") };
  }
  return picked(play) ?? (play.inHand ? held(known, play, play.inHand, lengths) : asked(known, play, short));
}

/** Something is selected and waits for confirmation. */
function picked(play: Play): Words | null {
  if (play.tile) {
    const buy = play.buying;
    if (!buy) return { title: tileName(play.tile), sub: t("prompt.buy.poor") };
    const total = sum(play.picked);
    const title = t("prompt.buy", { tile: tileName(play.tile), money: moneyName(play.picked, buy.currency) });
    return { title, sub: play.payment ? paymentOutcome(total - buy.price, play.byVizier) : t("prompt.buy.no") };
  }
  if (play.takenCards.length) {
    const cards = play.takenCards.map(cardName).join(" + ");
    return { title: t("prompt.take", { cards }), sub: t(play.canTake ? "money.rule" : "prompt.take.no") };
  }
  if (play.removing) {
    const at = play.removing;
    const tile = play.me?.board.find(([, x, y]) => x === at.x && y === at.y)?.[0] ?? "F";
    return { title: t("prompt.remove", { tile: tileName(tile) }), sub: t("prompt.remove.what") };
  }
  if (play.hut) return { title: t("prompt.hut", { tile: tileName(play.hut) }), sub: t("prompt.hut.what") };
  if (play.falcon) {
    const sub = play.falconCard ? t("prompt.falcon.pay", { card: cardName(play.falconCard) }) : "";
    return { title: t("prompt.falcon", { falcon: falconName(play.falcon) }), sub };
  }
  return null;
}

/** A tile is in hand. */
function held(known: Known, play: Play, inHand: string, lengths: string | null): Words {
  const tile = tileName(inHand);
  if (!play.placing) return { title: t("prompt.redesign", { tile }), sub: lengths ?? t("prompt.redesign.what") };
  if (play.turned) {
    const title = t("prompt.turned", { tile });
    if (!play.placing.flips.length) return { title, sub: t("prompt.turned.poor") };
    if (!play.flip) return { title, sub: t("prompt.turned.pick") };
    return { title, sub: t("prompt.turned.pay", { money: moneyName(play.flip, "f") }) };
  }
  if (known.game?.turn.stage === "placing_handout") {
    const currency = handedFor(known, inHand);
    const title = currency ? t("prompt.handout", { tile, currency: currenciesName(currency) }) : t("prompt.handout.left", { tile });
    return { title, sub: play.cells.length ? (lengths ?? t("prompt.handout.what")) : t("prompt.noplace", { tile }) };
  }
  if (!play.cells.length) return { title: t("prompt.noplace", { tile }), sub: "" };
  if (play.ghost) return { title: t("prompt.here", { tile }), sub: lengths ?? t("prompt.here.what") };
  return { title: t("prompt.place", { tile }), sub: lengths ?? t("prompt.place.what") };
}

/** Nothing is selected: the stage of the turn. */
function asked(known: Known, play: Play, short: boolean): Words {
  const turn = known.game?.turn;
  switch (turn?.stage) {
    case "window_after_turn":
      return { title: t("prompt.vizier"), sub: t("prompt.vizier.what") };
    case "window_before_scoring":
      return { title: t("prompt.bonus"), sub: "" };
    case "chain":
      return { title: t("prompt.chain"), sub: "" };
    case "action": {
      if (play.redesigning) return { title: t("prompt.redesigning"), sub: t("prompt.redesigning.what") };
      if (short && turn.first !== false)
        return {
          title: t("prompt.action.short"),
          sub: t(play.canRedesign ? "prompt.action.short.what" : "prompt.action.short.noredesign"),
        };
      const first = t(play.canRedesign ? "prompt.action" : "prompt.action.noredesign");
      const exact = play.buys.some((b) => b.payments.some((p) => p.exact));
      return { title: turn.first === false ? t("prompt.again") : first, sub: t(exact ? "prompt.action.what" : "prompt.action.none") };
    }
    default:
      return { title: t("prompt.end"), sub: t("prompt.end.what") };
  }
}

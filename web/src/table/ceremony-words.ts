// How a round pays, in words.
import { t } from "../i18n/i18n.svelte.ts";
import { divided, rankOf, shared } from "../lib/ceremony.ts";
import type { Known } from "../lib/fold.ts";
import type { ScoreView } from "../lib/wire.ts";
import { companions, placeName } from "./people.ts";

/** How many tiles of a kind a seat has and what place they take; a shared place says with whom. */
export function sum(known: Known, score: ScoreView, kind: string, seat: number | null): string {
  const rank = rankOf(score, kind, seat);
  const how = rank && shared(score, kind, rank);
  if (!rank) return t("none");
  const tiles = t("tiles", { count: rank.count });
  if (!how) return `${tiles} · ${placeName(rank)}`;
  return `${tiles} · ${t("place.with", { place: placeName(rank), names: companions(known, how.with) })}`;
}

/** How the points of a shared place are divided: `(10+3)÷2`. */
export function division(score: ScoreView, kind: string, seat: number | null): string {
  const rank = rankOf(score, kind, seat);
  const how = rank && shared(score, kind, rank);
  return how && rank ? divided(how.pays, rank.level) : "";
}

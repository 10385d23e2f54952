// The reasons for a turn, in the language of the page.
import { type Key, language, listed, t } from "../i18n/i18n.svelte.ts";
import { tileName } from "../i18n/names.ts";
import type { AdviceView, GainSources, ReasonView } from "../lib/wire.ts";

const number = (value: number) => Math.abs(value).toLocaleString(language.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** `+9.2`, `−0.4`, or `0.0`. */
export function gained(points: number): string {
  const tenths = Math.round(10 * points);
  return `${tenths > 0 ? "+" : tenths < 0 ? "−" : ""}${number(tenths / 10)}`;
}

const SOURCES = ["majorities", "walls", "modules", "room", "money", "foresight"] as const;
/**
 * Points by source in tenths, those that come to nothing left out. Rounded so that they add up to the rounded sum: what rounding
 * leaves over goes to what looking ahead adds, which is itself the rest.
 */
export function bySource({ gain, sources }: Pick<AdviceView, "gain" | "sources">): { source: keyof GainSources; points: number }[] {
  const tenths = (points: number) => Math.round(10 * points);
  const exact = SOURCES.filter((source) => source !== "foresight").map((source) => ({ source, points: tenths(sources[source]) }));
  const rest = tenths(gain) - exact.reduce((sum, { points }) => sum + points, 0);
  return [...exact, { source: "foresight" as const, points: rest }]
    .filter(({ points }) => points !== 0)
    .map(({ source, points }) => ({ source, points: points / 10 }));
}
export const sourceName = (source: keyof GainSources): string => t(`advice.from.${source}`);

type Of<Why extends ReasonView["why"]> = Extract<ReasonView, { why: Why }>;
const LINE = { walls: "wall.change", moats: "moat.change", stretch: "stretch.change" } as const;

/** The reasons for a turn in one line, to follow other words; `name` says who sits where. */
export function reasonWords(reasons: readonly ReasonView[], name: (seat: number) => string): string {
  const of = <Why extends ReasonView["why"]>(why: Why) => reasons.filter((r): r is Of<Why> => r.why === why);
  const exact = of("exact").length;
  const rivals = [...new Set(of("denied").map((r) => name(r.seat)))];
  const words = [
    ...(exact ? [t("advice.exact", { count: exact })] : []),
    ...of("lead").map(({ kind, shared, points }) =>
      t(shared ? "advice.level" : "advice.lead", { kinds: t(`advice.kinds.${kind}` as Key), points: gained(points) }),
    ),
    ...of("wall").map(({ line, from, to }) => t(LINE[line as keyof typeof LINE], { from, to })),
    ...(rivals.length ? [t("advice.denied", { count: rivals.length, names: listed(rivals) })] : []),
    ...of("affordable")
      .slice(0, 1)
      .map(({ tile }) => t("advice.affordable", { tile: tileName(tile) })),
  ];
  return words.join(" · ");
}
/** The same as a line of its own. */
export function reasonLine(reasons: readonly ReasonView[], name: (seat: number) => string): string {
  const line = reasonWords(reasons, name);
  return line.charAt(0).toLocaleUpperCase(language.locale) + line.slice(1);
}

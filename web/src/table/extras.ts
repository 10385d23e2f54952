// Sources of points besides majorities, in scoring order.
import type { IconName } from "../parts/icons.ts";

export const EXTRAS = ["walls", "moats", "stretch", "camps", "bazaars", "falcons"] as const;
export type Extra = (typeof EXTRAS)[number];

export const EXTRA = {
  walls: { label: "Longestwall", short: "extra.walls", icon: "wall" },
  moats: { label: "longestmoat", short: "extra.moats", icon: "moat" },
  stretch: { label: "stretch", short: "extra.stretch", icon: "stretch" },
  camps: { label: "module.points.camps", short: "module.points.camps", icon: "camp" },
  bazaars: { label: "module.points.bazaars", short: "module.points.bazaars", icon: "bazaar" },
  falcons: { label: "module.points.falcons", short: "module.points.falcons", icon: "falcon" },
} as const satisfies Record<Extra, { label: string /** Where there is little room. */; short: string; icon: IconName }>;

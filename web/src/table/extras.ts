// Sources of points besides majorities, in scoring order.
import type { IconName } from "../parts/icons.ts";

export const EXTRAS = ["walls", "moats", "stretch", "camps", "bazaars", "falcons"] as const;
export type Extra = (typeof EXTRAS)[number];

export const EXTRA = {
  walls: { label: "Longestwall", icon: "wall" },
  moats: { label: "longestmoat", icon: "moat" },
  stretch: { label: "stretch", icon: "stretch" },
  camps: { label: "module.points.camps", icon: "camp" },
  bazaars: { label: "module.points.bazaars", icon: "bazaar" },
  falcons: { label: "module.points.falcons", icon: "falcon" },
} as const satisfies Record<Extra, { label: string; icon: IconName }>;

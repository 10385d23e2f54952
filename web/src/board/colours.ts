// Colours of the world by kind; the same values as in tokens.css, where art needs them as numbers (night) or as properties of a symbol.
import type { Kind } from "./code.ts";

export const SOLID: Record<Kind, string> = {
  P: "#23529F",
  S: "#B3283B",
  A: "#845331",
  C: "#F6EEDF",
  G: "#317C4B",
  T: "#6A4390",
  Ar: "#666D75",
  Ba: "#A6DCF0",
  Li: "#7B2F86",
  Hl: "#5B4130",
  Hp: "#FFFFFF",
  Ma: "#BE2E20",
  Pa: "#1E6E42",
  Sc: "#F29A3E",
  Re: "#F8D64C",
};
const PALE: ReadonlySet<Kind> = new Set<Kind>(["C", "Ba", "Hp", "Sc", "Re"]);
export const isPale = (kind: Kind): boolean => PALE.has(kind);
export const onKind = (kind: Kind): string => (isPale(kind) ? "#17203F" : "#FFFAEF");

type Cloth = {
  cloth: string;
  light: string;
  deep: string;
  band: string;
  bandDeep: string;
  wares: string;
  stall: string;
  stallBand: string;
};
export const CLOTH: Record<string, Cloth> = {
  P: {
    cloth: "#3D74C8",
    light: "#3D74C8",
    deep: "#1F4690",
    band: "#FBEFD2",
    bandDeep: "#FBEFD2",
    wares: "#6FA8E8",
    stall: "#1F4E9E",
    stallBand: "#FBEFD2",
  },
  S: {
    cloth: "#C23A50",
    light: "#C23A50",
    deep: "#7F152B",
    band: "#FBE6CF",
    bandDeep: "#FBE6CF",
    wares: "#E2574C",
    stall: "#9C1F36",
    stallBand: "#FBEFD2",
  },
  A: {
    cloth: "#A06A3A",
    light: "#A06A3A",
    deep: "#5E3819",
    band: "#FBE9C8",
    bandDeep: "#FBE9C8",
    wares: "#D89B4A",
    stall: "#7A4A22",
    stallBand: "#FBEFD2",
  },
  C: {
    cloth: "#FFFDF7",
    light: "#F4ECDA",
    deep: "#C9B78F",
    band: "#D9CBAA",
    bandDeep: "#B9A77E",
    wares: "#FFF8E6",
    stall: "#FFFDF7",
    stallBand: "#CDBB94",
  },
  G: {
    cloth: "#5BA33F",
    light: "#5BA33F",
    deep: "#2F6420",
    band: "#F6F0C8",
    bandDeep: "#F6F0C8",
    wares: "#8CC257",
    stall: "#3E7528",
    stallBand: "#FBEFD2",
  },
  T: {
    cloth: "#7E55B4",
    light: "#7E55B4",
    deep: "#4A2A74",
    band: "#F4E6F2",
    bandDeep: "#F4E6F2",
    wares: "#A06CD0",
    stall: "#5E3690",
    stallBand: "#FBEFD2",
  },
};

export const GOLD_KERB = {
  "--kerb": "#F3C63F",
  "--kerb-light": "#FFF3BF",
  "--kerb-shade": "#B57A12",
  "--kerb-deep": "#8A5A08",
  "--kerb-line": "#5A3A06",
} as const;

export const FALCON_OF: Readonly<Record<string, "black" | "brown" | "white">> = {
  PC: "black",
  SC: "black",
  ST: "black",
  AG: "black",
  AT: "black",
  PG: "brown",
  PT: "brown",
  SA: "brown",
  CG: "brown",
  CT: "brown",
  PS: "white",
  PA: "white",
  SG: "white",
  AC: "white",
  GT: "white",
};

// The rules in the reference, their order, and the drawing for each. Ids as in docs/rules.md; the texts are in the language files.
import type { ArtSet } from "../lib/art.svelte.ts";

export type Drawing =
  | {
      draw: "board";
      tiles: string;
      start?: "F" | "GF";
      /** The new tile, ringed. */
      put?: string;
      /** x,y and optionally the side at fault. */
      no?: readonly [number, number, ("n" | "e" | "s" | "w")?];
      falcons?: string;
      founded?: readonly [number, number];
    }
  | { draw: "pay"; cards: string; tile: string; exact: boolean | null }
  | { draw: "cards"; cards: string }
  | { draw: "tiles"; tiles: string; start?: "F" | "GF"; faces?: string }
  | { draw: "ranks"; kind: string; counts: readonly number[]; points: readonly number[]; dirk?: boolean }
  | { draw: "piles"; a: number; b: number | null }
  | { draw: "module"; module: string }
  | { draw: "symbols"; ids: string }
  | { draw: "icons"; names: string };
export type RuleEntry = {
  id: string;
  /** Rules that are covered by this one: a link to them leads here. */
  also?: string;
  drawing: Drawing;
};
export type RuleSection = { id: string; art: ArtSet[]; entries: RuleEntry[] };

const board = (tiles: string, more: Partial<Omit<Extract<Drawing, { draw: "board" }>, "draw" | "tiles">> = {}): Drawing => ({
  draw: "board",
  tiles,
  ...more,
});
const cards = (list: string): Drawing => ({ draw: "cards", cards: list });
const pay = (list: string, tile: string, exact: boolean | null): Drawing => ({ draw: "pay", cards: list, tile, exact });
const tiles = (list: string, start: "F" | "GF" = "F", faces = ""): Drawing => ({ draw: "tiles", tiles: list, start, faces });
const ranks = (kind: string, counts: number[], points: number[], dirk = false): Drawing => ({ draw: "ranks", kind, counts, points, dirk });
const icons = (names: string): Drawing => ({ draw: "icons", names });
const symbols = (ids: string): Drawing => ({ draw: "symbols", ids });
const module = (name: string): Drawing => ({ draw: "module", module: name });

const PALACE = "F@0,0 T9nw@-1,-1 P6n@0,-1 S4ne@1,-1 G10w@-1,0 G9e@1,0";
const CITY = "F@0,0 A8n@-1,0 G8nw@-2,0 Hl3nes@-1,-1 Hp9s@-2,-1 C9w@0,-1";

export const RULES: readonly RuleSection[] = [
  { id: "aim", art: [], entries: [{ id: "aim", drawing: board(PALACE) }] },
  {
    id: "setup",
    art: [],
    entries: [
      { id: "S1", also: "C1 C2 C3", drawing: tiles("P7e A10 T13e S9") },
      { id: "S2", also: "S3", drawing: cards("d7 f5 u8") },
      { id: "S4", drawing: cards("d1 f3 u6 h8") },
      { id: "S5", drawing: { draw: "piles", a: 1, b: 3 } },
    ],
  },
  {
    id: "turn",
    art: [],
    entries: [
      { id: "T1", drawing: icons("coin buy swap") },
      { id: "T2", also: "T3", drawing: pay("f2 f5", "P7e", true) },
      { id: "T4", drawing: board("F@0,0 G8nw@0,-1", { put: "T11n@1,0" }) },
      { id: "T5", drawing: cards("back-money score-A") },
      { id: "T6", drawing: icons("undo restart check") },
      { id: "T7", drawing: cards("back-money") },
      { id: "T8", drawing: cards("back-money back-money back-money") },
    ],
  },
  {
    id: "money",
    art: [],
    entries: [
      { id: "M1", drawing: cards("u1 h1 f3") },
      { id: "B1", also: "B2 B4", drawing: pay("h3 h8", "A10", false) },
      { id: "B3", drawing: pay("u9", "S9", true) },
    ],
  },
  {
    id: "build",
    art: [],
    entries: [
      { id: "P1", drawing: tiles("T9n") },
      { id: "P2", drawing: board("F@0,0 G8nw@0,-1", { no: [-1, -1, "e"] }) },
      { id: "P3", drawing: board("F@0,0 C9w@-1,0", { no: [-2, 0, "e"] }) },
      { id: "P4", drawing: board("F@0,0 A9@1,0", { no: [2, 1] }) },
      { id: "P5", drawing: board("F@0,0 G10@1,0 T12@2,0 A9@0,1 C10@0,2 P8@1,2", { no: [2, 1] }) },
      { id: "P6", drawing: tiles("S7w P3sw") },
    ],
  },
  {
    id: "redesign",
    art: [],
    entries: [
      { id: "D1", also: "D3", drawing: board("F@0,0 T11n@1,0", { put: "G8nw@0,-1" }) },
      { id: "D2", drawing: tiles("F") },
    ],
  },
  {
    id: "score",
    art: [],
    entries: [
      { id: "W1", drawing: cards("score-A score-B") },
      { id: "W2", drawing: board("F@0,0 T9nw@-1,-1 P6n@0,-1 S4ne@1,-1 C7w@-1,0") },
      { id: "W3", drawing: ranks("T", [4, 2, 1], [21, 13, 6]) },
      { id: "W4", drawing: ranks("T", [2, 2, 1], [9, 9, 0]) },
      { id: "W5", drawing: ranks("P", [1, 0, 0], [16, 0, 0]) },
    ],
  },
  {
    id: "end",
    art: [],
    entries: [
      { id: "E1", drawing: symbols("bag") },
      { id: "E2", drawing: pay("d7 d4", "T13e", null) },
      { id: "E3", drawing: board("F@0,0 G8nw@0,-1", { put: "S9@1,0" }) },
      { id: "E4", drawing: icons("crown") },
    ],
  },
  {
    id: "two",
    art: [],
    entries: [
      { id: "N1", drawing: cards("f9 f9") },
      { id: "N2", drawing: symbols("dirk bag") },
      { id: "N3", also: "N5", drawing: ranks("G", [3, 2, 4], [5, 0, 12], true) },
      { id: "N4", drawing: symbols("dirk") },
    ],
  },
  {
    id: "vizier",
    art: ["vizier"],
    entries: [
      { id: "VZ2", also: "VZ1 VZ6", drawing: module("vizier") },
      { id: "VZ3", drawing: symbols("vizier-awake vizier-awake") },
      { id: "VZ4", drawing: symbols("vizier-awake") },
      { id: "VZ5", drawing: symbols("vizier-asleep vizier-awake") },
      { id: "VZ7", drawing: symbols("vizier-asleep") },
    ],
  },
  {
    id: "bureau",
    art: ["bureau"],
    entries: [
      { id: "BC2", also: "BC1", drawing: cards("xdf xhu") },
      { id: "BC3", drawing: pay("xdf d4 f3", "P7e", true) },
      { id: "BC4", drawing: cards("xdf") },
    ],
  },
  {
    id: "bonus",
    art: ["bonus"],
    entries: [
      { id: "BN1", drawing: cards("back-bonus back-bonus") },
      { id: "BN2", drawing: cards("+C10") },
      { id: "BN3", drawing: module("bonus") },
      { id: "BN4", drawing: cards("score-A +G10") },
    ],
  },
  {
    id: "huts",
    art: ["huts"],
    entries: [
      { id: "HU2", also: "HU1", drawing: module("huts") },
      { id: "HU3", drawing: tiles("hPn hAne hTnw") },
      { id: "HU4", drawing: board("F@0,0 G10@1,0 hGs@1,1 G11@0,1") },
      { id: "HU5", drawing: board("F@0,0 hSne@1,0 T9n@0,-1") },
    ],
  },
  {
    id: "camps",
    art: ["camps"],
    entries: [
      { id: "CA1", drawing: module("camps") },
      { id: "CA2", drawing: board("F@0,0 C7ne@0,-1 S4ne@1,0 c9sw@1,-1") },
      { id: "CA3", drawing: board("F@0,0 C7ne@0,-1", { no: [1, 0] }) },
      { id: "CA5", also: "CA4", drawing: board("F@0,0 A10@1,0 T8e@2,0 c4w@3,0") },
    ],
  },
  {
    id: "bazaars",
    art: ["bazaars"],
    entries: [
      { id: "BZ1", also: "BZ3", drawing: module("bazaars") },
      { id: "BZ2", drawing: pay("h4 h6", "bPGT", true) },
      { id: "BZ4", drawing: board("F@0,0 bPGT@1,0 G10@2,0 T12@1,1 P8@2,1 G11@1,-1") },
      { id: "BZ5", drawing: tiles("bPGT") },
    ],
  },
  {
    id: "falconers",
    art: ["falconers"],
    entries: [
      { id: "FA2", also: "FA1", drawing: module("falconers") },
      { id: "FA3", drawing: board("F@0,0 S9@1,0 A9@0,1 T12@1,1", { falcons: "fST@1,1" }) },
      { id: "FA4", drawing: symbols("falcon-rack") },
      { id: "FA5", drawing: board("F@0,0 S9@1,0 A9@0,1 T12@1,1 A10@2,0 G10@2,1", { falcons: "fST@1,1 fAG@2,1" }) },
    ],
  },
  {
    id: "granada",
    art: ["granada"],
    entries: [
      { id: "GR1", drawing: tiles("Ba2new Ar3new", "GF", "Ar3new Ba2new") },
      { id: "GR2", drawing: symbols("marker-board-even marker-board-odd") },
      { id: "GR3", drawing: pay("d3", "Ar3new", true) },
      { id: "GR4", drawing: tiles("Li10w", "GF", "Ma11w") },
      { id: "GR5", drawing: ranks("Pa", [4, 2, 1], [21, 14, 7]) },
      { id: "GR6", drawing: ranks("Pa", [4, 2, 1], [18, 10, 3]) },
      { id: "GR7", drawing: symbols("dirk") },
    ],
  },
  {
    id: "combined",
    art: ["granada"],
    entries: [
      { id: "CO1", also: "CO3", drawing: tiles("T9nw Sc3nesw") },
      { id: "CO2", drawing: { draw: "piles", a: 2, b: null } },
      { id: "CO4", drawing: board("F@0,0 A8n@-1,0 Hl3nes@-1,-1", { founded: [-1, -1] }) },
      { id: "CO5", drawing: board(CITY, { founded: [-1, -1] }) },
      { id: "CO6", drawing: symbols("bag") },
      { id: "CO7", drawing: symbols("dirk bag") },
    ],
  },
];

/** The entry that covers a rule, or the section of a module. */
export function entryOf(id: string): string {
  const found = RULES.flatMap((s) => s.entries).find((e) => e.id === id || e.also?.split(" ").includes(id));
  return found?.id ?? id;
}

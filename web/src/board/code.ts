// Codes of tiles as in the notation: `T9ne`, `Ba2new`, `hGne`, `c8ne`, `bSAG`, `F`.
export type Side = "n" | "e" | "s" | "w";
export const SIDES: readonly Side[] = ["n", "e", "s", "w"];
export const STEP: Record<Side, readonly [number, number]> = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };
export const OPPOSITE: Record<Side, Side> = { n: "s", e: "w", s: "n", w: "e" };

export const ALHAMBRA_KINDS = ["P", "S", "A", "C", "G", "T"] as const;
export const GRANADA_KINDS = ["Ar", "Ba", "Hp", "Hl", "Li", "Ma", "Pa", "Re", "Sc"] as const;
export type Kind = (typeof ALHAMBRA_KINDS)[number] | (typeof GRANADA_KINDS)[number];

export type Start = "F" | "GF";
export type TileShape =
  | { sort: "start"; start: Start; sides: "" }
  | { sort: "alhambra"; kind: Kind; price: number; sides: string }
  | { sort: "granada"; kind: Kind; price: number; sides: string }
  | { sort: "hut"; kind: Kind; sides: string }
  | { sort: "camp"; price: number; sides: string }
  | { sort: "bazaar"; kinds: Kind[]; sides: "" };

const parsed = new Map<string, TileShape>();

function read(code: string): TileShape {
  if (code === "F" || code === "GF") return { sort: "start", start: code, sides: "" };
  let m = /^([PSACGT])(\d+)([nesw]*)$/.exec(code);
  if (m) return { sort: "alhambra", kind: m[1] as Kind, price: Number(m[2]), sides: m[3] ?? "" };
  m = /^([A-Z][a-z])(\d+)([nesw]*)$/.exec(code);
  if (m) return { sort: "granada", kind: m[1] as Kind, price: Number(m[2]), sides: m[3] ?? "" };
  m = /^h([PSACGT])([nesw]*)$/.exec(code);
  if (m) return { sort: "hut", kind: m[1] as Kind, sides: m[2] ?? "" };
  m = /^c(\d+)([nesw]+)$/.exec(code);
  if (m) return { sort: "camp", price: Number(m[1]), sides: m[2] ?? "" };
  m = /^b([PSACGT]{3})$/.exec(code);
  if (m) return { sort: "bazaar", kinds: [...(m[1] ?? "")] as Kind[], sides: "" };
  throw new Error(`no tile has the code ${code}`);
}

export function shape(code: string): TileShape {
  let found = parsed.get(code);
  if (!found) {
    found = read(code);
    parsed.set(code, found);
  }
  return found;
}

/** Sides that carry a rampart of this tile; a moat or a bastion is no rampart. */
export function walls(code: string): string {
  const tile = shape(code);
  return tile.sort === "alhambra" || tile.sort === "hut" ? tile.sides : "";
}
export function moats(code: string): string {
  const tile = shape(code);
  return tile.sort === "granada" ? tile.sides : "";
}
export function bastions(code: string): string {
  const tile = shape(code);
  return tile.sort === "camp" ? tile.sides : "";
}

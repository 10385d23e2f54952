// The lines of the arch and of what is seen through it, on a sheet of 820 × 900.

/** Where the round of the arch has its middle, its radius, and how wide it is between the columns. */
export const [CX, CY, R, W] = [410, 396, 290, 476] as const;

/** Eight points, as on the tiles of the wall. */
export const star = (x: number, y: number, r: number): string =>
  `M${Array.from({ length: 16 }, (_, i) => {
    const [radius, turn] = [i % 2 ? r * 0.76537 : r, (Math.PI * i) / 8];
    return `${(x + radius * Math.sin(turn)).toFixed(1)} ${(y - radius * Math.cos(turn)).toFixed(1)}`;
  }).join("L")}z`;

export const horseshoe = (r: number, w: number, base = 1400): string => {
  const d = Math.sqrt(r * r - (w / 2) ** 2);
  return `M${CX - w / 2} ${base}V${CY + d}A${r} ${r} 0 1 1 ${CX + w / 2} ${CY + d}V${base}Z`;
};

/** Where the round begins. */
export const SPRING = CY + Math.sqrt(R * R - (W / 2) ** 2);
const open = Math.asin(W / 2 / R);
const sweep = 2 * Math.PI - 2 * open;
const at = (r: number, a: number): string => `${(CX + r * Math.sin(a)).toFixed(1)} ${(CY - r * Math.cos(a)).toFixed(1)}`;
export const STONES = Array.from({ length: 23 }, (_, i) => {
  const [a, b] = [Math.PI + open + (sweep * i) / 23, Math.PI + open + (sweep * (i + 1)) / 23];
  return `M${at(294, a)}L${at(352, a)}A352 352 0 0 1 ${at(352, b)}L${at(294, b)}A294 294 0 0 0 ${at(294, a)}Z`;
});
/** The size of one of the wall's tiles. */
export const STEP = 104;
export const SIDES = [CX - W / 2 - 67, CX + W / 2] as const;

/** Which drawing, where, and how large. */
export type Tree = readonly [string, number, number, number];
/** Across the river. */
export const FAR: readonly Tree[] = [
  ["cypress", 168, 384, 0.34],
  ["cypress", 180, 388, 0.42],
  ["cypress", 246, 380, 0.3],
  ["cypress", 590, 380, 0.32],
  ["cypress", 604, 386, 0.42],
  ["cypress", 652, 392, 0.46],
];
/** On the rim of the hill. */
export const MID: readonly Tree[] = [
  ["cypress", 196, 478, 0.66],
  ["cypress", 214, 490, 0.78],
  ["cypress", 606, 462, 0.62],
  ["cypress", 624, 474, 0.76],
  ["orange", 190, 620, 0.9],
  ["cypress", 636, 610, 0.86],
  ["shrub", 622, 690, 0.9],
];
/** Before the south wall. */
export const NEAR: readonly Tree[] = [
  ["cypress", 196, 752, 1.05],
  ["cypress", 218, 768, 1.2],
  ["orange", 250, 776, 1.05],
  ["cypress", 604, 756, 1.16],
  ["cypress", 626, 768, 1.3],
  ["orange", 578, 778, 1.1],
];

/** White houses of the hill across the river: place, width and height. */
const TOWN = [
  [190, 366, 15, 10],
  [203, 362, 11, 13],
  [216, 367, 14, 9],
  [232, 364, 10, 12],
  [262, 366, 12, 8],
  [546, 365, 13, 10],
  [560, 361, 11, 13],
  [574, 366, 14, 9],
  [622, 367, 12, 9],
  [636, 363, 10, 13],
] as const;
export const HOUSES = TOWN.map(([x, y, w, h]) => ({
  walls: `M${x} ${y}h${w}v${h}h${-w}z`,
  roof: `M${x - 1.5} ${y}l${w / 2 + 1.5}-5l${w / 2 + 1.5} 5z`,
  door: `M${x + w * 0.38} ${y + h * 0.4}h2.4v3.400h-2.400z`,
}));

const SKY = [
  [262, 176, 2.2],
  [300, 150, 1.6],
  [338, 196, 2.6],
  [352, 138, 1.6],
  [392, 164, 2],
  [410, 206, 1.4],
  [220, 230, 2.6],
  [246, 214, 1.4],
  [560, 168, 2.2],
  [586, 206, 1.6],
  [602, 176, 1.4],
  [372, 232, 1.4],
  [318, 226, 1.6],
  [548, 134, 1.4],
] as const;
export const STARS = SKY.map(
  ([x, y, r]) =>
    `M${x} ${y - 2 * r}l${r / 2} ${1.5 * r}l${1.5 * r} ${r / 2}l${-1.5 * r} ${r / 2}l${-r / 2} ${1.5 * r}l${-r / 2} ${-1.5 * r}l${-1.5 * r} ${-r / 2}l${1.5 * r} ${-r / 2}z`,
).join("");

/** Lamps that hang in the arch, each on a chain as long as it takes. */
export const LANTERNS = [
  { x: 248, y: 186, chain: 42 },
  { x: 336, y: 148, chain: 38 },
  { x: 590, y: 180, chain: 46 },
] as const;

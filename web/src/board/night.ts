// Night: the same drawings with every colour through one matrix, as a second set of symbols named `…-night`. Lit parts keep their day colours.
const ROWS = [
  [0.5, 0, 0.02, 0],
  [0, 0.52, 0.02, 0.005],
  [0.02, 0.05, 0.7, 0.03],
] as const;

export function night(colour: string): string {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour)?.[1];
  if (!hex) return colour;
  const full = hex.length === 3 ? [...hex].map((c) => c + c).join("") : hex;
  const [r, g, b] = [0, 2, 4].map((i) => Number.parseInt(full.slice(i, i + 2), 16) / 255) as [number, number, number];
  const mixed = ROWS.map(([fr, fg, fb, plus]) => Math.round(Math.min(1, fr * r + fg * g + fb * b + plus) * 255));
  return `#${mixed.map((v) => v.toString(16).padStart(2, "0")).join("")}`;
}

export const NIGHT = "-night";

/** A copy of the sheet of symbols, in night colours and with other names. */
export function nightSheet(sheet: string): string {
  return sheet
    .replace(/\b(id="[\w-]+)"/g, `$1${NIGHT}"`)
    .replace(/(url\(#[\w-]+)\)/g, `$1${NIGHT})`)
    .replace(/(href="#[\w-]+)"/g, `$1${NIGHT}"`)
    .replace(/#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b(?!")|(?<=")#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})(?=")/g, night);
}

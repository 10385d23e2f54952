// Drawn numerals and letters, 10 × 14 units each; a one is narrower.
export type Glyph = { id: string; x: number };
const WIDTH = 10;
const ONE = 7.4;
const GAP = 0.5;

const width = (c: string) => (c === "1" ? ONE : WIDTH);

export function line(text: string): { glyphs: Glyph[]; width: number } {
  let x = 0;
  const glyphs: Glyph[] = [];
  for (const c of text) {
    const shift = c === "1" ? (ONE - WIDTH) / 2 : 0;
    glyphs.push({ id: `${/\d/.test(c) ? "n" : "l"}${c}`, x: x + shift });
    x += width(c) + GAP;
  }
  return { glyphs, width: x - GAP };
}

// Joins a folder of small SVG files into one sheet of symbols: `import sheet from "art:granada"`.
// Each file stays a drawing of its own that any editor can open; shared gradients and patterns appear once in the sheet.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { merged } from "./art-merge.ts";

const DEFS = /<defs>([\s\S]*?)<\/defs>/g;
const SHARED = /<(linearGradient|radialGradient|pattern|clipPath|mask|filter)\b[^>]*?\bid="([\w-]+)"[\s\S]*?<\/\1>/g;

type Drawing = { id: string; viewBox: string; body: string; shared: Map<string, string> };

function read(folder: string, file: string): Drawing {
  const text = readFileSync(join(folder, file), "utf8").replace(/>\s+</g, "><");
  const viewBox = /viewBox="([^"]+)"/.exec(text)?.[1];
  if (!viewBox) throw new Error(`${file} has no viewBox`);
  const shared = new Map<string, string>();
  for (const [, defs] of text.matchAll(DEFS)) {
    for (const [whole, , id] of (defs ?? "").matchAll(SHARED)) shared.set(id ?? "", whole);
  }
  const body = text
    .replace(/^[\s\S]*?<svg[^>]*>/, "")
    .replace(/<\/svg>\s*$/, "")
    .replace(DEFS, "")
    .replace(/<title>[\s\S]*?<\/title>/, "")
    // What is drawn again where it is used.
    .replace(SHARED, (whole, _, id) => (shared.get(id) === whole ? "" : whole))
    .trim();
  return { id: file.replace(/\.svg$/, ""), viewBox, body: merged(body), shared };
}

function joinSheet(folder: string, known: ReadonlyMap<string, string> = new Map()): { sheet: string; shared: Map<string, string> } {
  const shared = new Map<string, string>();
  let symbols = "";
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith(".svg")) continue;
    const drawing = read(folder, file);
    for (const [id, text] of drawing.shared) {
      const before = known.get(id) ?? shared.get(id);
      if (before && before !== text) throw new Error(`${file}: #${id} is drawn differently elsewhere`);
      if (!before) shared.set(id, text);
    }
    symbols += `<symbol id="${drawing.id}" viewBox="${drawing.viewBox}" overflow="visible">${drawing.body}</symbol>`;
  }
  // The inner image is not displayed (app.css): its symbols are neither styled nor laid out, but can still be used. Gradients
  // and the like cannot.
  return { sheet: `<defs>${[...shared.values()].join("")}</defs><svg>${symbols}</svg>`, shared };
}

export function artSheets(root: string): Plugin {
  const prefix = "art:";
  return {
    name: "art-sheets",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return;
      const set = id.slice(prefix.length + 1);
      const base = joinSheet(resolve(root, "base"));
      const joined = set === "base" ? base : joinSheet(resolve(root, set), base.shared);
      for (const file of readdirSync(resolve(root, set))) this.addWatchFile(resolve(root, set, file));
      return `export default ${JSON.stringify(joined.sheet)};`;
    },
  };
}

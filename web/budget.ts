// The build fails if a first game would load too much: the limit is 150 KiB of script and style and 60 KiB of drawings, gzipped.
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const KIB = 1024;
const LIMITS = { "script and style": 150 * KIB, drawings: 60 * KIB };
/** What a first game loads besides the page itself and what it imports. */
const FIRST_GAME = ["TablePage.svelte", "art:base"];

export function budget(): Plugin {
  return {
    name: "budget",
    apply: "build",
    generateBundle(_, bundle) {
      const sums = { "script and style": 0, drawings: 0 };
      const seen = new Set<string>();
      const add = (file: string): void => {
        const part = bundle[file];
        if (!part || seen.has(file)) return;
        seen.add(file);
        const size = gzipSync(part.type === "chunk" ? part.code : part.source, { level: 9 }).length;
        sums[file.includes("_art_") ? "drawings" : "script and style"] += size;
        if (part.type !== "chunk") return;
        for (const style of part.viteMetadata?.importedCss ?? []) add(style);
        for (const next of part.imports) add(next);
      };
      for (const part of Object.values(bundle)) {
        if (part.type === "chunk" && (part.isEntry || FIRST_GAME.some((name) => part.facadeModuleId?.endsWith(name)))) add(part.fileName);
      }
      for (const [what, limit] of Object.entries(LIMITS)) {
        const size = sums[what as keyof typeof sums];
        this.info(`${what} of a first game: ${(size / KIB).toFixed(1)} of ${limit / KIB} KiB, gzipped`);
        if (size > limit) this.error(`${what} of a first game: ${size} bytes gzipped, ${limit} are allowed`);
      }
    },
  };
}

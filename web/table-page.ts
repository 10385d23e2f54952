// Writes table.html: the page with the parts of a table named at the start, so that a visitor following a link need not wait for them one
// after the other. Styles are only prefetched: the first text is shown without them. The server sends it for /t/….
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** What every table needs. */
const PARTS = ["TablePage.svelte", "art:base"];

export function tablePage(): Plugin {
  let folder = "dist";
  const scripts = new Set<string>();
  const styles = new Set<string>();
  return {
    name: "table-page",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    generateBundle(_, bundle) {
      const add = (file: string): void => {
        const part = bundle[file];
        if (part?.type !== "chunk" || scripts.has(file)) return;
        scripts.add(file);
        for (const style of part.viteMetadata?.importedCss ?? []) styles.add(style);
        for (const next of part.imports) add(next);
      };
      for (const part of Object.values(bundle)) {
        if (part.type === "chunk" && PARTS.some((name) => part.facadeModuleId?.endsWith(name))) add(part.fileName);
      }
    },
    closeBundle() {
      const page = readFileSync(join(folder, "index.html"), "utf8");
      const links = [
        ...[...scripts].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
        ...[...styles].map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
      ].filter((link) => !page.includes(link.slice(link.indexOf("href"))));
      writeFileSync(join(folder, "table.html"), page.replace("  </head>", `    ${links.join("\n    ")}\n  </head>`));
    },
  };
}

// Writes into dist/sw.js which files the service worker caches: everything needed to play, in every language.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** Not for players, or sent by a server only. */
const LEFT_OUT = /^(sw\.js|robots\.txt|404\.html|licences\/.*|assets\/(Gallery|Staged).*|.*\.(br|gz))$/;
const LATER = /\.net$/;

export function serviceWorker(): Plugin {
  let folder = "dist";
  return {
    name: "service-worker",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      const all = readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((file) => file.replaceAll("\\", "/"))
        .filter((file) => statSync(join(folder, file)).isFile() && !LEFT_OUT.test(file))
        .sort();
      const build = createHash("sha256");
      for (const file of all) build.update(file).update(readFileSync(join(folder, file)));
      const list = (files: string[]): string => JSON.stringify(files.map((file) => `/${file}`));
      const worker = join(folder, "sw.js");
      const text = readFileSync(worker, "utf8")
        .replace('const BUILD = "";', `const BUILD = ${JSON.stringify(build.digest("hex").slice(0, 16))};`)
        .replace("const FILES = [];", `const FILES = ${list(all.filter((file) => !LATER.test(file)))};`)
        .replace("const LATER = [];", `const LATER = ${list(all.filter((file) => LATER.test(file)))};`);
      writeFileSync(worker, text);
    },
  };
}

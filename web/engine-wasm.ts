// `import wasm, { networks } from "engine:wasm"`: the address of the engine that scripts/engine.sh built, or `null` if it was not built,
// and the addresses of its networks by name. It is loaded when somebody plays or replays on this device, and has a size
// limit; a network is loaded when a bot needs it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const FILE = resolve(import.meta.dirname, "engine/sabika.wasm");
const NETWORKS = resolve(import.meta.dirname, "../crates/bots/networks");
const LIMIT = 480 * 1024;
const ID = "engine:wasm";

export function engineWasm(): Plugin {
  let building = false;
  return {
    name: "engine-wasm",
    configResolved(config) {
      building = config.command === "build";
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return;
      if (!existsSync(FILE)) return "export default null; export const networks = {};";
      const address = (file: string, name: string): string =>
        building
          ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: "asset", name, source: readFileSync(file) })}`
          : JSON.stringify(`/@fs${file}`);
      const size = gzipSync(readFileSync(FILE), { level: 9 }).length;
      if (building) this.info(`engine: ${(size / 1024).toFixed(1)} of ${LIMIT / 1024} KiB, gzipped`);
      if (building && size > LIMIT) this.error(`the engine is ${size} bytes gzipped, ${LIMIT} are allowed`);
      const files = readdirSync(NETWORKS).filter((file) => file.endsWith(".net"));
      const networks = files.map((file) => `${JSON.stringify(file.slice(0, -4))}: ${address(resolve(NETWORKS, file), file)}`);
      return `export default ${address(FILE, "sabika.wasm")}; export const networks = { ${networks.join(", ")} };`;
    },
  };
}

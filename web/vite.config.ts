import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { artSheets } from "./art-sheets.ts";
import { budget } from "./budget.ts";
import { engineWasm } from "./engine-wasm.ts";
import { firstPaint } from "./first-paint.ts";
import { precompressed } from "./precompressed.ts";
import { serviceWorker } from "./service-worker.ts";
import { tablePage } from "./table-page.ts";

export default defineConfig({
  plugins: [artSheets("src/art"), engineWasm(), svelte(), budget(), firstPaint(), tablePage(), serviceWorker(), precompressed()],
  worker: { format: "es" },
  build: {
    target: "es2022",
    // The strict Content-Security-Policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Three pieces with all they need, instead of dozens of shared crumbs: each request costs a phone a round trip.
    rolldownOptions: {
      // Players who build it themselves need not know which plugin is slow.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: "page", test: /src[\\/](App\.svelte|app\.css)$/, priority: 3 },
            { name: "board", test: /(board[\\/]Board|pages[\\/](Hero|MyGames))\.svelte$/, priority: 2 },
            { name: "table", test: /pages[\\/]TablePage\.svelte$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:4747", ws: true } } },
});

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { engineWasm } from "./engine-wasm.ts";

// The plugin handles the runes of .svelte.ts files.
export default defineConfig({ plugins: [engineWasm(), svelte()], test: { include: ["tests/**/*.test.ts"] } });

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The plugin knows the runes of .svelte.ts files.
export default defineConfig({ plugins: [svelte()], test: { include: ["tests/**/*.test.ts"] } });

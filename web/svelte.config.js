import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { withMedia } from "./breakpoints.js";

const breakpoints = { name: "breakpoints", style: ({ content }) => ({ code: withMedia(content) }) };
export default { preprocess: [vitePreprocess(), breakpoints], compilerOptions: { runes: true } };

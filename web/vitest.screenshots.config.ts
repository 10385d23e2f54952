// Not a test: the pictures in docs/screenshots, made anew by `make screenshots`.
import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["tests/browser/screenshots.ts"], testTimeout: 600_000, hookTimeout: 60_000 } });

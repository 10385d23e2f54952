// Not a test: takes the screenshots in docs/screenshots, with `make screenshots`.
import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["tests/browser/screenshots.ts"], testTimeout: 600_000, hookTimeout: 60_000 } });

// Tests in Debian's Chromium. Those that need a server run it: SABIKA names the binary.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["tests/browser/**/*.browser.ts"], testTimeout: 240_000, hookTimeout: 120_000, fileParallelism: false },
});

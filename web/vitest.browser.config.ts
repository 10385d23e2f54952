// Tests in Debian's Chromium. Those at a server run it themselves: SABIKA names the program.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/browser/**/*.browser.ts"],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // A busy machine is slow, not wrong.
    expect: { poll: { timeout: 20_000 } },
    fileParallelism: false,
  },
});

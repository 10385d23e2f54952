// Tests in Debian's Chromium. Those with a server start it themselves: SABIKA names the program.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/browser/**/*.browser.ts"],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // A busy machine is slow, not broken.
    expect: { poll: { timeout: 20_000 } },
    fileParallelism: false,
  },
});

// A server of our own for a test: an empty database, a free port, the page as it was built.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Running = { base: string; stop: () => Promise<void> };

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

export async function serve(binary: string): Promise<Running> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "sabika-"));
  const child: ChildProcess = spawn(binary, ["serve", "--listen", `127.0.0.1:${port}`, "--data", folder, "--log", "error"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    try {
      if ((await fetch(`${base}/api/session`)).ok) break;
    } catch {
      if (tries > 100) throw new Error("the server does not answer");
    }
    await new Promise((r) => setTimeout(r, 100));
  }
  return {
    base,
    stop: async () => {
      child.kill();
      await new Promise((r) => child.once("exit", r));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

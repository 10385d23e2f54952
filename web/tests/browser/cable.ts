// A cable between a browser and the server that a test can cut and mend.
import { connect, createServer, type Socket } from "node:net";

export type Cable = { base: string; cut: () => void; mend: () => void; close: () => void };

export async function cable(to: string): Promise<Cable> {
  const { hostname, port } = new URL(to);
  const ends = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        ends.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const cut = () => {
    whole = false;
    for (const end of ends) end.destroy();
  };
  return {
    base: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    cut,
    mend: () => {
      whole = true;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}

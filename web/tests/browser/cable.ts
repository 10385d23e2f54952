// A connection between a browser and the server that a test can cut, stall and restore.
import { connect, createServer, type Socket } from "node:net";

export type Cable = {
  base: string;
  cut: () => void;
  /** Nothing gets through any more, and neither side notices. */
  stopUp: () => void;
  /** For new connections; stalled ones stay stalled. */
  mend: () => void;
  close: () => void;
};

export async function cable(to: string): Promise<Cable> {
  const { hostname, port } = new URL(to);
  const ends = new Set<Socket>();
  let state: "whole" | "cut" | "stopped up" = "whole";
  const server = createServer((near) => {
    if (state === "cut") near.destroy();
    if (state === "stopped up") ends.add(near.on("error", () => near.destroy()).on("close", () => ends.delete(near)));
    if (state !== "whole") return;
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
    state = "cut";
    for (const end of ends) end.destroy();
  };
  return {
    base: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    cut,
    stopUp: () => {
      state = "stopped up";
      for (const end of ends) end.unpipe();
    },
    mend: () => {
      state = "whole";
    },
    close: () => {
      cut();
      server.close();
    },
  };
}

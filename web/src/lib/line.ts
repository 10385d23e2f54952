// The connection to a table, on a server or in a worker of this page; nothing above knows which.
import { isLocal } from "./local/id.ts";
import { WorkerLine } from "./local/worker-line.ts";
import { SocketLine } from "./socket-line.ts";
import type { Ask } from "./wire.ts";

/** The listener at this end of the connection. */
export type Ear = {
  opened: () => void;
  heard: (text: string) => void;
  lost: () => void;
  /** Whether a request is unanswered. */
  waits: () => boolean;
};

export interface Line {
  /** A message that cannot be sent now is dropped: the caller repeats it once the connection is open. */
  send(message: Ask): void;
  /** Something useful arrived: the next time the connection is lost, it is reopened at once. */
  works(): void;
  close(): void;
}

export function lineTo(table: string, ear: Ear): Line {
  if (isLocal(table)) return new WorkerLine(table, ear);
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new SocketLine(`${scheme}//${location.host}/api/tables/${table}/socket`, ear);
}

// A connection to the server: a socket that is reopened when it is lost, including when it died without being closed.
import type { Ear, Line } from "./line.ts";
import type { Ask } from "./wire.ts";

const RETRY = [250, 500, 1000, 2000, 4000, 8000];
/** Milliseconds of silence before a ping: when idle, and while an answer is due. */
const QUIET = 15_000;
const UNANSWERED = 3_000;
/** Milliseconds after which an unresponsive connection counts as lost. */
const DEAF = 8_000;

export class SocketLine implements Line {
  #address: string;
  #ear: Ear;
  #socket: WebSocket | null = null;
  #failed = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** When something was last received, and since when a pong is due. */
  #heard = 0;
  #asked: number | null = null;
  #pings = 0;
  #closed = new AbortController();

  constructor(address: string, ear: Ear) {
    this.#address = address;
    this.#ear = ear;
    const { signal } = this.#closed;
    const timer = setInterval(() => this.#listen(), 1000);
    signal.addEventListener("abort", () => clearInterval(timer));
    // A phone that was asleep or has changed its network.
    const awake = () => this.#awake();
    addEventListener("online", awake, { signal });
    document.addEventListener("visibilitychange", awake, { signal });
    this.#connect();
  }
  close(): void {
    this.#closed.abort();
    clearTimeout(this.#retry);
    this.#socket?.close();
  }
  /** What cannot be sent now is dropped: the caller repeats it once the connection is open. */
  send(message: Ask): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
  /** Something useful arrived: the next time it is lost, it is reopened at once. */
  works(): void {
    this.#failed = 0;
  }

  #connect(): void {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#asked = performance.now();
    socket.addEventListener("open", () => {
      this.#hear();
      this.#ear.opened();
    });
    socket.addEventListener("message", (event) => {
      this.#hear();
      this.#ear.heard(String(event.data));
    });
    socket.addEventListener("close", () => {
      if (this.#socket === socket) this.#lose();
    });
  }
  #lose(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    if (this.#closed.signal.aborted) return;
    this.#ear.lost();
    const wait = RETRY[Math.min(this.#failed, RETRY.length - 1)];
    this.#failed += 1;
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  #hear(): void {
    this.#heard = performance.now();
    this.#asked = null;
  }
  /** Every second. */
  #listen(): void {
    if (!this.#socket) return;
    const now = performance.now();
    if (this.#asked !== null) {
      if (now - this.#asked > DEAF) this.#lose();
    } else if (now - this.#heard > (this.#ear.waits() ? UNANSWERED : QUIET)) this.#ping();
  }
  #ping(): void {
    this.#asked = performance.now();
    this.#pings += 1;
    this.send({ type: "ping", id: `${this.#pings}` });
  }
  #awake(): void {
    if (document.hidden) return;
    if (!this.#socket) {
      clearTimeout(this.#retry);
      this.#connect();
    } else if (this.#asked === null) this.#ping();
  }
}

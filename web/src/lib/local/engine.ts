// The engine of this page: a worker, started when it is first needed and started again if it dies. Nothing is lost with it, because
// every step is stored before it is acknowledged.
import wasm, { networks } from "engine:wasm";
import { ProblemError } from "../problem.ts";
import type { Call, FromWorker, ToWorker } from "./protocol.ts";

type Waiting = { request: Call; resolve: (value: never) => void; reject: (error: Error) => void };
export type Listener = { table: string; opened: () => void; heard: (text: string) => void; lost: () => void };

/** Milliseconds until a worker that died is restarted; one that cannot even start is given up after a few attempts. */
const RESTART = 200;
const ATTEMPTS = 4;

/** Whether this build has an engine, and this browser can run it. */
export const hasEngine = (): boolean =>
  wasm !== null && typeof Worker === "function" && typeof WebAssembly === "object" && typeof indexedDB === "object";

class Engine {
  #worker: Worker | null = null;
  #ready = false;
  #failed = 0;
  #count = 0;
  #calls = new Map<number, Waiting>();
  #lines = new Map<number, Listener>();

  /** Calls the worker. A call interrupted by the worker's death is repeated: all of them are idempotent. */
  call<T>(request: Call): Promise<T> {
    if (!hasEngine()) return Promise.reject(new Error("this page has no engine"));
    this.#count += 1;
    const call = this.#count;
    return new Promise<T>((resolve, reject) => {
      this.#calls.set(call, { request, resolve, reject });
      if (this.#running()) this.#post({ type: "call", call, request });
    });
  }

  open(listener: Listener): number {
    this.#count += 1;
    const line = this.#count;
    this.#lines.set(line, listener);
    if (this.#running()) queueMicrotask(() => this.#connect(line));
    return line;
  }
  say(line: number, text: string): void {
    if (this.#ready) this.#post({ type: "say", line, text });
  }
  close(line: number): void {
    this.#lines.delete(line);
    if (this.#ready) this.#post({ type: "close", line });
  }
  /** Restarts the worker: it is unresponsive. */
  restart(): void {
    if (this.#worker) this.#died(this.#worker);
  }

  #running(): boolean {
    if (!this.#worker) this.#start();
    return this.#ready;
  }
  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }
  #connect(line: number): void {
    const listener = this.#lines.get(line);
    if (!listener) return;
    this.#post({ type: "open", line, table: listener.table });
    listener.opened();
  }

  #start(): void {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "engine" });
    this.#worker = worker;
    const lock = `engine ${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
    worker.addEventListener("message", (event: MessageEvent<FromWorker>) => {
      if (this.#worker === worker) this.#hear(event.data, lock, worker);
    });
    worker.addEventListener("error", () => this.#died(worker));
    // The worker resolves addresses against its own, so it gets an absolute one.
    const whole = (url: string): string => new URL(url, location.href).href;
    const nets = Object.fromEntries(Object.entries(networks).map(([game, url]) => [game, whole(url)]));
    this.#post({ type: "start", wasm: whole(wasm ?? ""), networks: nets, lock });
  }
  #hear(message: FromWorker, lock: string, worker: Worker): void {
    if (message.type === "ready") {
      this.#ready = true;
      this.#failed = 0;
      // The worker holds this lock while it is alive, however it ends.
      void navigator.locks?.request(lock, () => this.#died(worker));
      for (const [call, { request }] of this.#calls) this.#post({ type: "call", call, request });
      for (const line of this.#lines.keys()) this.#connect(line);
    } else if (message.type === "broken") this.#giveUp(message.why);
    else if (message.type === "heard") this.#lines.get(message.line)?.heard(message.text);
    else {
      const waiting = this.#calls.get(message.call);
      this.#calls.delete(message.call);
      if (message.type === "answer") waiting?.resolve(message.value as never);
      else waiting?.reject(new ProblemError(message.problem));
    }
  }
  #died(worker: Worker): void {
    if (this.#worker !== worker) return;
    worker.terminate();
    [this.#worker, this.#ready] = [null, false];
    for (const listener of this.#lines.values()) listener.lost();
    this.#failed += 1;
    if (this.#failed > ATTEMPTS) this.#giveUp("the worker does not start");
    else if (this.#calls.size || this.#lines.size) setTimeout(() => this.#running(), RESTART);
  }
  #giveUp(why: string): void {
    for (const { reject } of this.#calls.values()) reject(new Error(why));
    this.#calls.clear();
  }
}
export const engine = new Engine();

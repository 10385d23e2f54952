// The worker in which tables on this device are played and records replayed.
import type { TableInfo } from "../wire.ts";
import { HERE } from "./id.ts";
import { Networks } from "./networks.ts";
import type { Call, FromWorker, ToWorker } from "./protocol.ts";
import { Store } from "./store.ts";
import { type Outcome, Tables } from "./tables.ts";
import { Wasm } from "./wasm.ts";

const post = (message: FromWorker): void => self.postMessage(message);
const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const random = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));
const absent = { type: "not-found", title: "There is no such table on this device." } as const;

class Host {
  #wasm: Wasm;
  #tables: Tables;
  #lines = new Map<number, string>();

  #networks: Networks;

  private constructor(wasm: Wasm, store: Store, networks: Networks) {
    this.#wasm = wasm;
    this.#networks = networks;
    this.#tables = new Tables(wasm, store, networks, (line, message) => post({ type: "heard", line, text: JSON.stringify(message) }));
  }
  static async start({ wasm: url, networks, lock }: ToWorker & { type: "start" }): Promise<Host> {
    // Held until this worker is gone, so that the page notices.
    if (navigator.locks) await new Promise<void>((held) => void navigator.locks.request(lock, () => new Promise(() => held())));
    const [wasm, store] = await Promise.all([Wasm.load(url), Store.open()]);
    return new Host(wasm, store, new Networks(wasm, networks));
  }

  async hear(message: ToWorker): Promise<void> {
    if (message.type === "call") await this.#answer(message.call, message.request);
    else if (message.type === "open") {
      this.#lines.set(message.line, message.table);
    } else if (message.type === "say") await this.#say(message.line, message.text);
    else if (message.type === "close") {
      const table = this.#lines.get(message.line);
      this.#lines.delete(message.line);
      if (table !== undefined) await this.#tables.run(table, { do: "bye", line: message.line });
    }
  }

  async #say(line: number, text: string): Promise<void> {
    const table = this.#lines.get(line);
    if (table === undefined) return;
    if (await this.#tables.find(table)) {
      this.#tables.lead(table);
      await this.#tables.run(table, { do: "ask", line, text });
    } else post({ type: "heard", line, text: JSON.stringify({ type: "problem", id: null, problem: absent }) });
  }

  async #answer(call: number, request: Call): Promise<void> {
    try {
      const { value, problem } = await this.#do(request);
      post(problem ? { type: "failed", call, problem } : { type: "answer", call, value });
    } catch (error) {
      post({ type: "failed", call, problem: { type: "internal", title: "The engine failed.", detail: String(error) } });
    }
  }
  async #do(request: Call): Promise<Outcome> {
    switch (request.what) {
      case "create":
        return this.#create(request);
      case "fork":
      case "daily":
        return this.#begun(request);
      case "play-on":
        return this.#playOn(request);
      case "rematch":
        return this.#rematch(request);
      case "replay":
      case "replay-at":
      case "replay-score":
      case "replay-position":
      case "analysis":
      case "analysis-deal":
      case "replay-review":
      case "replay-close":
      case "score-pad":
      case "exercise":
      case "exercise-answer":
        return this.#engine(request);
      default: {
        const { what, table, ...rest } = request;
        if (!(await this.#tables.find(table))) return { problem: absent };
        return this.#tables.run(table, { ...rest, do: what });
      }
    }
  }
  /** A request to the engine itself, not to a table. */
  async #engine({ what, ...rest }: Call): Promise<Outcome> {
    const outcome = this.#wasm.call<Outcome>({ ...rest, do: what });
    if (!outcome.needs) return outcome;
    await this.#networks.bring(outcome.needs);
    return this.#wasm.call({ ...rest, do: what });
  }

  /** Creates a table and starts it: everybody is there. If repeated, it continues where it was. */
  async #create({ table, wish, name }: Call & { what: "create" }): Promise<Outcome> {
    if (!(await this.#tables.find(table))) {
      // Otherwise the browser may delete games when it needs space.
      void navigator.storage?.persist?.();
      const { problem } = await this.#tables.run(table, { do: "open", person: HERE, name, wish, secret: random() });
      if (problem) return { problem };
    }
    return this.#begin(table);
  }
  async #begin(table: string): Promise<Outcome> {
    const { value } = await this.#tables.run(table, { do: "info" });
    const { seats, status } = value as TableInfo;
    if (status !== "lobby") return { value };
    // As on a server, each person's seat contributes to the seed.
    for (const [seat, { occupant, nonce }] of seats.entries()) {
      if (occupant.kind !== "person" || nonce) continue;
      const { problem } = await this.#tables.run(table, { do: "nonce", seat, nonce: random() });
      if (problem) return { problem };
    }
    return this.#tables.run(table, { do: "start" });
  }
  /** Stores the first rows of a table, one after the other: of a continued game, or of a daily deal. */
  async #begun({ what, ...rest }: Call & { what: "fork" | "daily" }): Promise<Outcome> {
    const { value, problem } = this.#wasm.call<Outcome>({ ...rest, do: what });
    return problem ? { problem } : this.#rows(rest.table, value as string[]);
  }
  async #playOn({ table, position, seed, seats }: Call & { what: "play-on" }): Promise<Outcome> {
    const question = { do: "rows", table, seats };
    const { value, problem } = this.#wasm.call<Outcome>({ do: "analysis", position, seed, question });
    return problem ? { problem } : this.#rows(table, value as string[]);
  }
  async #rows(table: string, rows: string[]): Promise<Outcome> {
    // If the worker died in the middle, a repeated call starts with the rows that are not stored yet.
    for (const row of rows.slice(await this.#tables.version(table))) {
      const { problem } = await this.#tables.run(table, { do: "row", row });
      if (problem) return { problem };
    }
    return this.#tables.run(table, { do: "info" });
  }
  async #rematch({ table, next }: Call & { what: "rematch" }): Promise<Outcome> {
    if (!(await this.#tables.find(table))) return { problem: absent };
    const { value, problem } = await this.#tables.run(table, { do: "rematch", next });
    if (problem) return { problem };
    const { opening, id } = value as { opening: unknown; id: string };
    if (!(await this.#tables.find(id))) {
      const made = await this.#tables.run(id, { do: "reopen", opening, secret: random() });
      if (made.problem) return made;
    }
    return this.#begin(id);
  }
}

let host: Promise<Host> | null = null;
self.addEventListener("message", async ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "start") {
    host = Host.start(data);
    host.then(
      () => post({ type: "ready" }),
      (error: unknown) => post({ type: "broken", why: String(error) }),
    );
  } else await (await host)?.hear(data);
});

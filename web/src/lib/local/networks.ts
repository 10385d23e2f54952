// The networks with which strong bots evaluate positions: loaded on demand, by name.
import type { Wasm } from "./wasm.ts";

export class Networks {
  #wasm: Wasm;
  #urls: Readonly<Record<string, string>>;
  #coming = new Map<string, Promise<void>>();

  constructor(wasm: Wasm, urls: Readonly<Record<string, string>>) {
    this.#wasm = wasm;
    this.#urls = urls;
  }

  /** Loads a network, or tells the engine to do without: its bots then use the handmade evaluation. */
  bring(name: string): Promise<void> {
    let coming = this.#coming.get(name);
    if (!coming) {
      coming = this.#fetch(name).catch(() => {
        this.#wasm.call({ do: "no-network", name });
      });
      this.#coming.set(name, coming);
    }
    return coming;
  }

  async #fetch(name: string): Promise<void> {
    const response = await fetch(this.#urls[name] ?? "");
    if (!response.ok) throw new Error(`the network ${name}: ${response.status}`);
    if (!this.#wasm.network(name, new Uint8Array(await response.arrayBuffer()))) throw new Error(`no network ${name}`);
  }
}

// The networks with which strong bots evaluate positions: one for each game, loaded on demand.
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
  bring(game: string): Promise<void> {
    let coming = this.#coming.get(game);
    if (!coming) {
      coming = this.#fetch(game).catch(() => {
        this.#wasm.call({ do: "no-network", game });
      });
      this.#coming.set(game, coming);
    }
    return coming;
  }

  async #fetch(game: string): Promise<void> {
    const response = await fetch(this.#urls[game] ?? "");
    if (!response.ok) throw new Error(`the network for ${game}: ${response.status}`);
    if (!this.#wasm.network(game, new Uint8Array(await response.arrayBuffer()))) throw new Error(`no network for ${game}`);
  }
}

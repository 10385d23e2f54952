// The compiled engine: JSON in, JSON out, through its memory.
type Exports = {
  memory: WebAssembly.Memory;
  /** Allocates a buffer for a message and returns its address. */
  input(length: number): number;
  /** Handles the message; returns the length of the answer. */
  call(): number;
  /** The address of the answer. */
  output(): number;
  /** Installs a network, which follows the name of its game; 1 if it can be used. */
  network(name: number): number;
};

export class Wasm {
  #exports: Exports;

  constructor(instance: WebAssembly.Instance) {
    this.#exports = instance.exports as unknown as Exports;
  }
  static async load(url: string): Promise<Wasm> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    // Not compiled while streaming: a static web server may not send the right content type.
    const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), { worker: { now: () => performance.now() } });
    return new Wasm(instance);
  }

  call<T>(request: unknown): T {
    const { memory, call, output } = this.#exports;
    this.#write(new TextEncoder().encode(JSON.stringify(request)));
    const length = call();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length))) as T;
  }
  /** Installs the network of this name; returns whether it can be used. */
  network(name: string, network: Uint8Array): boolean {
    const bytes = new TextEncoder().encode(name);
    this.#write(bytes, network);
    return this.#exports.network(bytes.length) === 1;
  }

  #write(...parts: Uint8Array[]): void {
    let at = this.#exports.input(parts.reduce((length, part) => length + part.length, 0));
    for (const part of parts) {
      new Uint8Array(this.#exports.memory.buffer, at, part.length).set(part);
      at += part.length;
    }
  }
}

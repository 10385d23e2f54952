// The browsers' engine under Node: JSON in, JSON out.
import { readFileSync } from "node:fs";

export async function load(file) {
  const { instance } = await WebAssembly.instantiate(readFileSync(file), { worker: { now: () => performance.now() } });
  const { memory, input, call, output, network } = instance.exports;
  const write = (bytes) => {
    // Allocate first: growing the memory invalidates existing views of it.
    const at = input(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  };
  return {
    /** The answer, as text. */
    call(request) {
      write(new TextEncoder().encode(request));
      const length = call();
      return new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length));
    },
    /** What was asked for, or the problem as an error. */
    ask(request) {
      const reply = JSON.parse(this.call(JSON.stringify(request)));
      if (reply.problem) throw new Error(JSON.stringify(reply.problem));
      return reply.value;
    },
    network(game, bytes) {
      const name = new TextEncoder().encode(game);
      write(Buffer.concat([name, bytes]));
      if (!network(name.length)) throw new Error(`the network of ${game} cannot be used`);
    },
  };
}

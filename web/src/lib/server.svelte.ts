// Whether a server answers. The page can do without one: then everything happens on this device.
class Server {
  /** `null`: not known yet. */
  reachable = $state<boolean | null>(null);
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  #ahead = 0;

  /** What the server's clock shows now. */
  now(): number {
    return Date.now() + this.#ahead;
  }
  /** Learns it from an answer: dates have whole seconds, so what is less than two apart is the same. */
  hear(date: string | null): void {
    const theirs = date ? Date.parse(date) + 500 : Number.NaN;
    const apart = theirs - Date.now();
    if (!Number.isNaN(apart)) this.#ahead = Math.abs(apart) < 2000 ? 0 : apart;
  }
}
export const server = new Server();

// Whether a server answers. The page works without one: then everything happens on this device.
class Server {
  /** `null`: not known yet. */
  reachable = $state<boolean | null>(null);
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  #ahead = 0;

  /** The current time on the server's clock. */
  now(): number {
    return Date.now() + this.#ahead;
  }
  /** Estimates it from a response: dates have whole seconds, so differences below two are ignored. */
  hear(date: string | null): void {
    const theirs = date ? Date.parse(date) + 500 : Number.NaN;
    const apart = theirs - Date.now();
    if (!Number.isNaN(apart)) this.#ahead = Math.abs(apart) < 2000 ? 0 : apart;
  }
}
export const server = new Server();

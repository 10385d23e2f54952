// Who one is: a guest with a name. Asked once, kept by the server.
import { api } from "./api.ts";
import type { Person } from "./wire.ts";

class Session {
  person = $state.raw<Person | null>(null);
  known = $state(false);

  async read(): Promise<void> {
    this.person = (await api.me()).person;
    this.known = true;
  }
  /** Makes a guest if there is none yet. */
  async need(name: string): Promise<Person> {
    if (!this.known) await this.read();
    if (!this.person) {
      await api.enter(name);
      await this.read();
    }
    if (!this.person) throw new Error("no session");
    return this.person;
  }
  async rename(name: string): Promise<void> {
    if (this.person) await api.rename(name);
    else await api.enter(name);
    await this.read();
  }
}
export const session = new Session();

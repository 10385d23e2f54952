// Who one is: a guest with a name, or somebody who keeps theirs with a password.
import { api } from "./api.ts";
import type { Person } from "./wire.ts";

class Session {
  person = $state.raw<Person | null>(null);
  known = $state(false);
  /** Whether the name is kept with a password. */
  kept = $state(false);
  /** Notices that were not read. */
  unread = $state(0);

  async read(): Promise<void> {
    const { person, kept, unread } = await api.me();
    this.person = person;
    this.kept = kept;
    this.unread = unread;
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

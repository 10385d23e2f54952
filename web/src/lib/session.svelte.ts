// The current person: a guest with a name, or somebody with an account.
import { api } from "./api.ts";
import { HERE, isLocal } from "./local/id.ts";
import type { Person } from "./wire.ts";

const NAME = "name";

class Session {
  person = $state.raw<Person | null>(null);
  known = $state(false);
  /** Whether they have an account. */
  kept = $state(false);
  /** Whether they are a moderator. */
  moderator = $state(false);
  /** Unread notifications. */
  unread = $state(0);

  async read(): Promise<void> {
    const { person, kept, moderator, unread } = await api.me();
    this.person = person;
    if (person) localStorage.setItem(NAME, person.name);
    this.kept = kept;
    this.moderator = moderator ?? false;
    this.unread = unread;
    this.known = true;
  }
  /** The current name, even while no server can be reached. */
  get name(): string | null {
    return this.person?.name ?? localStorage.getItem(NAME);
  }
  /** The person's id at a table: on this device always the same. */
  at(table: string): string | undefined {
    return isLocal(table) ? HERE : this.person?.id;
  }
  /** Creates a guest session if there is none yet. */
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

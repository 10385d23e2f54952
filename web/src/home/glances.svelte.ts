// A summary of each table in a list: its board and its points.
import { api } from "../lib/api.ts";
import type { Glance, TableLine } from "../lib/wire.ts";

export class Glances {
  #found = $state.raw<Record<string, Glance>>({});

  constructor(lines: () => readonly TableLine[]) {
    $effect(() => {
      let gone = false;
      for (const { table } of lines()) {
        // An abandoned table may never have begun.
        if (table.status !== "playing" && table.status !== "over") continue;
        const seen = (glance: Glance) => {
          if (!gone) this.#found = { ...this.#found, [table.id]: glance };
        };
        // Without it the line is only shorter.
        api.glance(table.id).then(seen, () => {});
      }
      return () => {
        gone = true;
      };
    });
  }
  of(table: string): Glance | undefined {
    return this.#found[table];
  }
}

// Saying something at a table, whoever one is.
import { t } from "../i18n/i18n.svelte.ts";
import { ProblemError } from "./problem.ts";
import { session } from "./session.svelte.ts";
import type { Table } from "./table.svelte.ts";

/** Says it; who has no name yet becomes a guest first. What goes wrong is thrown, for `complaint` to put into words. */
export async function talk(table: Table, text: string, name = ""): Promise<void> {
  let problem = await table.say(text);
  if (problem?.type === "no-session") {
    await session.read();
    await session.need(name || t("name.default"));
    // The server knows who speaks from when the line was opened.
    table.reopen();
    problem = await table.say(text);
  }
  if (problem) throw new ProblemError(problem);
}

/** The number of the last line that was read at a table, in this tab. */
const key = (table: string) => `read-${table}`;
export const lastRead = (table: string): number => Number(sessionStorage.getItem(key(table)) ?? 0);
export function markRead(table: string, line: number): void {
  if (line > lastRead(table)) sessionStorage.setItem(key(table), String(line));
}

// Chatting at a table, also for visitors without a name.
import { t } from "../i18n/i18n.svelte.ts";
import { ProblemError } from "./problem.ts";
import { session } from "./session.svelte.ts";
import type { Table } from "./table.svelte.ts";

/** Sends a chat message; a visitor without a name becomes a guest first. Errors are thrown, and `complaint` turns them into text. */
export async function talk(table: Table, text: string, name = ""): Promise<void> {
  let problem = await table.say(text);
  if (problem?.type === "no-session") {
    await session.read();
    await session.need(name || t("name.default"));
    // The server knows the sender from when the connection was opened.
    table.reopen();
    problem = await table.say(text);
  }
  if (problem) throw new ProblemError(problem);
}

/** The number of the last chat message read at a table, in this tab. */
const key = (table: string) => `read-${table}`;
export const lastRead = (table: string): number => Number(sessionStorage.getItem(key(table)) ?? 0);
export function markRead(table: string, line: number): void {
  if (line > lastRead(table)) sessionStorage.setItem(key(table), String(line));
}

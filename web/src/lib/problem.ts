// What went wrong, in the language of the page.
import { type Key, language, t } from "../i18n/i18n.svelte.ts";
import type { Problem, ProblemKind } from "./wire.ts";

/** The server said no. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail ?? problem.title);
  }
}

/** The server said nothing. */
export class Unreachable extends Error {}

/** Where the sentence of the kind says too little: what was sent, or why, is told whatever language the server says it in. */
const TOLD: ReadonlySet<ProblemKind> = new Set<ProblemKind>(["malformed", "invalid", "banned", "frozen", "internal"]);

/** The server's own sentences are English: elsewhere the kind's sentence has to do. */
export function problemWords({ type, title, detail }: Problem): string {
  const key: Key = `problem.${type}`;
  const said = t(key);
  // A server that is newer than the page may know other kinds, for which there are no words.
  const general = said === key ? title : said;
  if (!detail) return general;
  if (TOLD.has(type)) return `${general}: ${detail}`;
  return language.locale === "en" ? detail.charAt(0).toUpperCase() + detail.slice(1) : general;
}

export const isAbsent = (error: unknown): boolean => error instanceof ProblemError && error.problem.type === "not-found";

/** For people, whatever was thrown; `absent` is said of what is not there. */
export function complaint(error: unknown, absent?: string): string {
  if (error instanceof Unreachable) return t("unreachable");
  if (!(error instanceof ProblemError)) return t("error");
  return isAbsent(error) && absent !== undefined ? absent : problemWords(error.problem);
}

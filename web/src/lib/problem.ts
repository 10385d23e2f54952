// Error messages, in the language of the page.
import { type Key, language, t } from "../i18n/i18n.svelte.ts";
import type { Problem, ProblemKind } from "./wire.ts";

/** The server refused. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail ?? problem.title);
  }
}

/** The server did not answer. */
export class Unreachable extends Error {}

/** Kinds whose sentence says too little: the server's details are shown in any language. */
const TOLD: ReadonlySet<ProblemKind> = new Set<ProblemKind>(["malformed", "invalid", "banned", "frozen", "internal"]);

/** The server's details are in English: in other languages the kind's sentence has to do. */
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

/** A message for anything that was thrown; `absent` is used for what was not found. */
export function complaint(error: unknown, absent?: string): string {
  if (error instanceof Unreachable) return t("unreachable");
  if (!(error instanceof ProblemError)) return t("error");
  return isAbsent(error) && absent !== undefined ? absent : problemWords(error.problem);
}

// Requests to the server. Every error is a problem with a sentence for people.
import { t } from "../i18n/i18n.svelte.ts";
import type {
  AddBot,
  Glance,
  Kept,
  Me,
  NewNonce,
  NewReport,
  NewSeat,
  NewTable,
  Notices,
  Person,
  Problem,
  Profile,
  PushKey,
  PushTo,
  RatingLine,
  Recover,
  SeatPick,
  TableInfo,
  TableLine,
} from "./wire.ts";

export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail ?? problem.title);
  }
}

/** What went wrong, for people; `absent` is said of what is not there. */
export function complaint(error: unknown, absent: string): string {
  if (error instanceof ProblemError && error.problem.status === 404) return absent;
  return error instanceof Error ? error.message : t("error");
}

async function problemOf(response: Response): Promise<Problem> {
  const silent = { type: "internal", title: response.statusText || String(response.status), status: response.status } as Problem;
  return response.headers.get("content-type")?.includes("json") ? ((await response.json()) as Problem) : silent;
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined || method === "POST") {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(body ?? {});
  }
  const response = await fetch(`/api${path}`, init);
  if (!response.ok) throw new ProblemError(await problemOf(response));
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export const api = {
  me: () => request<Me>("GET", "/session"),
  enter: (name: string) => request<Me | Person>("POST", "/session", { name }),
  rename: (name: string) => request<unknown>("POST", "/session/name", { name }),
  tables: () => request<TableLine[]>("GET", "/tables"),
  mine: () => request<TableLine[]>("GET", "/tables/mine"),
  table: (id: string) => request<TableInfo>("GET", `/tables/${encodeURIComponent(id)}`),
  glance: (id: string) => request<Glance>("GET", `/tables/${id}/glance`),
  create: (wish: NewTable) => request<TableInfo>("POST", "/tables", wish),
  join: (id: string, pick: SeatPick) => request<TableInfo>("POST", `/tables/${id}/join`, pick),
  leave: (id: string) => request<TableInfo>("POST", `/tables/${id}/leave`),
  bot: (id: string, bot: AddBot) => request<TableInfo>("POST", `/tables/${id}/bot`, bot),
  remove: (id: string, seat: number) => request<TableInfo>("POST", `/tables/${id}/remove/${seat}`),
  nonce: (id: string, nonce: NewNonce) => request<TableInfo>("POST", `/tables/${id}/nonce`, nonce),
  seat: (id: string, change: NewSeat) => request<TableInfo>("POST", `/tables/${id}/seat`, change),
  start: (id: string) => request<TableInfo>("POST", `/tables/${id}/start`),
  rematch: (id: string) => request<TableInfo>("POST", `/tables/${id}/rematch`),
  record: (id: string) => request<unknown>("GET", `/tables/${id}/record`),
  stop: (id: string, agree: boolean) => request<TableInfo>("POST", `/tables/${id}/stop`, { agree }),
  invite: (id: string, who: string) => request<unknown>("POST", `/tables/${id}/invite`, { who }),

  keep: (password: string) => request<Kept>("POST", "/account", { password }),
  signIn: (name: string, password: string) => request<Me>("POST", "/account/sign-in", { name, password }),
  signOut: () => request<unknown>("DELETE", "/session"),
  recover: (recover: Recover) => request<Kept>("POST", "/account/recover", recover),
  changePassword: (old: string, next: string) => request<Me>("POST", "/account/password", { old, new: next }),
  newRecovery: (password: string) => request<Kept>("POST", "/account/recovery", { password }),
  data: () => request<unknown>("GET", "/account/data"),
  deleteMe: (password: string | null) => request<Me>("POST", "/account/delete", { password }),

  profile: (person: string) => request<Profile>("GET", `/people/${encodeURIComponent(person)}`),
  ratings: (game: string, players: number) => request<RatingLine[]>("GET", `/ratings/${game}/${players}`),
  notices: () => request<Notices>("GET", "/notices"),
  readNotices: (mark: number) => request<Notices>("POST", "/notices/read", { mark }),
  pushKey: () => request<PushKey>("GET", "/push"),
  pushTo: (to: PushTo) => request<PushKey>("POST", "/push", to),
  pushEnd: (endpoint: string) => request<PushKey>("POST", "/push/end", { endpoint }),
  blocks: () => request<Person[]>("GET", "/blocks"),
  block: (person: string) => request<unknown>("POST", "/blocks", { person }),
  unblock: (person: string) => request<unknown>("DELETE", `/blocks/${encodeURIComponent(person)}`),
  report: (report: NewReport) => request<unknown>("POST", "/reports", report),
};

/** 32 random bytes, hex: a seat's part of the seed. */
export function nonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

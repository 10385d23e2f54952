// Requests to the server. What goes wrong is thrown, for `complaint` to put into words.
import { ProblemError, Unreachable } from "./problem.ts";
import type {
  AddBot,
  CourseTurn,
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

async function problemOf(response: Response): Promise<Problem> {
  if (response.headers.get("content-type")?.includes("json")) return (await response.json()) as Problem;
  // Whoever stands before the server: it is being started anew, or something else is wrong.
  const { status, statusText } = response;
  return { type: [502, 503, 504].includes(status) ? "retry" : "internal", title: statusText || String(status), status };
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined || method === "POST") {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(body ?? {});
  }
  const response = await fetch(`/api${path}`, init).catch((cause) => {
    throw new Unreachable(`${method} ${path}`, { cause });
  });
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
  course: (id: string) => request<CourseTurn[]>("GET", `/tables/${id}/course`),
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

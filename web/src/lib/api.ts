// Requests about tables and people. Tables on this device belong to the worker; everything else goes to the server. Errors are
// thrown, and `complaint` turns them into text.

import { local } from "./local/api.ts";
import { isLocal } from "./local/id.ts";
import { ProblemError, Unreachable } from "./problem.ts";
import { server } from "./server.svelte.ts";
import type {
  AddBot,
  Ban,
  CourseTurn,
  DailyBoard,
  DuplicateLine,
  DuplicateMatch,
  GameSummary,
  Glance,
  Kept,
  KeptProgress,
  Me,
  NewDuplicate,
  NewNonce,
  NewReport,
  NewSeat,
  NewTable,
  Notices,
  OpenReport,
  Person,
  Problem,
  Profile,
  Progress,
  PushKey,
  PushTo,
  RatingLine,
  Recover,
  SeatPick,
  Snapshot,
  TableInfo,
  TableLine,
} from "./wire.ts";

/** What a gateway answers while the server behind it is down. */
const GATEWAY = [502, 503, 504];
/** What a static web server answers. */
const FILES = [200, 404, 405, 501];

async function problemOf(response: Response): Promise<Problem> {
  if (response.headers.get("content-type")?.includes("json")) return (await response.json()) as Problem;
  // A proxy's answer.
  const { status, statusText } = response;
  return { type: "internal", title: statusText || String(status) };
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined || method === "POST") {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(body ?? {});
  }
  const response = await fetch(`/api${path}`, init).catch((cause) => {
    server.reachable = false;
    throw new Unreachable(`${method} ${path}`, { cause });
  });
  server.hear(response.headers.get("date"));
  // All of our server's answers are JSON.
  const ours = response.status === 204 || (response.headers.get("content-type") ?? "").includes("json");
  server.reachable = ours || ![...GATEWAY, ...FILES].includes(response.status);
  if (!server.reachable) throw new Unreachable(`${method} ${path}: ${response.status}`);
  if (!response.ok) throw new ProblemError(await problemOf(response));
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export const api = {
  me: () => request<Me>("GET", "/session"),
  enter: (name: string) => request<Me | Person>("POST", "/session", { name }),
  rename: (name: string) => request<unknown>("POST", "/session/name", { name }),
  tables: () => request<TableLine[]>("GET", "/tables"),
  mine: () => request<TableLine[]>("GET", "/tables/mine"),
  table: (id: string) => (isLocal(id) ? local.table(id) : request<TableInfo>("GET", `/tables/${encodeURIComponent(id)}`)),
  course: (id: string) => (isLocal(id) ? local.course(id) : request<CourseTurn[]>("GET", `/tables/${id}/course`)),
  /** What a finished game against bots adds to one's progress. */
  summary: (id: string) => (isLocal(id) ? local.summary(id) : request<GameSummary>("GET", `/tables/${id}/summary`)),
  glance: (id: string) => (isLocal(id) ? local.glance(id) : request<Glance>("GET", `/tables/${id}/glance`)),
  create: (wish: NewTable) => request<TableInfo>("POST", "/tables", wish),
  join: (id: string, pick: SeatPick) => (isLocal(id) ? local.join(id, pick) : request<TableInfo>("POST", `/tables/${id}/join`, pick)),
  leave: (id: string) => (isLocal(id) ? local.leave(id) : request<TableInfo>("POST", `/tables/${id}/leave`)),
  bot: (id: string, bot: AddBot) => request<TableInfo>("POST", `/tables/${id}/bot`, bot),
  remove: (id: string, seat: number) => request<TableInfo>("POST", `/tables/${id}/remove/${seat}`),
  nonce: (id: string, nonce: NewNonce) => request<TableInfo>("POST", `/tables/${id}/nonce`, nonce),
  seat: (id: string, change: NewSeat) => request<TableInfo>("POST", `/tables/${id}/seat`, change),
  start: (id: string) => (isLocal(id) ? local.start(id) : request<TableInfo>("POST", `/tables/${id}/start`)),
  rematch: (id: string) => (isLocal(id) ? local.rematch(id) : request<TableInfo>("POST", `/tables/${id}/rematch`)),
  record: (id: string) => (isLocal(id) ? local.record(id) : request<unknown>("GET", `/tables/${id}/record`)),
  /** The table after this many of the steps that a seat saw. */
  at: (id: string, step: number, seat: number | null) =>
    isLocal(id) ? local.at(id, step, seat) : request<Snapshot>("GET", `/tables/${id}/at/${step}${seat === null ? "" : `?seat=${seat}`}`),
  stop: (id: string, agree: boolean) => (isLocal(id) ? local.stop(id, agree) : request<TableInfo>("POST", `/tables/${id}/stop`, { agree })),
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
  daily: (date: string) => request<DailyBoard>("GET", `/daily/${date}`),
  /** Submits a finished game of the day: the server replays its record. */
  handIn: (date: string, record: unknown) => request<DailyBoard>("POST", `/daily/${date}`, { record }),
  /** One's games against bots, some at a time: those after a table. */
  progress: (after: string) => request<Progress>("GET", `/progress?after=${encodeURIComponent(after)}`),
  keepProgress: (games: GameSummary[]) => request<KeptProgress>("POST", "/progress", { games }),
  duplicates: () => request<DuplicateLine[]>("GET", "/duplicates"),
  duplicate: (code: string) => request<DuplicateMatch>("GET", `/duplicates/${encodeURIComponent(code)}`),
  openDuplicate: (wish: NewDuplicate) => request<DuplicateMatch>("POST", "/duplicates", wish),
  closeDuplicate: (code: string) => request<DuplicateMatch>("POST", `/duplicates/${code}/close`),
  /** One's own table for a deal of a match. */
  playDeal: (code: string, deal: number) => request<TableInfo>("POST", `/duplicates/${code}/deals/${deal}`),
  blocks: () => request<Person[]>("GET", "/blocks"),
  block: (person: string) => request<unknown>("POST", "/blocks", { person }),
  unblock: (person: string) => request<unknown>("DELETE", `/blocks/${encodeURIComponent(person)}`),
  report: (report: NewReport) => request<unknown>("POST", "/reports", report),

  /** For moderators. */
  moderation: {
    reports: () => request<OpenReport[]>("GET", "/moderation/reports"),
    close: (report: string) => request<OpenReport[]>("POST", `/moderation/reports/${encodeURIComponent(report)}/close`),
    bans: () => request<Ban[]>("GET", "/moderation/bans"),
    ban: (person: string, reason: string) => request<Ban[]>("POST", "/moderation/bans", { person, reason }),
    unban: (person: string) => request<Ban[]>("DELETE", `/moderation/bans/${encodeURIComponent(person)}`),
    people: (name: string) => request<Person[]>("GET", `/moderation/people/${encodeURIComponent(name)}`),
    removeTable: (table: string) => request<TableInfo>("POST", `/moderation/tables/${encodeURIComponent(table)}/remove`),
  },
};

/** 32 random bytes in hex: a seat's contribution to the seed. */
export function nonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

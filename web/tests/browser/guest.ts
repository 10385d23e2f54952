// A person on the server without a page: creates tables, and sees and does at a seat what a page would.
import WebSocket from "ws";
import { fold, type Known } from "../../src/lib/fold.ts";
import type { FromServer, NewTable, SeatWish, TableInfo } from "../../src/lib/wire.ts";

export type { SeatWish };

const PATIENCE = 60_000;
export const me: SeatWish = { kind: "me", name: null };
export const open: SeatWish = { kind: "open" };
export const bot: SeatWish = { kind: "bot", level: "novice" };

export type Wish = { game?: string; modules?: string[]; seats: SeatWish[] } & Partial<
  Pick<NewTable, "public" | "hints" | "hide_left" | "no_watchers">
>;

export class Guest {
  private constructor(
    readonly base: string,
    readonly cookie: string,
    readonly id: string,
  ) {}

  static async enter(base: string, name: string): Promise<Guest> {
    const response = await fetch(`${base}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name }),
    });
    const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
    const { person } = (await (await fetch(`${base}/api/session`, { headers: { cookie } })).json()) as { person: { id: string } };
    return new Guest(base, cookie, person.id);
  }

  async #request<T>(path: string, init: RequestInit = {}): Promise<T> {
    const response = await fetch(`${this.base}/api${path}`, {
      ...init,
      headers: { cookie: this.cookie, "content-type": "application/json" },
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }
  get<T>(path: string): Promise<T> {
    return this.#request(path);
  }
  post<T>(path: string, body: unknown = {}): Promise<T> {
    return this.#request(path, { method: "POST", body: JSON.stringify(body) });
  }

  open({ game = "alhambra", modules = [], seats, ...more }: Wish): Promise<TableInfo> {
    const setup = { game, players: seats.length, modules, simplified: false, english_end: false };
    const wish: NewTable = {
      setup,
      seats,
      shuffle: false,
      public: false,
      open_hands: false,
      hide_left: false,
      no_watchers: false,
      hints: false,
      pace: { kind: "free" },
      ...more,
    };
    return this.post("/tables", wish);
  }
  join(table: string): Promise<TableInfo> {
    return this.post(`/tables/${table}/join`, { seat: null, name: null });
  }
  start(table: string): Promise<TableInfo> {
    return this.post(`/tables/${table}/start`);
  }
  /** Creates a table whose seats are all taken, and starts it. */
  async begin(wish: Wish): Promise<TableInfo> {
    return this.start((await this.open(wish)).id);
  }
  sit(table: string, seat: number | null): Promise<Seat> {
    return Seat.take(this, table, seat);
  }
}

/** What one seat knows, folded like on its page. */
export class Seat {
  known!: Known;
  #socket: WebSocket;
  #count = 0;
  #waiting = new Set<() => void>();
  #answers = new Map<string, (message: FromServer) => void>();

  private constructor(
    guest: Guest,
    table: string,
    readonly seat: number | null,
  ) {
    this.#socket = new WebSocket(`${guest.base.replace("http", "ws")}/api/tables/${table}/socket`, { headers: { cookie: guest.cookie } });
    this.#socket.on("open", () => this.#send({ type: "hello", seat, version: null }));
    this.#socket.on("message", (data) => this.#receive(JSON.parse(String(data)) as FromServer));
  }
  static async take(guest: Guest, table: string, seat: number | null): Promise<Seat> {
    const taken = new Seat(guest, table, seat);
    await taken.until((known) => known !== undefined);
    return taken;
  }
  leave(): void {
    this.#socket.close();
  }

  get isOver(): boolean {
    return this.known.table.status === "over";
  }
  get isAsked(): boolean {
    return this.known.game?.choice?.to_act ?? false;
  }
  /** Waits until this holds for the seat's state. */
  async until(holds: (known: Known) => boolean, what = "what was waited for"): Promise<void> {
    const end = Date.now() + PATIENCE;
    while (!holds(this.known)) {
      if (Date.now() > end) throw new Error(`${what} did not come; the table shows ${JSON.stringify(this.known?.game?.turn)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => this.#wake(), 1000);
        this.#waiting.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }
  /** Waits until it is the seat's turn; `false` if the game is over instead. */
  async turn(): Promise<boolean> {
    await this.until(() => this.isAsked || this.isOver, `the turn of seat ${this.seat}`);
    return !this.isOver;
  }
  async act(line: string): Promise<void> {
    const choice = this.known.game?.choice;
    if (!choice) throw new Error(`seat ${this.seat} has no choice: ${line}`);
    const said = await this.#ask({ type: "act", seat: choice.seat, decision: choice.decision, do: line });
    if (said.type !== "done") throw new Error(`${line}: ${JSON.stringify(said)}`);
    await this.until((known) => known.version >= said.version);
  }
  /** The best turn, at tables with hints. */
  async hint(): Promise<string[]> {
    const said = await this.#ask({ type: "hint", seat: this.seat });
    if (said.type !== "hint") throw new Error(`no hint: ${JSON.stringify(said)}`);
    return said.turns[0]?.actions ?? [];
  }
  #ask(message: object): Promise<FromServer> {
    this.#count += 1;
    const id = `guest-${this.seat}-${this.#count}-${this.known.version}`;
    const answer = new Promise<FromServer>((resolve) => this.#answers.set(id, resolve));
    this.#send({ ...message, id });
    return answer;
  }

  #send(message: unknown): void {
    this.#socket.send(JSON.stringify(message));
  }
  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }
  #receive(message: FromServer): void {
    const { known, gap } = fold(this.known ?? null, message);
    if (gap) throw new Error("versions have no gaps");
    if (known) this.known = known;
    if ("id" in message && message.id) this.#answers.get(message.id)?.(message);
    this.#wake();
  }
}

// How messages change the state of the page. Nothing else changes it.
import type { ChatLine, FromServer, GameView, LogEntry, Person, PlayerView, TableInfo, Update } from "./wire.ts";

export type Known = {
  version: number;
  viewer: number | null;
  yours: number[];
  table: TableInfo;
  game: GameView | null;
  log: LogEntry[];
  /** The other face of each Granada tile. */
  faces: Readonly<Record<string, string>>;
  toAct: number[];
  chat: ChatLine[];
  here: Person[];
  watchers: number;
  /** Who left or returned while this page was watching. */
  comings: Coming[];
};

/** A seat taken over by a bot, or taken back, after this many steps. */
export type Coming = { after: number; seat: number; away: boolean };

export type Folded = { known: Known | null; gap: boolean };

function replacePlayers(players: readonly PlayerView[], changed: readonly PlayerView[]): PlayerView[] {
  return players.map((p) => changed.find((c) => c.seat === p.seat) ?? p);
}

function moved(known: Known, table: TableInfo | undefined): Coming[] {
  if (!table || known.table.status !== "playing") return known.comings;
  const now = table.seats.flatMap(({ occupant: is }, seat): Coming[] => {
    const was = known.table.seats[seat]?.occupant;
    const changed = is.kind === "person" && was?.kind === "person" && is.person === was.person && is.away !== was.away;
    return changed ? [{ after: known.log.length, seat, away: is.away }] : [];
  });
  return now.length ? [...known.comings, ...now] : known.comings;
}

function applied(known: Known, update: Update): Known {
  const { changes } = update;
  let { game } = known;
  if (changes && game) {
    const { players, ...nouns } = changes;
    game = { ...game, ...nouns, players: players ? replacePlayers(game.players, players) : game.players };
  }
  const log = update.log ?? (update.step ? [...known.log, update.step] : known.log);
  return { ...known, version: update.version, game, log, table: update.table ?? known.table, comings: moved(known, update.table) };
}

/** Folds one message. After a gap the page must send hello again; its state stays. */
export function fold(known: Known | null, message: FromServer): Folded {
  switch (message.type) {
    case "snapshot": {
      const { version, viewer, yours, table, game, log, faces } = message;
      const comings = known ? moved(known, table) : [];
      const kept = { toAct: known?.toAct ?? [], chat: known?.chat ?? [], here: known?.here ?? [], watchers: known?.watchers ?? 0, comings };
      return { known: { version, viewer, yours, table, game, log, faces, ...kept }, gap: false };
    }
    case "update":
      if (!known) return { known, gap: true };
      if (message.version <= known.version) return { known, gap: false };
      if (message.version !== known.version + 1) return { known, gap: true };
      return { known: applied(known, message), gap: false };
    case "yours":
      return { known: known && { ...known, toAct: message.to_act }, gap: false };
    case "chat": {
      if (!known) return { known, gap: false };
      const seen = new Set(known.chat.map((line) => line.number));
      return { known: { ...known, chat: [...known.chat, ...message.lines.filter((l) => !seen.has(l.number))] }, gap: false };
    }
    case "presence":
      return { known: known && { ...known, here: message.here, watchers: message.watchers }, gap: false };
    default:
      return { known, gap: false };
  }
}

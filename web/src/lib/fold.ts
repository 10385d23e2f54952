// How messages change what the page knows. Nothing else changes it.
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
};

export type Folded = { known: Known | null; gap: boolean };

function replacePlayers(players: readonly PlayerView[], changed: readonly PlayerView[]): PlayerView[] {
  return players.map((p) => changed.find((c) => c.seat === p.seat) ?? p);
}

function applied(known: Known, update: Update): Known {
  const { changes } = update;
  let { game } = known;
  if (changes && game) {
    const { players, ...nouns } = changes;
    game = { ...game, ...nouns, players: players ? replacePlayers(game.players, players) : game.players };
  }
  const log = update.log ?? (update.step ? [...known.log, update.step] : known.log);
  return { ...known, version: update.version, game, log, table: update.table ?? known.table };
}

/** Folds one message. After a gap the page must say hello again; what it knew stays. */
export function fold(known: Known | null, message: FromServer): Folded {
  switch (message.type) {
    case "snapshot": {
      const { version, viewer, yours, table, game, log, faces } = message;
      const kept = { toAct: known?.toAct ?? [], chat: known?.chat ?? [], here: known?.here ?? [], watchers: known?.watchers ?? 0 };
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

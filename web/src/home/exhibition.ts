// A game to look at on the home page when nobody else plays: four architects, as recorded. Its cards are on the page's own server, and it is
// fetched only where there is room to show it.
import type { Laid } from "../board/edges.ts";
import { parseMove } from "../lib/notation.ts";
import address from "./exhibition.json?url";

type Score = { score: number; seats: { total: number }[] };
type RecordFile = { seats: string[]; steps: { seat: number; do: string; shows?: (string | Score)[] }[]; result: { winners: number[] } };

/** The winner's city after one of its buildings. */
export type Frame = { tiles: Laid[]; points: number[]; rounds: number };
export type Exhibition = { names: string[]; builder: number; frames: Frame[] };

/** Each time the winner builds, and the points everybody had by then. */
export function framesOf({ seats, steps, result }: RecordFile): Exhibition {
  const builder = result.winners[0] ?? 0;
  const frames: Frame[] = [];
  let tiles: Laid[] = [{ code: "F", x: 0, y: 0 }];
  let points = seats.map(() => 0);
  let rounds = 0;
  for (const { seat, do: action, shows = [] } of steps) {
    const { verb, piece, cell } = parseMove(action);
    if (seat === builder && verb === "place" && piece && cell) {
      tiles = [...tiles, { code: piece, ...cell }];
      frames.push({ tiles, points, rounds });
    }
    for (const show of shows) {
      if (typeof show === "string") continue;
      points = points.map((sum, i) => sum + (show.seats[i]?.total ?? 0));
      rounds = show.score;
    }
  }
  const last = frames.at(-1);
  if (last) frames.push({ ...last, points, rounds });
  return { names: seats, builder, frames };
}

export async function recorded(): Promise<File> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new File([await answer.text()], "architects.json", { type: "application/json" });
}

export const exhibition = async (): Promise<Exhibition> => framesOf(JSON.parse(await (await recorded()).text()) as RecordFile);

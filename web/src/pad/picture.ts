// The result as an image: drawn on a canvas, shared through the device, or saved.
import { t } from "../i18n/i18n.svelte.ts";
import type { PadView } from "../lib/wire.ts";
import { counted, ROUNDS, rowsOf, type Sheet } from "./pad.svelte.ts";
import { nameOf, pointsOf, rowName, totalOf } from "./words.ts";

const WIDTH = 1080;
const LINE = 62;
const COLOURS = { page: "#f4ecdd", panel: "#fffbf3", line: "#e2d5bc", ink: "#17203f", muted: "#575b73", gold: "#e9b132", won: "#e8eef9" };

/** Shares the image, or saves it where files cannot be shared; returns whether it was saved. */
export async function sharePicture(
  sheet: Sheet,
  views: readonly (PadView | null)[],
  totals: readonly number[],
  headline: string,
): Promise<boolean> {
  const blob = await picture(sheet, views, totals, headline);
  const file = new File([blob], "sabika-score.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    // Cancelling is not an error.
    await navigator.share({ files: [file], title: headline }).catch(() => undefined);
    return false;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
  return true;
}

async function picture(sheet: Sheet, views: readonly (PadView | null)[], totals: readonly number[], headline: string): Promise<Blob> {
  const seats = counted(sheet);
  const rows = rowsOf(sheet, 3, 0).filter((row) => !("falcon" in row) || row.falcon === 0);
  const lines = rows.length + ROUNDS.length + 1;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = 260 + LINE * (lines + 1);
  const draw = canvas.getContext("2d");
  if (!draw) throw new Error("this browser draws no pictures");
  const font = (weight: number, size: number) => `${weight} ${size}px "Source Sans 3 Variable", sans-serif`;
  const left = 300;
  const column = (WIDTH - 80 - left) / seats.length;
  const middle = (i: number) => 40 + left + column * (i + 0.5);
  draw.fillStyle = COLOURS.page;
  draw.fillRect(0, 0, WIDTH, canvas.height);
  draw.fillStyle = COLOURS.panel;
  draw.fillRect(40, 150, WIDTH - 80, canvas.height - 220);
  const text = (
    words: string | number,
    x: number,
    y: number,
    style: string,
    align: CanvasTextAlign,
    colour = COLOURS.ink,
    room?: number,
  ) => {
    [draw.font, draw.textAlign, draw.fillStyle] = [style, align, colour];
    draw.fillText(String(words), x, y, room);
  };
  text(headline, 40, 100, font(700, 54), "left", COLOURS.ink, WIDTH - 80);
  const best = Math.max(...totals.slice(0, sheet.names.length));
  seats.forEach((seat, i) => {
    if (seat !== null && totals[i] === best) {
      draw.fillStyle = COLOURS.won;
      draw.fillRect(40 + left + column * i, 150, column, canvas.height - 220);
      draw.fillStyle = COLOURS.gold;
      draw.fillRect(40 + left + column * i, canvas.height - 80, column, 10);
    }
    text(nameOf(sheet, seat), middle(i), 200, font(700, 30), "center", COLOURS.ink, column - 12);
  });
  const view = views[2] ?? null;
  const table: [string, (seat: number | null, i: number) => number][] = [
    ...rows.map((row): [string, (seat: number | null) => number] => [rowName(row), (seat) => pointsOf(view, row, seat)]),
    ...[...ROUNDS]
      .reverse()
      .map((r): [string, (seat: number | null) => number] => [t("round", { round: r }), (seat) => totalOf(views[r - 1] ?? null, seat)]),
    [t("pad.total"), (_, i) => totals[i] ?? 0],
  ];
  table.forEach(([name, points], k) => {
    const y = 220 + LINE * (k + 1);
    draw.fillStyle = COLOURS.line;
    draw.fillRect(60, y - LINE + 18, WIDTH - 120, k === rows.length ? 4 : 1);
    const heavy = k === table.length - 1;
    text(name, 64, y, font(heavy ? 700 : 400, 30), "left", COLOURS.muted, left - 30);
    seats.forEach((seat, i) => {
      text(points(seat, i), middle(i), y, font(heavy ? 800 : 600, heavy ? 44 : 32), "center");
    });
  });
  text("Sabika", WIDTH - 40, canvas.height - 24, font(600, 28), "right", COLOURS.muted);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be made"))), "image/png");
  });
}

// What can be read off a line of the notation without knowing the game.

/** The cell that a step is about, to be shown on the board. */
export function cellIn(line: string): { x: number; y: number } | null {
  const found = / (-?\d+),(-?\d+)(?: |$)/.exec(line);
  return found ? { x: Number(found[1]), y: Number(found[2]) } : null;
}

const ALONE = /^(end|wake|pass|done|undo|restart)$/;
const CELL = /^remove -?\d+,-?\d+$/;
/** A building, camp or card of money; a bazaar, a hut, a falcon; a card of the bureau de change. */
const PIECE =
  /^(take|buy|place|reserve|dirk|build|exchange|vizier|reveal|hut|falcon) \+?([A-Za-z]{1,2}\d|b[A-Z]{3}\b|h[A-Z][nesw]*\b|f[A-Z]{2}\b|x[a-z]{2})/;

/** Whether a typed line is meant as a move: it names a cell or a piece. "take 5" is talk. */
export function isMove(line: string): boolean {
  return ALONE.test(line) || CELL.test(line) || PIECE.test(line);
}

// What can be read off a line of the notation without knowing the game.

export type Move = {
  verb: string;
  /** Its subject: a tile, a hut, a falcon. */
  piece: string | null;
  cell: { x: number; y: number } | null;
  /** Cards that are taken, revealed, or paid with. */
  cards: string[];
  /** Cards that pay for turning a tile over (GR3). */
  flip: string[];
};

const WITH_PIECE = new Set(["buy", "vizier", "place", "reserve", "dirk", "build", "exchange", "hut", "falcon"]);
const CELL = /^(-?\d+),(-?\d+)$/;

/** The parts of a step: `place P7e 1,-1 flip d3`. */
export function parseMove(line: string): Move {
  const [verb = "", ...words] = line.split(" ");
  const piece = WITH_PIECE.has(verb) ? (words[0] ?? null) : null;
  const cells = words.flatMap((word) => {
    const found = CELL.exec(word);
    return found ? [{ x: Number(found[1]), y: Number(found[2]) }] : [];
  });
  const after = (word: string) => (words.includes(word) ? words.slice(words.indexOf(word) + 1) : []);
  const cards = verb === "take" || verb === "reveal" ? words : after("with");
  return { verb, piece, cell: cells[0] ?? null, cards, flip: after("flip") };
}

const ALONE = /^(end|wake|pass|done|undo|restart)$/;
const REMOVE = /^remove -?\d+,-?\d+$/;
/** A building, camp or money card; a bazaar, a hut, a falcon; a bureau card. */
const PIECE =
  /^(take|buy|place|reserve|dirk|build|exchange|vizier|reveal|hut|falcon) \+?([A-Za-z]{1,2}\d|b[A-Z]{3}\b|h[A-Z][nesw]*\b|f[A-Z]{2}\b|x[a-z]{2})/;

/** Whether a typed line is meant as a move: it names a cell or a piece. "take 5" is chat. */
export function isMove(line: string): boolean {
  return ALONE.test(line) || REMOVE.test(line) || PIECE.test(line);
}

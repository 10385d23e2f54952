// The rules in short, in our own words; ids as in docs/rules.md.
type Line = { rule?: string; text: string };
type Section = { id: string; title: string; text: Line[] };
const en: Section[] = [
  {
    id: "aim",
    title: "What it is about",
    text: [
      {
        text: "Everybody builds a palace around a court. Three times in the game points are given for having the most buildings of a kind, and for the longest outer wall.",
      },
      { text: "On your turn do one thing: take money, buy a tile, or redesign." },
    ],
  },
  {
    id: "money",
    title: "Money and buying",
    text: [
      { rule: "M1", text: "Take one card of the four on display, or several whose values add up to 5 at most." },
      { rule: "B1", text: "A tile is paid in the currency of its market space, with cards of your hand. No change is given." },
      { rule: "B3", text: "Pay the price exactly and you may act again." },
    ],
  },
  {
    id: "build",
    title: "Building",
    text: [
      { rule: "T4", text: "At the end of your turn bought tiles go into your palace or onto the reserve." },
      { rule: "P1", text: "Tiles are not rotated." },
      { rule: "P2", text: "Where two tiles touch, wall meets wall and open side meets open side." },
      { rule: "P3", text: "Every tile can be reached on foot from the starting tile without crossing a wall." },
      { rule: "P4", text: "A tile touches the palace along a side." },
      { rule: "P5", text: "No empty cell may be enclosed." },
      { rule: "D1", text: "Redesigning: build one tile of the reserve, take one off the palace, or exchange two." },
    ],
  },
  {
    id: "score",
    title: "Scoring",
    text: [
      { rule: "W3", text: "For each kind the one with the most buildings scores; in round 2 the second too, in round 3 also the third." },
      { rule: "W2", text: "Each segment of your longest outer wall is a point. Two walls back to back do not count." },
      { rule: "E1", text: "The game ends when the market cannot be filled any more; then the last round is scored." },
    ],
  },
];
export const RULES: Record<string, Section[]> = { en };

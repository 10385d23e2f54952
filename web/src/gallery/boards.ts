// The boards of the mock-ups, for comparing the page with them.
import type { Laid } from "../board/edges.ts";
import type { Falcon } from "../board/scene.ts";

const board = (text: string): Laid[] =>
  text
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [code = "F", x = "0", y = "0"] = entry.split("@").flatMap((part, i) => (i ? part.split(",") : [part]));
      return { code, x: Number(x), y: Number(y) };
    });

export const MINE = board(
  "F@0,0 G8nw@0,-1 S4ne@1,-1 C10@1,0 T11s@1,1 T8nes@2,0 A9@0,1 T11n@2,1 C5nsw@-1,0 A5nw@-1,1 C7ne@3,1 T10w@-1,2 C11@0,2 T9ne@1,2",
);
export const HAND = "P3sw";
export const GRANADA = board(
  "F@0,0 Pa4es@1,0 Ar3new@1,-1 Ba10e@0,1 Li7es@0,2 Ar2nsw@-1,2 Re13@-1,0 Sc10w@-1,-1 Ma7ne@0,-1 Hl13@-2,0 Hp6sw@-1,1 Hp13@-3,0 Hl12@-3,1 Sc4nw@-4,1 Ma5es@-4,2",
);
export const COMBINED = board(
  "F@0,0 A8n@-1,0 G8nw@-2,0 C9w@0,-1 P3sw@-2,1 Hl3nes@-1,-1 T11n@0,-2 Hp9s@-2,-1 S8s@-1,-2 Ma10s@-3,-1 Ba13@-4,-1 Sc5es@-4,0 Re4sw@-5,0 Pa2new@-3,-2 A4nes@1,0 Ar11n@-5,-1 S6es@-1,1",
);
export const MODULES = board(
  "F@0,0 G6esw@0,1 G7nsw@-1,0 C7ne@0,-1 S4ne@1,0 T10w@1,1 bPGT@2,1 P5nw@2,0 A8n@3,1 hPs@3,0 hAsw@3,2 P2new@3,-1 G8sw@-1,-1 c7es@2,-1 c9sw@1,-1",
);
export const FALCONS: Falcon[] = [
  { x: 1, y: 1, code: "fST" },
  { x: 0, y: 0, code: "fCG" },
  { x: 2, y: 1, code: "fPS" },
];
export const HOME = board(
  "T9nw@-1,-2 A8n@0,-2 P6n@1,-2 T9ne@2,-2 S7w@-1,-1 G11@0,-1 C10@1,-1 A8e@2,-1 G10w@-1,0 F@0,0 P8@1,0 G9e@2,0 C7sw@-1,1 S8s@0,1 G12s@1,1 T9es@2,1",
);

// The variations of a position: a tree of steps. As text it fits into a link: steps separated by `;`, alternatives in brackets.

export type Branch = {
  /** The step that led here, in notation; `null` at the root. */
  line: string | null;
  /** Whose step it was. */
  seat: number | null;
  position: string;
  parent: Branch | null;
  children: Branch[];
};

export const root = (position: string): Branch => ({ line: null, seat: null, position, parent: null, children: [] });

/** The branch after a step, which exists once however often it is tried. */
export function grow(from: Branch, line: string, seat: number | null, position: string): Branch {
  const known = from.children.find((child) => child.line === line);
  if (known) return known;
  const child: Branch = { line, seat, position, parent: from, children: [] };
  from.children.push(child);
  return child;
}

/** `take d1;end(;take h3)`: the main line continues, alternatives are in brackets before it. */
export function written(from: Branch): string {
  const [first, ...others] = from.children;
  if (!first) return "";
  return `${others.map((other) => `(${other.line}${after(other)})`).join("")}${first.line}${after(first)}`;
}
const after = (branch: Branch): string => {
  const rest = written(branch);
  return rest && `;${rest}`;
};

/** Steps in the order they are tried, each going back `back` steps from the one before. */
export type Attempt = { line: string; back: number };

/** Parses the output of `written`; invalid parts are left out. */
export function attempts(text: string): Attempt[] {
  const found: Attempt[] = [];
  const depths: number[] = [];
  let depth = 0;
  let last = 0;
  for (const [word] of text.matchAll(/[()]|[^();]+/g)) {
    if (word === "(") depths.push(depth);
    else if (word === ")") depth = depths.pop() ?? 0;
    else {
      found.push({ line: word.trim(), back: last - depth });
      depth += 1;
      last = depth;
    }
  }
  return found;
}

/** All branches in display order, with their indentation: the main line runs straight down. */
export function listed(from: Branch, depth = 0): { branch: Branch; depth: number }[] {
  const [first, ...others] = from.children;
  if (!first) return [];
  return [
    { branch: first, depth },
    ...others.flatMap((other) => [{ branch: other, depth: depth + 1 }, ...listed(other, depth + 1)]),
    ...listed(first, depth),
  ];
}

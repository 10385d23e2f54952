// What styles have in common.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => /\.(svelte|css)$/.test(file));
const text = (file: string) => readFileSync(`src/${file}`, "utf8");

it("there are six type sizes, and nothing else is used", () => {
  expect(text("tokens.css").match(/--t-\w+: \d+px/g)).toHaveLength(6);
  const others = files.flatMap((file) =>
    (text(file).match(/font(-size)?: (\d+ )?[\d.]+(px|r?em)/g) ?? []).map((rule) => `${file}: ${rule}`),
  );
  expect(others).toEqual([]);
});

it("layouts change where breakpoints.js says, and nowhere else", () => {
  const own = files.flatMap((file) =>
    (text(file).match(/@media \((min|max)-(width|height)[^{]*/g) ?? []).map((rule) => `${file}: ${rule}`),
  );
  expect(own).toEqual([]);
});

it("coloured buttons keep their colour under the pointer", () => {
  const kinds = new Set([...text("app.css").matchAll(/\.btn\.(\w+) \{/g)].map((found) => found[1]));
  expect(kinds).toContain("gold");
  for (const kind of kinds) expect(text("app.css"), `${kind}, as .btn:hover weighs more`).toContain(`.btn.${kind}:hover:not(:disabled)`);
});

// Screenshots for the README: docs/screenshots. They show moments of seeded games, so that they are the same each time.
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { open } from "./alone.ts";
import { reviewed, withGame } from "./finished.ts";
import { say } from "./names.ts";
import { type Shot, Stage, settled } from "./scenes.ts";

const stage = new Stage();
const PHONE = { width: 390, height: 844 };
const winner = (page: Page) => page.getByRole("button", { name: say("winner.show") }).click();

const PICTURES: [string, Shot, ((page: Page) => Promise<void>)?][] = [
  ["home", { path: "" }],
  ["home-night", { path: "", dark: true }],
  ["turn", { scene: "turn" }],
  ["turn-phone", { scene: "turn", size: PHONE }],
  ["placing-phone", { scene: "placing", size: PHONE }],
  ["granada-night", { scene: "granada", dark: true }],
  ["modules", { scene: "modules" }],
  ["six", { scene: "six" }],
  ["ceremony", { scene: "scored", path: "?staged=scored" }],
  ["final", { scene: "over" }],
  ["final-phone", { scene: "over", size: PHONE }],
  ["winner", { scene: "over" }, winner],
];

it.each(PICTURES)("a picture of %s", async (name, shot, before) => {
  const { page } = await stage.open(shot);
  await before?.(page);
  await take(page, name);
});

it("a picture of a review", async () => {
  const { page } = await open("review/GAME", { prepare: withGame("over") });
  await page.locator(".turn").first().waitFor({ timeout: 60_000 });
  await reviewed(page);
  // A later turn, with more of a city to see.
  for (let i = 0; i < 5; i++) await page.getByRole("button", { name: say("review.next") }).click();
  await take(page, "review");
});

async function take(page: Page, name: string): Promise<void> {
  await settled(page);
  const path = fileURLToPath(new URL(`../../../docs/screenshots/${name}.png`, import.meta.url));
  await page.screenshot({ path, animations: "disabled" });
  execFileSync("pngquant", ["--force", "--output", path, path]);
  expect(statSync(path).size).toBeLessThan(500 * 1024);
  await page.context().close();
}

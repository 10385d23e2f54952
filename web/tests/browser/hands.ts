// Performs a line of notation on the page by mouse, touch or keyboard, the way the page expects it.
import type { Locator, Page } from "playwright-core";
import { cardName, falconName, say, tileInFull, tileName } from "./names.ts";

const PATIENCE = { timeout: 30_000 };
/** Some names contain brackets. */
const exactly = (name: string) => name.replace(/[()]/g, "\\$&");

export class Hands {
  constructor(
    readonly page: Page,
    readonly by: "mouse" | "touch" | "keys" = "mouse",
  ) {}

  /** Waits until the page shows this version of the table completely. */
  async see(version: number): Promise<void> {
    await this.page.locator(`[data-version="${version}"][aria-busy="false"]`).waitFor(PATIENCE);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: typeof name === "string" });
  }
  /** Presses a control, with this input device. */
  async press(what: Locator | string): Promise<void> {
    const target = typeof what === "string" ? this.button(what) : what;
    if (this.by === "mouse") return target.click(PATIENCE);
    if (this.by === "touch") return target.tap(PATIENCE);
    await this.reach(target);
    await this.page.keyboard.press("Enter");
  }
  /** Moves with Tab, or back with Shift, until this has the focus. */
  async reach(target: Locator): Promise<void> {
    await target.waitFor(PATIENCE);
    for (let tries = 0; tries < 250; tries++) {
      const away = await target.evaluate((e) => {
        if (e === document.activeElement) return 0;
        const stops = [...document.querySelectorAll("a[href], button:enabled, input:enabled, select:enabled, [tabindex='0']")].filter(
          (s) => s.checkVisibility() && s.getAttribute("tabindex") !== "-1",
        );
        const here = stops.indexOf(document.activeElement as Element);
        return here < 0 ? 1 : stops.indexOf(e) - here || 1;
      });
      if (away === 0) return;
      for (let tabs = 0; tabs < Math.abs(away); tabs++) await this.page.keyboard.press(away > 0 ? "Tab" : "Shift+Tab");
    }
    throw new Error(`${target} is not reached by Tab`);
  }
  /** A place on the board: drawings on top of it take no input, the board follows the pointer. */
  async point(cell: Locator): Promise<void> {
    if (this.by === "keys") return this.press(cell);
    await cell.waitFor(PATIENCE);
    const box = await cell.boundingBox();
    if (!box) throw new Error(`${cell} is not drawn`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const covered = await cell.evaluate(
      (e, [px, py]) => {
        const top = document.elementFromPoint(px ?? 0, py ?? 0);
        return top?.closest("svg.board") === e.closest("svg.board") ? null : `${top?.tagName}.${top?.getAttribute("class")}`;
      },
      [x, y],
    );
    if (covered) throw new Error(`${cell} lies under ${covered}`);
    if (this.by === "mouse") return this.page.mouse.click(x, y);
    await this.page.touchscreen.tap(x, y);
  }
  /** On a phone rarely used actions are in the menu. */
  async turnTo(sheet: "turn" | "reserve" | "modules"): Promise<void> {
    if (this.by !== "touch") return;
    const back = this.button(say("dock.back"));
    if (await back.isVisible()) await this.press(back);
    if (sheet === "turn") return;
    await this.press(say("menu"));
    await this.press(say(sheet === "modules" ? "new.modules" : sheet));
  }

  /** Frequent actions have a key. */
  async confirm(key: string, letter: string): Promise<void> {
    if (this.by !== "keys") return this.press(say(key));
    await this.button(say(key)).waitFor(PATIENCE);
    await this.page.keyboard.press(letter);
  }

  hand(): Locator {
    return this.page.getByRole("group", { name: say("hand"), exact: true });
  }
  display(): Locator {
    return this.page.getByRole("group", { name: say("money"), exact: true });
  }
  offer(tile: string): Locator {
    return this.page.getByRole("button", { name: new RegExp(`^${exactly(tileInFull(tile))}; `) });
  }
  cell(tile: string, at: string): Locator {
    const [x = "", y = ""] = at.split(",");
    return this.button(say("cell", { tile: tileName(tile), x, y }));
  }

  async take(cards: string[]): Promise<void> {
    await this.turnTo("turn");
    for (const name of cards.map(cardName)) {
      const card = this.display().getByRole("button", { name, exact: true, pressed: false }).first();
      if (this.by !== "keys") await this.press(card);
      // The keys 5 to 8 are the four places of the display.
      else await this.page.keyboard.press(String(5 + (await card.evaluate((e) => [...(e.parentElement?.children ?? [])].indexOf(e)))));
    }
    await this.confirm("do.take", "t");
  }
  async buy(tile: string, cards: string[]): Promise<void> {
    await this.turnTo("turn");
    await this.press(this.offer(tile));
    await this.pay(cards);
    await this.confirm("do.buy", "b");
  }
  /** Changes the payment that the page proposes to this one. */
  async pay(cards: string[]): Promise<void> {
    const wanted = cards.map(cardName);
    const picked = await this.hand().getByRole("button", { pressed: true }).all();
    for (const card of picked) {
      const name = (await card.getAttribute("aria-label")) ?? "";
      const at = wanted.indexOf(name);
      if (at >= 0) wanted.splice(at, 1);
      else await this.press(this.hand().getByRole("button", { name, exact: true, pressed: true }).first());
    }
    for (const name of wanted) await this.press(this.hand().getByRole("button", { name, exact: true, pressed: false }).first());
  }
  /** Places a tile; by touch in two steps: show, then build. */
  async put(tile: string, at: string): Promise<void> {
    await this.point(this.cell(tile, at));
    if (this.by === "touch") await this.press(say("do.build"));
  }
  async carry(tile: string): Promise<void> {
    const held = this.page.getByRole("button", { name: new RegExp(`^${exactly(tileInFull(tile))}(, ${say("inhand")})?$`) }).first();
    if (!(await held.isVisible())) await this.turnTo("reserve");
    if ((await held.getAttribute("aria-pressed", PATIENCE)) !== "true") await this.press(held);
  }

  /** Performs the line. */
  async do(line: string): Promise<void> {
    const [verb = "", first = "", ...rest] = line.split(" ");
    const after = (word: string) => rest.slice(rest.indexOf(word) + 1);
    const [x = "", y = ""] = (verb === "remove" ? first : (rest[0] ?? "")).split(",");
    switch (verb) {
      case "take":
        return this.take([first, ...rest]);
      case "buy":
      case "vizier":
        return this.buy(first, after("with"));
      case "place":
        if (rest.includes("flip")) {
          await this.press(say("do.flip"));
          await this.pay(after("flip"));
        } else await this.several(first);
        return this.put(first, rest[0] ?? "");
      case "reserve":
        await this.several(first);
        return this.press(say("do.toreserve"));
      case "dirk":
        return this.press(say("do.todirk", { name: say("dirk") }));
      case "build":
        await this.carry(first);
        return this.put(first, rest[0] ?? "");
      case "exchange":
        await this.carry(first);
        return this.point(this.page.getByRole("button", { name: new RegExp(` at ${x}, ${y}$`) }));
      case "remove":
        await this.press(say("do.redesign"));
        await this.point(this.page.getByRole("button", { name: new RegExp(` at ${x}, ${y}$`) }));
        return this.press(say("do.remove"));
      case "hut":
        await this.turnTo("modules");
        await this.press(this.button(new RegExp(`^${exactly(tileInFull(first))} \\(`)));
        return this.press(say("do.hut"));
      case "falcon":
        await this.turnTo("modules");
        // Those there is no room for are behind a button.
        if (!(await this.button(new RegExp(`^${exactly(falconName(first))} \\(`)).count())) {
          await this.press(this.button(new RegExp(`^${say("falcons.more", { count: "" })}`)));
        }
        await this.press(this.button(new RegExp(`^${exactly(falconName(first))} \\(`)));
        return this.press(this.button(`${falconName(first)} ${x}, ${y}`));
      case "end":
        return this.confirm("do.end", "e");
      case "reveal":
        return this.press(say("do.reveal", { tile: tileName(first.slice(1)) }));
      default: {
        const named: Record<string, string> = { pass: "do.passing", wake: "do.wake", done: "do.done" };
        return this.press(say(named[verb] ?? line));
      }
    }
  }
  /** Of several waiting tiles, the right one is taken in hand first. */
  async several(tile: string): Promise<void> {
    const waiting = this.page.getByRole("button", { name: new RegExp(`, ${say("inhand")}$`) });
    if ((await waiting.count()) > 1) await this.carry(tile);
  }
}

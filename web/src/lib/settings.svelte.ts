// A player's preferences, stored in this browser.
export const SPEEDS = ["calm", "brisk", "off"] as const;
export type Speed = (typeof SPEEDS)[number];

/** Where others' building is shown: in an inset next to one's own city, or on the board itself. */
export const FOLLOWS = ["inset", "board"] as const;
export type Follow = (typeof FOLLOWS)[number];

const still = window.matchMedia("(prefers-reduced-motion: reduce)");

function stored<T extends string>(key: string, known: readonly T[], first: T): T {
  const found = localStorage.getItem(key);
  return known.includes(found as T) ? (found as T) : first;
}
const yesNo = (key: string, first: boolean) => stored(key, ["yes", "no"], first ? "yes" : "no") === "yes";

class Settings {
  #speed = $state<Speed>(stored("speed", SPEEDS, "calm"));
  #sound = $state(localStorage.getItem("sound"));
  #autoEnd = $state(yesNo("auto-end", false));
  #notify = $state(yesNo("notify", false));
  #shortcuts = $state(yesNo("shortcuts", true));
  #follow = $state<Follow>(stored("follow", FOLLOWS, "inset"));
  #ceremonies = $state(yesNo("ceremonies", true));
  #still = $state(still.matches);

  constructor() {
    still.addEventListener("change", (e) => {
      this.#still = e.matches;
    });
  }

  /** How fast others' moves are shown; `off`: at once. */
  get speed(): Speed {
    return this.#speed;
  }
  set speed(speed: Speed) {
    this.#speed = speed;
    localStorage.setItem("speed", speed);
  }
  get follow(): Follow {
    return this.#follow;
  }
  set follow(follow: Follow) {
    this.#follow = follow;
    localStorage.setItem("follow", follow);
  }
  /** On by default; off by default on a shared screen. */
  sounds(shared: boolean): boolean {
    return this.#sound === "yes" || (this.#sound !== "no" && !shared);
  }
  setSound(on: boolean): void {
    this.#sound = on ? "yes" : "no";
    this.#keep("sound", on);
  }
  /** Whether a turn ends by itself once nothing else can be done. */
  get autoEnd(): boolean {
    return this.#autoEnd;
  }
  set autoEnd(on: boolean) {
    this.#autoEnd = on;
    this.#keep("auto-end", on);
  }
  /** Whether to notify players of their turn while the page is hidden. */
  get notify(): boolean {
    return this.#notify;
  }
  set notify(on: boolean) {
    this.#notify = on;
    this.#keep("notify", on);
  }
  /** Whether single-key shortcuts are active at a table. */
  get shortcuts(): boolean {
    return this.#shortcuts;
  }
  set shortcuts(on: boolean) {
    this.#shortcuts = on;
    this.#keep("shortcuts", on);
  }
  /** Whether rounds are presented full-screen; not where everything is shown at once. */
  get ceremonies(): boolean {
    return this.#ceremonies && this.#speed !== "off";
  }
  set ceremonies(on: boolean) {
    this.#ceremonies = on;
    this.#keep("ceremonies", on);
  }
  /** Whether pieces may be animated. */
  get moves(): boolean {
    return !this.#still && this.#speed !== "off";
  }
  #keep(key: string, on: boolean): void {
    localStorage.setItem(key, on ? "yes" : "no");
  }
}
export const settings = new Settings();

// The available space, as far as scripts need to know it.
import { MEDIA } from "../../breakpoints.js";

class Screen {
  #wide = $state(true);
  #low = $state(false);
  #touch = $state(false);
  #upright = $state(false);
  #tablet = $state(false);
  constructor() {
    this.#follow(MEDIA["tablet-upright"], (on) => {
      this.#tablet = on;
    });
    this.#follow(MEDIA["wide-low"], (on) => {
      this.#low = on;
    });
    this.#follow(MEDIA.wide, (on) => {
      this.#wide = on;
    });
    this.#follow(MEDIA.upright, (on) => {
      this.#upright = on;
    });
    this.#follow("(pointer: coarse)", (on) => {
      this.#touch = on;
    });
  }
  /** Room for three columns. */
  get wide(): boolean {
    return this.#wide;
  }
  /** Three columns, but little height. */
  get low(): boolean {
    return this.#low;
  }
  /** Room for a picture beside what can be done. */
  get arch(): boolean {
    return !this.#upright;
  }
  /** The layout of a phone, with room for larger tiles. */
  get tablet(): boolean {
    return this.#tablet;
  }
  /** Touch instead of a pointer: there is no hovering. */
  get touch(): boolean {
    return this.#touch;
  }
  #follow(query: string, tell: (on: boolean) => void): void {
    const media = window.matchMedia(query);
    tell(media.matches);
    media.addEventListener("change", () => tell(media.matches));
  }
}
export const screen = new Screen();

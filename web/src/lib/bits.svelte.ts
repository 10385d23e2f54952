// A phone draws a new table bit by bit, one each frame, so that it never stands still for long.
export class Bits {
  drawn = $state(0);
  #count: number;

  constructor(count: number) {
    this.#count = count;
    const next = () => {
      this.drawn += 1;
      if (this.drawn < count) later();
    };
    // Frames come only while somebody looks.
    const later = () => (document.hidden ? setTimeout(next) : requestAnimationFrame(() => setTimeout(next)));
    later();
  }
  get all(): boolean {
    return this.drawn >= this.#count;
  }
}

// Light or dark: the system decides, a switch overrides.
const media = window.matchMedia("(prefers-color-scheme: dark)");
const stored = localStorage.getItem("theme");

class Theme {
  #system = $state(media.matches);
  #chosen = $state<"light" | "dark" | null>(stored === "light" || stored === "dark" ? stored : null);
  dark = $derived(this.#chosen ? this.#chosen === "dark" : this.#system);

  constructor() {
    media.addEventListener("change", (e) => {
      this.#system = e.matches;
      this.#show();
    });
    this.#show();
  }
  toggle(): void {
    this.#chosen = this.dark ? "light" : "dark";
    localStorage.setItem("theme", this.#chosen);
    this.#show();
  }
  #show(): void {
    if (this.#chosen) document.documentElement.dataset.theme = this.#chosen;
    const page = getComputedStyle(document.documentElement).getPropertyValue("--page");
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", page.trim());
  }
}
export const theme = new Theme();

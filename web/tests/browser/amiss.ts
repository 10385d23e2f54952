import type { Page } from "playwright-core";

/** Keys shown instead of texts, and elements that overflow the page or their own button. */
export function amiss(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    // Text for screen readers takes no space.
    const silent = new CSSStyleSheet();
    silent.replaceSync(".vh { display: none !important }");
    document.adoptedStyleSheets = [silent];
    const key = /^[a-z]+(\.[a-z]+)+$/;
    const scrolls = (e: Element | null): boolean =>
      !!e && (/auto|scroll|hidden/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
    for (const e of document.body.querySelectorAll("*")) {
      const label = e.getAttribute("aria-label") ?? "";
      const own = [...e.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.textContent?.trim() ?? "");
      for (const text of [label, ...own]) if (key.test(text) || text.includes("{{")) found.push(`no words for ${text}`);
      if (!(e instanceof HTMLElement) || !e.checkVisibility()) continue;
      const box = e.getBoundingClientRect();
      const name = `${e.tagName.toLowerCase()}.${e.className} ${(e.textContent ?? "").trim().slice(0, 40)}`;
      if (box.right > innerWidth + 1 && box.width > 0 && !scrolls(e.parentElement)) found.push(`sticks out of the page: ${name}`);
      const clipped =
        e.matches("button, .btn, .pill") && e.scrollWidth > e.clientWidth + 2 && getComputedStyle(e).textOverflow !== "ellipsis";
      if (clipped) found.push(`does not fit: ${name}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    document.adoptedStyleSheets = [];
    return found;
  });
}

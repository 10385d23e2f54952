// Which page is shown: the path decides.
export type Route =
  | { page: "home" }
  | { page: "new" }
  | { page: "games" }
  | { page: "rules" }
  | { page: "pieces" }
  | { page: "score" }
  | { page: "review"; id: string }
  | { page: "analysis" }
  | { page: "daily" }
  | { page: "progress" }
  | { page: "duplicate"; code: string | null }
  | { page: "puzzles"; id: string | null; theme: string | null }
  | { page: "me" }
  | { page: "ratings" }
  | { page: "moderation" }
  | { page: "person"; id: string }
  | { page: "table"; id: string }
  | { page: "replay"; id: string; step: number | null }
  | { page: "missing" };

function routeOf(path: string, hash = ""): Route {
  const [first, id] = path.split("/").filter(Boolean);
  if (!first || first === "index.html") return { page: "home" };
  if (first === "new") return { page: "new" };
  if (first === "games") return { page: "games" };
  if (first === "rules") return { page: "rules" };
  if (first === "pieces") return { page: "pieces" };
  if (first === "score") return { page: "score" };
  if (first === "review" && id) return { page: "review", id };
  if (first === "daily") return { page: "daily" };
  if (first === "progress") return { page: "progress" };
  if (first === "duplicate") return { page: "duplicate", code: id ?? null };
  if (first === "puzzles") return { page: "puzzles", id: id ?? null, theme: hash.slice(1) || null };
  if (first === "analysis") return { page: "analysis" };
  if (first === "me") return { page: "me" };
  if (first === "ratings") return { page: "ratings" };
  if (first === "moderation") return { page: "moderation" };
  if (first === "people" && id) return { page: "person", id };
  if (first === "t" && id) return { page: "table", id };
  if (first === "replay" && id) return { page: "replay", id, step: /^#\d+$/.test(hash) ? Number(hash.slice(1)) : null };
  return { page: "missing" };
}

class Router {
  route = $state.raw<Route>(routeOf(location.pathname, location.hash));
  constructor() {
    window.addEventListener("popstate", () => this.#read());
  }
  /** The previous page, if it was one of ours. */
  get from(): string | null {
    return (history.state as { from?: string } | null)?.from ?? null;
  }
  go(path: string): void {
    history.pushState({ from: location.pathname }, "", path);
    this.#read();
    window.scrollTo(0, 0);
  }
  /** A click on an internal link changes the page without reloading; with a modifier key it opens a tab, as usual. */
  follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || (link.pathname === location.pathname && link.hash)) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
  #read(): void {
    this.route = routeOf(location.pathname, location.hash);
  }
}
export const router = new Router();

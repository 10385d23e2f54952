// Which page is shown: the path decides.
export type Route =
  | { page: "home" }
  | { page: "new" }
  | { page: "rules" }
  | { page: "me" }
  | { page: "ratings" }
  | { page: "person"; id: string }
  | { page: "table"; id: string }
  | { page: "replay"; id: string; step: number | null };

function routeOf(path: string, hash = ""): Route {
  const [first, id] = path.split("/").filter(Boolean);
  if (first === "new") return { page: "new" };
  if (first === "rules") return { page: "rules" };
  if (first === "me") return { page: "me" };
  if (first === "ratings") return { page: "ratings" };
  if (first === "people" && id) return { page: "person", id };
  if (first === "t" && id) return { page: "table", id };
  if (first === "replay" && id) return { page: "replay", id, step: /^#\d+$/.test(hash) ? Number(hash.slice(1)) : null };
  return { page: "home" };
}

class Router {
  route = $state.raw<Route>(routeOf(location.pathname, location.hash));
  constructor() {
    window.addEventListener("popstate", () => this.#read());
  }
  /** Where one came from to this page, if it was from another of ours. */
  get from(): string | null {
    return (history.state as { from?: string } | null)?.from ?? null;
  }
  go(path: string): void {
    history.pushState({ from: location.pathname }, "", path);
    this.#read();
    window.scrollTo(0, 0);
  }
  #read(): void {
    this.route = routeOf(location.pathname, location.hash);
  }
}
export const router = new Router();

// Which page an address shows.
import { expect, it, vi } from "vitest";

const place = { pathname: "/", hash: "" };
vi.stubGlobal("location", place);
vi.stubGlobal("window", { addEventListener: () => undefined, scrollTo: () => undefined });
vi.stubGlobal("history", {
  pushState: (_: unknown, __: string, path: string) => {
    const { pathname, hash } = new URL(path, "http://sabika.example");
    Object.assign(place, { pathname, hash });
  },
});
const { router } = await import("../src/lib/route.svelte.ts");

it.each([
  ["/", { page: "home" }],
  ["/index.html", { page: "home" }],
  ["/rules#CO4", { page: "rules" }],
  ["/t/ABCDEF", { page: "table", id: "ABCDEF" }],
  ["/replay/ABCDEF#12", { page: "replay", id: "ABCDEF", step: 12 }],
  ["/puzzles#walls", { page: "puzzles", id: null, theme: "walls" }],
])("%s is a page", (path, route) => {
  router.go(path);
  expect(router.route).toEqual(route);
});

it.each(["/ruels", "/t", "/replay/", "/people"])("%s is not found", (path) => {
  router.go(path);
  expect(router.route).toEqual({ page: "missing" });
});

// Caches what is needed to play without a network, and shows push notifications while nobody looks at the table.
//
// The build writes its name and its files here (service-worker.ts). Each build is cached as a whole, and a page is served from one
// build only. A newer one waits until the page says that it may take over: nothing changes in the middle of a game.
const BUILD = "";
const FILES = [];
// Files that only some tables need: fetched afterwards, and on failure again the next time.
const LATER = [];
const SHELF = `page ${BUILD}`;
// The page stores the texts of notifications here (src/lib/push.ts), in its language.
const WORDS = "/notice-words";

async function keep(shelf, path) {
  // Names in /assets/ contain a hash: a file that another build cached under the same name is the same.
  const kept = path.startsWith("/assets/") ? await caches.match(path) : undefined;
  const response = kept ?? (await fetch(path, { cache: "no-cache" }));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await shelf.put(path, response);
}

// A few at a time: the page that is open has requests of its own.
const AT_ONCE = 4;

async function keepAll() {
  const shelf = await caches.open(SHELF);
  const left = [...FILES];
  const some = async () => {
    for (let path = left.shift(); path; path = left.shift()) await keep(shelf, path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
}

async function takeOver() {
  const shelf = await caches.open(SHELF);
  for (const path of LATER) if (!(await shelf.match(path))) await keep(shelf, path).catch(() => undefined);
  for (const name of await caches.keys()) if (name.startsWith("page ") && name !== SHELF) await caches.delete(name);
}

async function kept(path, request) {
  const shelf = await caches.open(SHELF);
  const found = await shelf.match(path);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok && LATER.includes(path)) await shelf.put(path, response.clone());
  return response;
}

async function show({ kind, table }) {
  const path = `/t/${table}`;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === path)) return;
  const words = (await (await caches.match(WORDS))?.json()) ?? {};
  await self.registration.showNotification(words[kind] ?? "Sabika", { body: `Sabika · ${table}`, icon: "/icon.svg", tag: path });
}

async function open(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => {
  // Pages of the first visit are served from the cache from now on, too; later downloads keep nobody waiting.
  event.waitUntil(self.clients.claim());
  void takeOver();
});
self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (!FILES.length || request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(kept(pathname.startsWith("/t/") ? "/table.html" : "/index.html", request));
  else if (FILES.includes(pathname) || LATER.includes(pathname)) event.respondWith(kept(pathname, request));
});
self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.tag));
});

// Shows what the server pushes while nobody looks at the table. It answers no requests: the page always comes from the server, so
// that nobody plays with an old one. The words are left here by the page (src/lib/push.ts), in the language it speaks.
const WORDS = "/notice-words";

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

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.tag));
});

// Push notifications of slow games reach this browser even when the page is closed. Where that is impossible (no HTTPS, no push service, no
// permission), the notifications are still on the page.
import { t } from "../i18n/i18n.svelte.ts";
import { api } from "./api.ts";
import type { NoticeKind } from "./wire.ts";

const KINDS: readonly NoticeKind[] = ["your_turn", "ended", "invited", "removed", "taken_over"];

const possible = () =>
  window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && Notification.permission === "granted";

/** The service worker shows notifications when no page is open: it gets the texts in advance. */
async function leaveWords(words: Record<string, string>): Promise<void> {
  const shelf = await caches.open("words");
  await shelf.put("/notice-words", Response.json(words));
}

async function subscribe(worker: ServiceWorkerRegistration): Promise<PushSubscription> {
  const { key } = await api.pushKey();
  const wish = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await worker.pushManager.subscribe(wish);
  } catch (e) {
    // The site's key has changed since this browser subscribed.
    const old = await worker.pushManager.getSubscription();
    if (!old) throw e;
    await old.unsubscribe();
    return worker.pushManager.subscribe(wish);
  }
}

/** Subscribes the current person; repeating it is harmless. */
export async function pushHere(): Promise<void> {
  const words = Object.fromEntries(KINDS.map((kind) => [kind, t(`notice.${kind}`)]));
  if (!possible()) return;
  try {
    await leaveWords(words);
    await navigator.serviceWorker.register("/sw.js");
    const { endpoint = "", keys } = (await subscribe(await navigator.serviceWorker.ready)).toJSON();
    await api.pushTo({ endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" });
  } catch {
    return;
  }
}

/** Unsubscribes. */
export async function pushNoMore(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  const subscription = await worker?.pushManager?.getSubscription();
  if (!subscription) return;
  await api.pushEnd(subscription.endpoint).catch(() => undefined);
  await subscription.unsubscribe().catch(() => undefined);
}

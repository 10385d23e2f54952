// The service worker keeps the page for when there is no network. A newer page waits until one wants it.
/** Milliseconds in which a first visit has everything it shows. */
const PEACE = 5_000;

class Offline {
  /** A newer page is available. */
  newer = $state(false);
  #registration: ServiceWorkerRegistration | undefined;

  /** Some time after the page has come: what is kept for later takes nothing from now. A page that is kept already asks at once. */
  async start(): Promise<void> {
    if (!import.meta.env.PROD || !window.isSecureContext || !("serviceWorker" in navigator)) return;
    if (document.readyState !== "complete") await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
    if (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, PEACE));
    this.#registration = await navigator.serviceWorker.register("/sw.js").catch(() => undefined);
    const registration = this.#registration;
    if (!registration) return;
    const look = (): void => {
      // If no open page uses an older version, the newest takes over by itself.
      this.newer = !!registration.waiting && !!navigator.serviceWorker.controller;
    };
    look();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  }
  /** Starts the newer page. */
  take(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.#registration?.waiting?.postMessage("take over");
  }
}
export const offline = new Offline();

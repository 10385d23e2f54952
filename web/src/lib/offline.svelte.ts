// The service worker caches the page for use without a network. A newer page waits until the player accepts it.
class Offline {
  /** A newer page is available. */
  newer = $state(false);
  #registration: ServiceWorkerRegistration | undefined;

  /** After the page has loaded: caching must not slow it down. */
  async start(): Promise<void> {
    if (!import.meta.env.PROD || !window.isSecureContext || !("serviceWorker" in navigator)) return;
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

// Handing something on with what the device itself offers: messages, mail, nearby devices.

/** Not every browser can; of files not every one that can share links. */
export const canShare = (what: ShareData = { url: location.href }): boolean => navigator.canShare?.(what) ?? false;

/** Whoever thinks better of it has not failed. */
export async function share(what: ShareData): Promise<void> {
  await navigator.share(what).catch((e: unknown) => {
    if (!(e instanceof DOMException && e.name === "AbortError")) throw e;
  });
}

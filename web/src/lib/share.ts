// Sharing through the device: messages, mail, nearby devices.

/** Not every browser can share; not every one that shares links also shares files. */
export const canShare = (what: ShareData = { url: location.href }): boolean => navigator.canShare?.(what) ?? false;

/** Cancelling is not an error. */
export async function share(what: ShareData): Promise<void> {
  await navigator.share(what).catch((e: unknown) => {
    if (!(e instanceof DOMException && e.name === "AbortError")) throw e;
  });
}

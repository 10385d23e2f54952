// Notifies players of their turn while the page is hidden.
export async function mayNotify(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

let last: Notification | null = null;
export function notify(title: string, body: string): void {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  last?.close();
  // Some browsers on phones allow notifications only from a service worker, and say so by throwing.
  try {
    last = new Notification(title, { body, icon: "/icon.svg", tag: location.pathname });
  } catch {
    return;
  }
  last.addEventListener("click", () => {
    window.focus();
    last?.close();
  });
}

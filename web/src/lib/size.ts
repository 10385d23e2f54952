import type { Attachment } from "svelte/attachments";

/** Reports the inner size of an element after layout: measuring at once would force a layout in the middle of drawing. */
export const sized =
  (tell: (width: number, height: number) => void): Attachment =>
  (element) => {
    const observer = new ResizeObserver(() => tell(element.clientWidth, element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  };

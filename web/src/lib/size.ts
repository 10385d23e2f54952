import type { Attachment } from "svelte/attachments";

/** Tells how large an element is inside, once it has been laid out: who asks at once makes the browser lay out the page in the middle of drawing it. */
export const sized =
  (tell: (width: number, height: number) => void): Attachment =>
  (element) => {
    const observer = new ResizeObserver(() => tell(element.clientWidth, element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  };

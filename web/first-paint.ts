// Styles come after what can be drawn without them: the first paint need not wait for a second response. Scripts do wait for styles, so
// nothing else is ever seen unstyled.
import type { Plugin } from "vite";

const STYLES = /\n *<link rel="stylesheet"[^>]*>/g;

export function firstPaint(): Plugin {
  return {
    name: "first-paint",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => html.replace(STYLES, "").replace("\n  </body>", `${(html.match(STYLES) ?? []).join("")}\n  </body>`),
    },
  };
}

import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { breath } from "./lib/drawing.svelte.ts";
import { offline } from "./lib/offline.svelte.ts";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");

const params = new URLSearchParams(location.search);
async function page() {
  if (params.has("gallery")) return (await import("./gallery/Gallery.svelte")).default;
  if (params.has("staged")) return (await import("./gallery/StagedPage.svelte")).default;
  return App;
}
const shown = await page();
await breath();
// Remove the placeholder rosette.
target.replaceChildren();
mount(shown, { target });
if (document.readyState === "complete") void offline.start();
else window.addEventListener("load", () => void offline.start(), { once: true });

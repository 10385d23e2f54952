import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { language } from "./i18n/i18n.svelte.ts";
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
const [shown] = await Promise.all([page(), language.start()]);
await breath();
// Remove the placeholder rosette.
target.replaceChildren();
mount(shown, { target });
void offline.start();

import "./app.css";
import { mount } from "svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");

const params = new URLSearchParams(location.search);
const { default: Page } = params.has("gallery") ? await import("./gallery/Gallery.svelte") : await import("./App.svelte");
mount(Page, { target });

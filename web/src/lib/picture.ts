// Exports a drawing of the page as an image file. The symbols it uses are included; text uses the page's own font.

/** Everything an SVG fragment refers to, transitively. */
function used(markup: string, found = new Map<string, string>()): Map<string, string> {
  for (const [, id = ""] of markup.matchAll(/(?:href="|url\((?:&quot;|["'])?)#([\w-]+)/g)) {
    if (found.has(id)) continue;
    const element = document.getElementById(id);
    if (!element) continue;
    found.set(id, element.outerHTML);
    used(element.outerHTML, found);
  }
  return found;
}

function load(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error("the picture cannot be drawn"));
    image.src = address;
  });
}

/** This wide, with the proportions of its viewBox. */
export async function pictureOf(svg: SVGSVGElement, width: number): Promise<Blob> {
  const box = svg.viewBox.baseVal;
  const scale = width / box.width;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  for (const text of copy.querySelectorAll("text")) text.remove();
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(box.height * scale));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const markup = new XMLSerializer().serializeToString(copy);
  const own = new Set([...copy.querySelectorAll("[id]")].map((e) => e.id));
  const defs = [...used(markup)].flatMap(([id, symbol]) => (own.has(id) ? [] : [symbol])).join("");
  const whole = markup.replace(/^(<svg[^>]*>)/, `$1<defs>${defs}</defs>`);
  const image = await load(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(whole)}`);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, Math.round(box.height * scale)];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser draws no pictures");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  await document.fonts.ready;
  context.scale(scale, scale);
  for (const text of svg.querySelectorAll("text")) {
    const { fontFamily, fontWeight } = getComputedStyle(text);
    context.font = `${fontWeight} ${text.getAttribute("font-size")}px ${fontFamily}`;
    context.fillStyle = text.getAttribute("fill") ?? "#000";
    context.textAlign = text.getAttribute("text-anchor") === "middle" ? "center" : "start";
    context.fillText(text.textContent?.trim() ?? "", Number(text.getAttribute("x")), Number(text.getAttribute("y")));
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture cannot be written"))), "image/png"),
  );
}

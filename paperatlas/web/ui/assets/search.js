// What the whole library says about some words: passages, each of which opens its page.
const FOUND = 8;
const PAUSE = 250; // milliseconds after the last letter
const looked = atlas.make("input", { type: "search", maxlength: 400, autocomplete: "off", placeholder: atlas.word("head.search"), "aria-label": atlas.word("head.search"), "aria-controls": "found", "aria-expanded": "false", role: "combobox", "aria-autocomplete": "list" });
const found = atlas.make("div.found", { id: "found", hidden: true });
const search = atlas.make("search.search", {}, looked, found);
let asked = 0, pause = 0;

function showFound(...children) {
  found.replaceChildren(...children);
  found.hidden = !children.length;
  looked.setAttribute("aria-expanded", String(!found.hidden));
}

async function look() {
  const query = looked.value.trim(), turn = (asked += 1);
  if (!query) return showFound();
  try {
    const { hits } = await atlas.api(`search?limit=${FOUND}&query=${encodeURIComponent(query)}`);
    if (turn !== asked) return; // a later one was typed meanwhile
    showFound(hits.length ? atlas.make("ul", {}, hits.map((each) => atlas.make("li", {}, passage(each)))) : atlas.make("p.quiet", { role: "status" }, atlas.word("head.nothing", { query })));
  } catch (fault) {
    if (turn === asked) showFound(atlas.make("div.failed", { role: "alert" }, atlas.make("p", {}, fault.message), atlas.make("p.hint", {}, fault.hint || "")));
  }
}

function passage(hit) {
  const place = [hit.doc, atlas.word("ask.page", { n: hit.page }), hit.section].filter(Boolean).join(" · ");
  return atlas.make("button.passage", { type: "button", onclick: () => openPassage(hit) }, atlas.make("span.place", {}, place), atlas.make("span.quote", {}, hit.text));
}

function openPassage(hit) {
  showFound();
  atlas.tab("read");
  atlas.say("read", { doc_id: hit.doc_id, page: hit.page, boxes: hit.bbox });
}

looked.addEventListener("input", () => { clearTimeout(pause); pause = setTimeout(look, PAUSE); });
looked.addEventListener("focus", () => { if (found.children.length) showFound(...found.children); });
search.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { showFound(); looked.focus(); }
  if (event.key === "Enter" && event.target === looked) { clearTimeout(pause); look(); }
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key], passages = [...found.querySelectorAll(".passage")];
  if (!way || found.hidden || !passages.length) return;
  event.preventDefault();
  const next = passages.indexOf(document.activeElement) + way;
  (next < 0 ? looked : passages[Math.min(next, passages.length - 1)]).focus();
});
const leave = (event) => {
  if (!element.isConnected) return document.removeEventListener("pointerdown", leave);
  if (!search.contains(event.target)) { found.hidden = true; looked.setAttribute("aria-expanded", "false"); }
};
document.addEventListener("pointerdown", leave);
search.addEventListener("focusout", (event) => { if (event.relatedTarget && !search.contains(event.relatedTarget)) { found.hidden = true; looked.setAttribute("aria-expanded", "false"); } });

// Beside the pages: what the paper is made of, what it cites, and words looked for in it.
const VIEWS = ["outline", "floats", "references", "search"];

function side(view) {
  open.view = view;
  for (const each of element.querySelectorAll(".views button")) each.setAttribute("aria-selected", each.dataset.view === view);
  const home = element.querySelector(".view");
  home.setAttribute("aria-label", word(`read.${view}`));
  home.replaceChildren(...[{ outline, floats, references, search }[view]()].flat());
}

// On a phone what stands beside the pages stands above them, while it is looked at.
function look(view) {
  const home = element.querySelector(".side");
  home.classList.toggle("shown", !(view === open.view && home.classList.contains("shown")));
  side(view);
}

function tabs() {
  const made = make("div.views", { role: "tablist", "aria-label": word("read.parts") }, ...VIEWS.map((view) => make("button", { type: "button", role: "tab", "data-view": view, onclick: () => look(view) }, word(`read.${view}`))));
  made.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    const all = [...made.children], next = all[(all.indexOf(document.activeElement) + way + all.length) % all.length];
    next.click();
    next.focus();
  });
  return made;
}

function outline() {
  const headings = open.document.headings.filter((each) => !each.run_in);
  if (!headings.length) return make("p.quiet", {}, word("read.no_outline"));
  return make("ol.outline", {}, ...headings.map((each) => make("li", { style: `--level: ${each.level - 1}` },
    make("button", { type: "button", onclick: () => toHeading(each) }, make("span", {}, [each.number, each.text].filter(Boolean).join(" ")), make("span.quiet", {}, `${each.page}`)))));
}

async function toHeading(heading) {
  const page = await pageOf(`${heading.page}`).catch(() => null);
  const found = page?.blocks.find((each) => each.kind === "heading" && each.text.includes(heading.text));
  show(heading.page, found ? [[heading.page, ...found.bbox]] : [], { marks: false });
}

function floats() {
  const { doc_id, tables, figures } = open.document;
  return tables.length + figures.length ? gallery(doc_id, { tables, figures }) : make("p.quiet", {}, word("read.no_floats"));
}

function references() {
  const home = make("ol.references", { "aria-busy": "true" });
  const doc = open.document.doc_id;
  api(`${path(doc)}/references`).then(({ references: all }) => {
    home.removeAttribute("aria-busy");
    home.replaceChildren(...all.map((each) => make("li", {}, each.number === null || each.text.slice(0, 6).includes(each.number) ? null : make("span.number.quiet", {}, `[${each.number}]`), make("span", {}, each.text, " ",
      each.cited ? make("button.link", { type: "button", onclick: () => load(each.cited.doc_id) }, word("read.in_library")) : null))));
    if (!all.length) home.replaceWith(make("p.quiet", {}, word("read.no_references")));
  }, (fault) => home.replaceWith(failure(fault, () => side("references"))));
  return home;
}

function search() {
  const field = make("input", { type: "search", "aria-label": word("read.find"), placeholder: word("read.find"), value: open.found?.query || "" });
  const form = make("form.finding", { role: "search" }, field, icon("‹", "read.previous", () => step(-1)), icon("›", "read.next", () => step(1)));
  form.addEventListener("submit", (event) => { event.preventDefault(); field.value.trim() === open.found?.query ? step(1) : find(field.value.trim()); });
  field.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.shiftKey) { event.preventDefault(); step(-1); } });
  field.addEventListener("input", () => { if (!field.value) find(""); });
  setTimeout(() => field.isConnected && field.focus());
  return [form, make("p.count.quiet", { role: "status" }), make("ol.places"), ...(open.found ? [queued()] : [])];
}

// The list is drawn once it is in the page.
function queued() { setTimeout(drawPlaces); return ""; }

async function find(query) {
  if (!query) { open.found = null; mark("hit", []); drawPlaces(); return; }
  const doc = open.document.doc_id;
  try {
    const found = await api(`${path(doc)}/find?${new URLSearchParams({ query })}`);
    if (open.document.doc_id !== doc) return;
    open.found = { ...found, at: found.places.findIndex((each) => each.page >= open.page) };
    if (open.found.at < 0) open.found.at = 0;
    drawPlaces();
    if (found.total) step(0);
    else mark("hit", []);
  } catch (fault) {
    element.querySelector(".count")?.replaceChildren(fault.message);
  }
}

function drawPlaces() {
  const home = element.querySelector(".places");
  if (!home) return;
  const { total = 0, places = [] } = open.found || {};
  home.replaceChildren(...places.map((each, index) => make("li", {}, make("button", { type: "button", onclick: () => { open.found.at = index; step(0); } },
    make("span.quiet", {}, `${each.page}`), make("span", {}, `…${each.before}`, make("mark", {}, each.text), `${each.after}…`)))));
  element.querySelector(".count").textContent = !open.found ? "" : total ? "" : word("read.not_found");
}

function step(way) {
  const { places = [], total } = open.found || {};
  if (!places.length) return;
  open.found.at = (open.found.at + way + places.length) % places.length;
  const here = places[open.found.at];
  mark("hit", places.flatMap((each) => each.bbox), here.bbox);
  go(here.page, here.bbox);
  element.querySelector(".count").textContent = word("evidence.position", { n: open.found.at + 1, of: total });
  [...element.querySelectorAll(".places li")].forEach((each, index) => each.toggleAttribute("data-current", index === open.found.at));
  element.querySelector(".places [data-current]")?.scrollIntoView({ block: "nearest" });
}

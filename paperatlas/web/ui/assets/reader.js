// A paper to be read: its pages, what is marked on them, and what stands beside them.
const open = { document: null, texts: new Map(), page: 1, zoom: 1, view: "outline", found: null, boxes: [], answer: null };
const home = element.querySelector(".reader");

function frame() {
  home.replaceChildren(
    make("div.bar", {}, chooser(), make("span.spring"), make("span.pager", {}, icon("‹", "read.page_before", () => go(Math.max(1, open.page - 1))), jump(), make("span.of.quiet"), icon("›", "read.page_after", () => go(Math.min(open.document.sheets.length, open.page + 1)))),
      make("span.zooms", {}, icon("−", "evidence.smaller", () => zoom(open.zoom / 1.2)), icon("+", "evidence.bigger", () => zoom(open.zoom * 1.2)), button(".action", "read.fit", () => fit())), make("span.taking")),
    make("aside.side", {}, tabs(), make("div.view", { role: "tabpanel", tabindex: 0 })),
    make("div.pages", { tabindex: 0, role: "region", "aria-label": word("read.pages") }));
  const pages = home.querySelector(".pages");
  let later = 0;
  pages.addEventListener("scroll", () => { cancelAnimationFrame(later); later = requestAnimationFrame(whereAmI); });
  document.addEventListener("keydown", (event) => {
    const isShown = home.isConnected && home.offsetParent !== null;
    if (isShown && (event.ctrlKey || event.metaKey) && event.key === "f" && open.document) { event.preventDefault(); element.querySelector(".side").classList.add("shown"); side("search"); }
  });
}

function jump() {
  const field = make("input.jump", { inputmode: "numeric", "aria-label": word("read.page"), value: "1", maxlength: 6 });
  field.addEventListener("change", () => { const n = Number(field.value); if (open.document && n >= 1 && n <= open.document.sheets.length) go(n); else field.value = open.page; });
  field.addEventListener("focus", () => field.select());
  return field;
}

// Which paper: by words of its title, authors or name.
function chooser() {
  return atlas.menu(".papers", word("read.choose"), (panel) => {
    const field = make("input", { type: "search", placeholder: word("library.filter"), "aria-label": word("library.filter") });
    const found = make("ul.found");
    const look = async () => {
      const { documents = [] } = await api(`documents?${new URLSearchParams({ query: field.value, sort: "title", limit: 30 })}`).catch(() => ({}));
      found.replaceChildren(...documents.map((each) => make("li", {}, make("button", { type: "button", onclick: () => { panel.closest("details").open = false; load(each.doc_id); } }, make("span", {}, each.title || each.doc), make("span.quiet", {}, [each.authors[0], each.year].filter(Boolean).join(" · "))))));
      if (!documents.length) found.replaceChildren(make("li.quiet", {}, word("library.none_found")));
    };
    let later = 0;
    field.addEventListener("input", () => { clearTimeout(later); later = setTimeout(look, 150); });
    panel.replaceChildren(field, found);
    field.focus();
    look();
  });
}

async function load(doc, { page = 1, boxes = [] } = {}) {
  home.classList.remove("resting");
  if (open.document?.doc_id !== doc) {
    home.querySelector(".pages").replaceChildren(make("p.quiet.loading", { "aria-busy": "true" }, word("papers.loading")));
    let said;
    try {
      said = await api(path(doc));
    } catch (fault) {
      home.querySelector(".pages").replaceChildren(failure(fault, () => load(doc, { page, boxes })));
      return;
    }
    Object.assign(open, { document: said, texts: new Map(), page: 1, found: null });
    home.querySelector(".papers summary").textContent = said.title || said.doc;
    home.querySelector(".of").textContent = `/ ${said.sheets.length}`;
    home.classList.toggle("unprinted", !isPrinted());
    drawPages();
    fit(1.25);
    side("outline");
  }
  show(page, boxes);
}

// A page with what is marked on it: what was asked for, and all that the last answer cites of this paper.
function show(page, boxes = [], { marks = true } = {}) {
  if (marks) {
    open.boxes = boxes;
    mark("cited", [...cited().flatMap((each) => each.bbox), ...boxes], boxes);
    taking();
  }
  go(page, boxes);
}

const cited = () => (open.answer?.citations || []).filter((each) => each.doc_id === open.document?.doc_id && each.bbox.length);

// The copy of the paper with these marks, each with the claim that it proves.
function taking() {
  const printedToo = open.document.doc.toLowerCase().endsWith(".pdf");
  const any = cited().length || open.boxes.length;
  home.querySelector(".taking").replaceChildren(...(any && printedToo ? [make("button.action", { type: "button", onclick: (event) => take(event.currentTarget) }, word("read.take"))] : []));
}

async function take(made) {
  const claims = (n) => open.answer.claims.filter((claim) => claim.citations.includes(n)).map((claim) => claim.text);
  const marks = cited().map((each) => ({ bbox: each.bbox, text: [open.answer.question, ...claims(each.n)].join("\n\n").slice(0, 4000) }));
  if (!marks.length) marks.push({ bbox: open.boxes });
  made.disabled = true;
  try {
    const copy = await ask(`${path(open.document.doc_id)}/annotated`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ marks }) }).then((said) => said.blob());
    const link = make("a", { href: URL.createObjectURL(copy), download: open.document.doc.split("/").pop().replace(/\.pdf$/i, " (marked).pdf") });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (fault) {
    toast(`${fault.message} ${fault.hint}`);
  }
  made.disabled = false;
}

frame();
home.classList.add("resting");
home.querySelector(".pages").replaceChildren(make("div.empty", {}, make("h2", {}, word("read.empty")), make("p", {}, word("read.empty_hint"))));
hear(element, "shown", ({ answer }) => { if (answer) open.answer = answer; }, { late: true });
hear(element, "read", ({ doc_id, page, boxes }) => load(doc_id, { page, boxes }), { late: true });

// One paper: what it is, how it was read, what can be set right, and its tables and figures.
const FIELDS = ["title", "authors", "year", "venue", "doi", "arxiv_id"];

async function pick(doc) {
  state.picked = doc;
  for (const each of element.querySelectorAll(".paper")) each[each.dataset.doc === doc ? "setAttribute" : "removeAttribute"]("aria-current", "true");
  const home = element.querySelector(".one");
  home.classList.toggle("open", Boolean(doc));
  if (!doc) { home.replaceChildren(make("p.quiet.rest", {}, word("library.rest"))); return; }
  home.replaceChildren(make("p.quiet", { "aria-busy": "true" }, word("papers.loading")));
  try {
    const [document, report] = await Promise.all([api(path(doc)), api(`${path(doc)}/report`)]);
    if (state.picked === doc) home.replaceChildren(...card(document, report).filter(Boolean));
  } catch (fault) {
    if (state.picked === doc) home.replaceChildren(closer(), failure(fault, () => pick(doc)));
  }
}

const closer = () => icon("×", "papers.close", () => { const row = element.querySelector('.paper[aria-current="true"] .open'); pick(null); row?.focus(); });

function card(document, report) {
  const doc = document.doc_id, may = !state.about?.read_only;
  const where = [document.venue, document.year].filter(Boolean).join(" · ");
  return [
    make("header", {}, make("div", {}, make("h2", {}, document.title || document.doc), make("p.by", {}, authors(document.authors)), make("p.quiet", {}, where), against(document)), closer()),
    make("div.actions", {}, button(".main", "library.read", () => openInRead(doc)), make("button.action", { type: "button", onclick: bibtex(doc) }, word("library.bibtex")),
      make("a.action", { href: `api/v1/${path(doc)}/original`, download: "" }, word("library.original")),
      may ? button(".action", "library.again", () => again(doc)) : null, may ? button(".action", "library.remove", () => remove(document)) : null),
    versions(doc), collectionsOf(document, may), may ? metadataForm(doc) : null, reportOf(doc, report), floats(doc, document),
  ];
}

// What was published against a paper, each with a way to it.
function against({ standing, notices }) {
  if (!standing) return null;
  const told = notices.map((notice) => (notice.doi ? make("a", { href: `https://doi.org/${encodeURI(notice.doi)}`, target: "_blank", rel: "noreferrer" }, notice.doi) : null)).filter(Boolean);
  return make("p.sign.against", {}, `⚠ ${word(`papers.${standing}`)}`, ...told.flatMap((link) => [" ", link]));
}

const bibtex = (doc) => async ({ currentTarget }) => {
  const entry = await ask(`${path(doc)}/bibtex`).then((said) => said.text(), () => null);
  if (entry) copyFrom(currentTarget, entry);
};

async function again(doc) {
  try {
    follow(await api(`${path(doc)}/read-again`, { method: "POST" }));
  } catch (fault) {
    toast(`${fault.message} ${fault.hint}`);
  }
}

function versions(doc) {
  const work = state.works.find((each) => each.documents.some((one) => one.doc_id === doc));
  if (!work) return null;
  const others = work.documents.filter((each) => each.doc_id !== doc);
  return make("p.hint.versions", {}, word("library.versions", { reason: work.reason }), " ", ...others.flatMap((each) => [make("button.link", { type: "button", onclick: () => pick(each.doc_id) }, each.title || each.doc), " "]));
}

function collectionsOf(document, may) {
  const doc = document.doc_id;
  const change = async (name, options) => {
    try {
      const where = `collections/${encodeURIComponent(name)}${options.method === "DELETE" ? `/${encodeURIComponent(doc)}` : ""}`;
      await whenFree(() => ask(where, options));
      await changed();
      if (state.picked === doc) pick(doc);
    } catch (fault) {
      toast(`${fault.message} ${fault.hint}`);
    }
  };
  const put = { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ documents: [doc] }) };
  const field = make("input", { type: "text", list: "atlas-collections", placeholder: word("library.add_to"), "aria-label": word("library.add_to"), maxlength: 200 });
  const form = make("form", {}, field, make("datalist", { id: "atlas-collections" }, ...state.collections.map((name) => make("option", { value: name }))));
  form.addEventListener("submit", (event) => { event.preventDefault(); if (field.value.trim()) change(field.value.trim(), put); });
  const tags = document.collections.map((name) => make("span.tag", {}, name, may ? icon("×", "library.take_out", () => change(name, { method: "DELETE" }), { name }) : null));
  return make("div.collections", {}, ...tags, may ? form : null);
}

function metadataForm(doc) {
  const home = make("details.metadata", {}, make("summary", {}, word("library.metadata")));
  home.addEventListener("toggle", () => { if (home.open && !home.querySelector("form")) api(`${path(doc)}/metadata`).then((said) => home.append(fields(doc, said)), (fault) => home.append(failure(fault))); });
  return home;
}

function fields(doc, { metadata, stated, corrected }) {
  const shown = (value) => (Array.isArray(value) ? value.join("; ") : value ?? "");
  const form = make("form", { novalidate: true }, ...FIELDS.map((name) => {
    const field = make(["title", "authors"].includes(name) ? "textarea" : "input", { name, rows: 2, ...(name === "year" ? { inputmode: "numeric" } : {}) });
    field.value = shown(metadata[name]);
    const says = corrected.includes(name) ? make("p.quiet", {}, word("library.says", { value: shown(stated[name]) || word("library.says_nothing") }), " ",
      button(".link", "library.give_back", () => save({ [name]: null }))) : null;
    return make("label", {}, make("span", {}, word(`library.field_${name}`)), field, says);
  }), make("button.main", { type: "submit" }, word("library.save")));
  const save = async (body) => {
    form.querySelector(".failed")?.remove();
    try {
      await whenFree(() => api(path(doc), { method: "PATCH", body }));
      toast(word("library.saved"));
      await changed();
      if (state.picked === doc) pick(doc);
    } catch (fault) {
      form.append(failure(fault));
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = (name) => form.elements[name].value.trim();
    const values = { title: typed("title"), authors: typed("authors").split(/[;\n]+/).map((each) => each.trim()).filter(Boolean), year: typed("year") ? Number(typed("year")) : null, venue: typed("venue"), doi: typed("doi"), arxiv_id: typed("arxiv_id") };
    const changes = Object.fromEntries(FIELDS.filter((name) => shown(values[name]) !== shown(metadata[name])).map((name) => [name, values[name]]));
    if (Object.keys(changes).length) save(changes);
  });
  return form;
}

function reportOf(doc, report) {
  const facts = ["pages", "words", "tables", "figures", "equations", "references"].map((name) => counted(name, name === "pages" ? report.pages.length : report[name]));
  const doubts = report.doubts.map((each) => make("li", {}, each.page ? make("button.link", { type: "button", onclick: () => openInRead(doc, each.page) }, word("ask.page", { n: each.page })) : null, " ", each.message));
  const kinds = ["words", "tables", "figures", "equations"];
  const pages = make("table.grid", {}, make("thead", {}, make("tr", {}, ...["page", ...kinds].map((name) => make("th", { scope: "col" }, word(`library.col_${name}`))))),
    make("tbody", {}, ...report.pages.map((page) => make("tr", {}, make("td", {}, make("button.link", { type: "button", onclick: () => openInRead(doc, page.number) }, `${page.number}`)), ...kinds.map((name) => make("td", {}, `${page[name]}`))))));
  return make("section.report", {}, make("h3", {}, word("library.report")), make("p.quiet", {}, facts.join(" · ")),
    doubts.length ? make("ul.doubts", {}, ...doubts) : make("p.right", {}, `✓ ${word("library.no_doubts")}`),
    make("details", {}, make("summary", {}, word("library.by_page")), make("div.scroll", { tabindex: 0, role: "group", "aria-label": word("library.by_page") }, pages)));
}

const floats = (doc, document) => (document.tables.length + document.figures.length ? make("section", {}, make("h3", {}, word("library.floats")), gallery(doc, document)) : null);

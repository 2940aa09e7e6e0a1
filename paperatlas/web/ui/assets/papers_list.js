// The list of papers, a hundred at a time; rows off the screen cost the browser nothing.
const SORTS = ["title", "authors", "year", "pages", "added"];
const UNDO_SECONDS = 8, PAGE = 100;
const removals = new Set(); // ids of papers that are not shown any more

function tools() {
  const search = make("input.search", { type: "search", placeholder: word("library.filter"), "aria-label": word("library.filter"), value: state.query });
  let later = 0;
  search.addEventListener("input", () => { clearTimeout(later); later = setTimeout(() => { state.query = search.value.trim(); list(); }, 200); });
  const option = (value, text, chosen) => make("option", { value, selected: value === chosen }, text);
  const sort = make("select", { "aria-label": word("library.sort") }, ...SORTS.map((each) => option(each, word(`library.by_${each}`), state.sort)));
  sort.addEventListener("change", () => { state.sort = sort.value; state.descending = ["year", "pages", "added"].includes(sort.value); turn.replaceChildren(arrow()); list(); });
  const arrow = () => (state.descending ? "↓" : "↑");
  const turn = icon(arrow(), "library.turn", () => { state.descending = !state.descending; turn.replaceChildren(arrow()); list(); });
  const within = make("select.within", { "aria-label": word("library.collection") });
  within.addEventListener("change", () => { state.collection = within.value; list(); });
  return make("div.tools", {}, search, make("span.sorting", {}, sort, turn), within);
}

async function fillCollections() {
  const { collections = {} } = await api("collections").catch(() => ({}));
  state.collections = Object.keys(collections);
  const within = element.querySelector(".within");
  if (!within) return;
  if (!(state.collection in collections)) state.collection = "";
  within.hidden = !state.collections.length;
  within.replaceChildren(make("option", { value: "" }, word("library.all")),
    ...Object.entries(collections).map(([name, n]) => make("option", { value: name, selected: name === state.collection }, `${name} (${n})`)));
}

// From the top; `keeps` the rows that are shown until the new ones are there.
async function list() {
  const turn = state.turn = (state.turn || 0) + 1;
  const home = element.querySelector(".rows");
  if (!home) return;
  home.setAttribute("aria-busy", "true");
  try {
    const found = await api(`documents?${params("")}`);
    if (turn !== state.turn) return;
    home.removeAttribute("aria-busy");
    state.total = found.total;
    home.replaceChildren(...rowsOf(found));
    if (!found.total) home.replaceChildren(make("li.empty", {}, make("p", {}, word("library.none_found"))));
    told();
    await more(found.next, turn);
  } catch (fault) {
    home.removeAttribute("aria-busy");
    home.replaceChildren(make("li", {}, failure(fault, list)));
  }
}

const params = (after) => new URLSearchParams({ query: state.query, collection: state.collection, sort: state.sort, descending: state.descending, limit: PAGE, after });

const rowsOf = (found) => found.documents.filter((each) => !removals.has(each.doc_id)).map(row);

// The next hundred when the end of the list comes near.
function more(next, turn) {
  if (!next) return;
  const home = element.querySelector(".rows");
  const end = make("li.end.quiet", {}, word("library.more"));
  home.append(end);
  new IntersectionObserver(async ([seen], watcher) => {
    if (!seen.isIntersecting) return;
    watcher.disconnect();
    const found = await api(`documents?${params(next)}`).catch(() => null);
    if (turn !== state.turn) return;
    end.remove();
    if (found) { home.append(...rowsOf(found)); more(found.next, turn); }
  }, { rootMargin: "600px" }).observe(end);
}

function told() {
  const said = element.querySelector(".told");
  const total = state.total - removals.size;
  said.textContent = state.query || state.collection ? word("library.shown", { n: total.toLocaleString() }) : "";
}

function authors(names) {
  return names.length > 3 ? word("library.and_others", { names: names.slice(0, 2).join(", "), n: names.length - 2 }) : names.join(", ");
}

function row(document) {
  const doubts = document.report?.doubts || 0;
  const signs = [
    document.standing ? make("span.sign.against", {}, `⚠ ${word(`papers.${document.standing}`)}`) : null,
    document.status !== "ok" ? make("span.sign.doubt", {}, word(`library.${document.status}`)) : null,
    doubts ? make("span.sign", { title: word("library.doubts_hint") }, counted("doubts", doubts)) : null,
    ...document.collections.map((name) => make("span.tag", {}, name)),
  ];
  const facts = [document.year, counted("pages", document.pages)].filter(Boolean).join(" · ");
  return make("li.paper", { "data-doc": document.doc_id, "aria-current": document.doc_id === state.picked ? "true" : null },
    make("button.open", { type: "button", onclick: () => pick(document.doc_id) }, make("span.title", {}, document.title || document.doc), make("span.by", {}, authors(document.authors) || document.doc)),
    make("span.facts.quiet", {}, facts), make("span.signs", {}, ...signs),
    make("span.acts", {}, button(".action", "library.read_it", () => openInRead(document.doc_id)), state.about?.read_only ? null : icon("×", "library.remove_it", () => remove(document), { title: document.title || document.doc })));
}

// The row goes at once; the paper when the server has waited for an undo, whether this page is open or not.
async function remove(document) {
  const made = element.querySelector(`.paper[data-doc="${CSS.escape(document.doc_id)}"]`);
  const beside = made?.nextElementSibling || made?.previousElementSibling;
  made?.remove();
  beside?.querySelector("button")?.focus();
  if (state.picked === document.doc_id) pick(null);
  removals.add(document.doc_id);
  told();
  try {
    leaving(await api("removals", { body: { document: document.doc_id } }));
  } catch (fault) {
    stays(document.doc_id, fault);
  }
}

function leaving(removal) {
  removals.add(removal.document);
  toast(word("library.removed", { title: removal.title || removal.doc }), {
    action: word("library.undo"), act: () => callBack(removal), over: () => awaitRemoval(removal), seconds: UNDO_SECONDS,
  });
}

async function callBack(removal) {
  try {
    const now = await api(`removals/${removal.id}`, { method: "DELETE" });
    stays(removal.document, now.state === "cancelled" ? null : { message: word("library.too_late") });
  } catch (fault) {
    stays(removal.document, fault);
  }
}

function stays(doc, fault) {
  if (fault) toast([fault.message, fault.hint].filter(Boolean).join(" "));
  removals.delete(doc);
  list();
}

async function awaitRemoval(removal) {
  for (;;) {
    const now = await api(`removals/${removal.id}`).catch((fault) => ({ state: fault.code === "unreachable" ? "waiting" : "done" }));
    if (now.state === "failed") return stays(removal.document, now.error);
    if (["done", "cancelled"].includes(now.state)) break;
    if (!element.isConnected) return;
    await new Promise((done) => setTimeout(done, 700));
  }
  removals.delete(removal.document);
  changed();
}

// Those that are under way, also since before the server was started anew.
async function resumeRemovals() {
  const { removals: all = [] } = state.about?.read_only ? {} : await api("removals").catch(() => ({}));
  for (const each of all) if (["waiting", "running"].includes(each.state) && !removals.has(each.document)) leaving(each);
}

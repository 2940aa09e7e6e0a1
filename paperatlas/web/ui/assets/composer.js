// Where a question is written, and the part of the library that it is put to.
const scope = { documents: new Map(), collections: new Set(), without_model: false };
const MOST_LISTED = 30;
const narrowed = () => scope.documents.size + scope.collections.size > 0;

const asking = make("form.asking", { onsubmit: (event) => { event.preventDefault(); send(); } });
const field = make("textarea", { rows: 1, maxlength: 4000, placeholder: word("ask.placeholder"), "aria-label": word("ask.question"), autocomplete: "off" });
const sendButton = make("button.send", { type: "submit", id: "send" }, word("ask.send"));
const stopButton = make("button.stop", { type: "button", id: "stop", hidden: true, onclick: () => stop() }, word("ask.stop"));
const chosen = make("div.chosen");
const noModel = make("label.choice", { hidden: true }, make("input", { type: "checkbox", onchange: (event) => { scope.without_model = event.target.checked; } }), word("ask.without_model"));

const scopeMenu = atlas.menu(".scope", word("ask.scope"), fillScope);
scopeMenu.id = "scope";
asking.append(chosen, make("div.line", { id: "question" }, field, sendButton, stopButton), make("div.choices", {}, scopeMenu, noModel));

// As many lines as are written; the page's own scrolling does the rest.
const fit = () => { field.style.height = "auto"; field.style.height = `${Math.min(field.scrollHeight + 2, 180)}px`; };
field.addEventListener("input", fit);
field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return; // a word of Chinese is being chosen by Enter
  event.preventDefault();
  send();
});

function send() {
  const text = field.value.trim();
  if (!text || running()) return;
  field.value = "";
  fit();
  ask(text);
}

const put = () => ({
  documents: [...scope.documents.keys()], collections: [...scope.collections], use_llm: !scope.without_model, ...bounds,
});

function fillScope(panel) {
  const found = make("div.found", { role: "group", "aria-label": word("ask.papers") });
  const search = make("input", { type: "search", placeholder: word("ask.find_papers"), "aria-label": word("ask.find_papers") });
  const collections = make("div.collections");
  panel.replaceChildren(search, collections, found);
  let asked = 0;
  const look = async () => {
    const turn = (asked += 1);
    const said = await api(`documents?limit=${MOST_LISTED}&query=${encodeURIComponent(search.value.trim().slice(0, 300))}`).catch((fault) => ({ fault }));
    if (turn !== asked) return; // a later one was typed meanwhile
    if (said.fault) return found.replaceChildren(make("p.quiet", {}, said.fault.message));
    found.replaceChildren(...said.documents.map((each) => choice(each.title || each.doc, scope.documents.has(each.doc_id), (on) => (on ? scope.documents.set(each.doc_id, each.title || each.doc) : scope.documents.delete(each.doc_id)))),
      said.total > said.documents.length ? make("p.quiet", {}, word("ask.more_papers", { n: said.total - said.documents.length })) : "",
      said.total ? "" : make("p.quiet", {}, word("ask.no_papers_found")));
  };
  let waiting;
  search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(look, 150); });
  look();
  api("collections").then(({ collections: all }) => collections.replaceChildren(...Object.entries(all).map(([name, size]) =>
    choice(`${name} (${size})`, scope.collections.has(name), (on) => (on ? scope.collections.add(name) : scope.collections.delete(name))))), () => {});
  search.focus();
}

function choice(label, on, change) {
  return make("label.choice", {}, make("input", { type: "checkbox", checked: on, onchange: (event) => { change(event.target.checked); drawScope(); } }), make("span", {}, label));
}

function drawScope() {
  const token = (label, drop) => make("button.token", { type: "button", "aria-label": word("ask.drop", { what: label }), onclick: () => { drop(); drawScope(); field.focus(); } }, make("span", {}, label), " ×");
  chosen.replaceChildren(
    ...[...scope.collections].map((name) => token(name, () => scope.collections.delete(name))),
    ...[...scope.documents].map(([id, label]) => token(label, () => scope.documents.delete(id))));
}

// The picture: the visualiser that a page by itself has too, fed by the library.
let graph = null;
let shown = "";

const stats = () => (stats.asked ??= api("graph"));

// Only once: its script and its looks come from the same address as the rest.
const visualiser = () => (visualiser.asked ??= Promise.all([looks(), script()]));

// Within the tab alone, and before what the page says of buttons and paragraphs.
async function looks() {
  const text = await (await window.atlas.ask("graph/view.css")).text();
  document.head.append(make("style", {}, `#graph-tab {${text}}`));
}

const script = () => new Promise((done, fail) => {
  const broken = () => fail(Object.assign(new Error(word("fault.unreachable")), { hint: word("fault.unreachable_hint") }));
  document.head.append(make("script", { src: "api/v1/graph/view.js", onload: done, onerror: broken }));
});

async function load() {
  const map = picture.querySelector(".map");
  if (!graph) map.replaceChildren(make("div.empty", {}, waiting(word("graph.drawing"))));
  try {
    stats.asked = null;
    const size = await stats();
    if (!size.entities) return nothing(map, size);
    const [data] = await Promise.all([api("graph/map"), visualiser()]);
    graph?.end();
    graph = window.paperatlasGraph.mount(map, data, { pages: true, language: atlasChoices.language, more: (id) => api(`graph/map/around/${encodeURIComponent(id)}`), find });
    map.graph = graph; // the element knows what it shows
    shown = JSON.stringify(size);
    home.dataset.state = "ready";
    bench.hidden = false;
    if (!bench.childElementCount) fill();
  } catch (fault) {
    visualiser.asked = window.paperatlasGraph ? visualiser.asked : null;
    graph?.end();
    graph = null;
    home.dataset.state = "failed";
    map.replaceChildren(make("div.empty", {}, failed(fault, load)));
  }
}

function nothing(map, size) {
  const papers = size.documents.length + size.unread.length;
  const state = papers ? "nothing" : "no_papers";
  const add = papers ? null : document.getElementById("tab-library-button") && button(".main", word("graph.add_papers"), () => window.atlas.tab("library"));
  home.dataset.state = "empty";
  bench.hidden = true;
  map.replaceChildren(make("div.empty", {}, make("h2", {}, word(`graph.${state}`)), make("p", {}, word(`graph.${state}_hint`)), add || null));
}

const find = async (words) => {
  const { entities } = await api(`graph/entities?${new URLSearchParams({ query: words, limit: 12 })}`);
  return entities.map(({ id, name, type }) => ({ id, name, kind: type }));
};

const drawn = (name) => graph?.view.model.entities.find((each) => each.name === name || each.aliases.includes(name));

// By id or name; fetched where it is not drawn yet.
async function pick(name) {
  const known = graph.view.model.byId.get(name) ?? drawn(name);
  if (known) return graph.select(known.id);
  try {
    const data = await api(`graph/map/around/${encodeURIComponent(name)}`);
    graph.add(data);
    graph.select((drawn(name) ?? graph.view.model.byId.get(name))?.id ?? data.entities[0].id);
  } catch (fault) {
    beside(failed(fault));
  }
}

// Some of them lit, by id or name, and the others dimmed; those that are not drawn yet are fetched.
async function light(title, names, options) {
  if (!names.length || !graph) return;
  try {
    const data = await api(`graph/map/entities?${names.map((name) => `entity=${encodeURIComponent(name)}`).join("&")}`);
    graph.add(data);
    const wanted = options?.row ? names : data.entities.map((each) => each.id);
    graph.group(title, wanted, options);
  } catch (fault) {
    if (fault.code !== "unknown_entity") beside(failed(fault));
  }
}

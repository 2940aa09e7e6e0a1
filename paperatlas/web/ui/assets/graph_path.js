// The ways between two entities, each step with what shows it.

// A field for a name, with the names that there are.
function nameField(label) {
  const id = `graph-names-${Math.random().toString(36).slice(2)}`;
  const list = make("datalist", { id });
  const field = make("input", { type: "text", list: id, placeholder: label, "aria-label": label, autocomplete: "off", spellcheck: "false", maxlength: 300 });
  let due = 0;
  field.addEventListener("input", () => {
    clearTimeout(due);
    due = setTimeout(async () => {
      const words = field.value.trim();
      if (!words) return;
      const { entities } = await api(`graph/entities?${new URLSearchParams({ query: words, limit: 12 })}`).catch(() => ({ entities: [] }));
      list.replaceChildren(...entities.map((each) => make("option", { value: each.name }, each.type)));
    }, 150);
  });
  return { field, list, name: () => field.value.trim() };
}

function pathForm() {
  const [from, to] = [nameField(word("graph.from")), nameField(word("graph.to"))];
  const find = () => from.name() && to.name() && findPaths(from.name(), to.name());
  const turn = button(".plain", "⇄", () => { [from.field.value, to.field.value] = [to.field.value, from.field.value]; }, { "aria-label": word("graph.swap"), title: word("graph.swap") });
  return form(find, from.field, from.list, turn, to.field, to.list, make("button.main", { type: "submit" }, word("graph.find_way")));
}

async function findPaths(source, target) {
  const turn = begin(word("graph.looking"));
  try {
    const { paths } = await api(`graph/paths?${new URLSearchParams({ source, target, max_hops: 4 })}`);
    if (turn === asking) showPaths(source, target, paths);
  } catch (fault) {
    if (turn === asking) beside(failed(fault));
  }
}

function showPaths(source, target, paths) {
  const title = word("graph.between", { a: source, b: target });
  if (!paths.length) {
    beside(make("h3", {}, title), make("p", {}, word("graph.no_way")));
    return;
  }
  const show = (path) => light(title, path.entities.map((each) => each.id), { row: true });
  beside(make("h3", { tabindex: -1 }, title), make("p.quiet", {}, word(paths.length === 1 ? "graph.way_count" : "graph.ways_count", { n: paths.length })),
    ...paths.map((path, at) => make("details.way", { open: at === 0, ontoggle: (event) => event.currentTarget.open && show(path) },
      make("summary", {}, path.entities.map((each) => each.name).join(" → ")), ...path.steps.map(step))));
}

const PASSAGE = 400; // characters of a passage that are read here; the page has the rest
const beginning = (text) => (text.length > PASSAGE ? `${text.slice(0, PASSAGE).replace(/\S*$/, "")}…` : text);

function step(each) {
  const shows = each.relations.length ? each.relations.slice(0, 3).map(said)
    : each.passages.slice(0, 2).map((passage) => said({ ...passage, quote: beginning(passage.text) }));
  const left = each.relations.length - 3;
  return make("section.step", {}, make("h4", {}, `${each.source} → ${each.target}`),
    each.relations.length ? null : make("p.quiet", {}, word("graph.named_together")), ...shows,
    left > 0 ? make("p.quiet", {}, word("graph.more_quotes", { n: left })) : null);
}

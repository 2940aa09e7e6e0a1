// Names that may be one: a person decides, and what was decided holds whatever the rules say later.
async function showNames() {
  const turn = begin(word("graph.comparing"));
  try {
    const { doubts, total } = await api("graph/doubts");
    if (turn !== asking) return;
    const lead = doubts.length ? word("graph.doubts_hint", { n: total }) : word("graph.no_doubts");
    beside(make("h3", { tabindex: -1 }, word("graph.names")), make("p.quiet", {}, lead), ...doubts.map(doubt), readOnly() ? make("p.quiet", {}, word("graph.read_only")) : byHand());
  } catch (fault) {
    if (turn === asking) beside(failed(fault, showNames));
  }
}

const readOnly = () => Boolean(props.value?.read_only);

function doubt({ names, types, docs, why }) {
  const kind = types[0] === types[1] ? types[0] : "";
  const side = (at) => make("div", {}, button(".entity", names[at], () => pick(names[at])), make("p.quiet", {}, `${types[at]} · ${docs[at]}`));
  return make("article.doubt", {}, side(0), side(1), make("p.why", {}, why), readOnly() ? null : verdicts(() => names, kind));
}

// Two buttons, and then what was decided with a way to decide otherwise.
function verdicts(names, kind = "") {
  const home = make("div.acts");
  const note = make("span.quiet", { role: "status" });
  const decide = async (verdict) => {
    if (names().some((name) => !name)) return;
    for (const each of home.querySelectorAll("button")) each.disabled = true;
    note.textContent = word("graph.deciding");
    try {
      await api("graph/decisions", { body: { verdict, names: names(), kind } });
      note.textContent = word(verdict === "same" ? "graph.made_one" : "graph.kept_apart");
      for (const each of home.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each.dataset.verdict === verdict));
      load();
    } catch (fault) {
      note.textContent = [fault.message, fault.hint].join(" ");
    }
    for (const each of home.querySelectorAll("button")) each.disabled = false;
  };
  const one = (verdict) => button(".plain", word(`graph.${verdict}`), () => decide(verdict), { "data-verdict": verdict, "aria-pressed": "false" });
  home.append(one("same"), one("different"), note);
  return home;
}

function byHand() {
  const [one, other] = [nameField(word("graph.one_name")), nameField(word("graph.other_name"))];
  return make("section.by-hand", {}, make("h4", {}, word("graph.by_hand")), make("p.quiet", {}, word("graph.by_hand_hint")),
    one.field, one.list, other.field, other.list, verdicts(() => [one.name(), other.name()]));
}

// One run: what was counted, what it is worth, and each question with what was said to it.
async function run(id) {
  view.replaceChildren(back(), make("p.quiet", { role: "status" }, word("papers.loading")));
  let found;
  try {
    found = await api(`evaluations/${encodeURIComponent(id)}`);
  } catch (fault) {
    view.replaceChildren(back(), failure(fault, () => run(id)));
    return;
  }
  const { made } = found;
  const facts = [moment(made.started), some("documents", made.documents), embedder(made.embedder), made.model || word("head.no_model"), made.judge ? word("evaluate.judged_by", { name: made.judge }) : "", `PaperAtlas ${made.version}`];
  const report = (form) => make("a.action", { href: `api/v1/evaluations/${encodeURIComponent(id)}/report?format=${form}`, download: true }, word(`evaluate.report_${form}`));
  const others = state.runs.filter((each) => each.id !== id && each.made.questions === made.questions);
  const compare = others.length ? atlas.menu(".with", word("evaluate.compare_with"), (panel) => panel.replaceChildren(...others.slice(0, 30).map((each) =>
    make("button.action.row", { type: "button", onclick: () => show("compare", [each.id, id]) }, `${moment(each.made.started)} · ${way(each.made.config)} · ${scopeOf(each.made)}`)))) : "";
  view.replaceChildren(back(),
    make("header.title", {}, make("div", {}, heading(`${made.questions}: ${way(made.config)}`), make("p.quiet", {}, [scopeOf(made), ...facts].filter(Boolean).join(" · "))), make("div.acts", {}, compare, report("html"), report("markdown"))),
    countsOf(found), make("div.beside", {}, figureTable(found), found.risk_coverage.length ? riskChart(found.risk_coverage) : ""),
    byKind(found), questionsOf(found));
  view.querySelector("h2").focus();
}

const countsOf = (found) => make("p.counted", {}, make("span", {}, make("strong", {}, formatted(found.n)), ` ${word("evaluate.asked")}`), make("span", {}, make("strong", {}, formatted(found.scored)), ` ${word("evaluate.scored")}`),
  make(found.failed ? "span.bad" : "span", {}, make("strong", {}, formatted(found.failed)), ` ${word("evaluate.failed_word")}`), found.failed ? make("span.quiet", {}, word("evaluate.failed_means")) : null);

// What a language model took is told where there was one.
const OF_MODELS = ["llm_calls", "llm_tokens", "cost_usd"];

function figureTable({ metrics, made }) {
  const names = Object.keys(metrics).filter((name) => made.model || !OF_MODELS.includes(name));
  if (!names.length) return make("p.quiet", {}, word("evaluate.no_figures"));
  const row = (name) => {
    const each = metrics[name];
    return make("tr", {}, make("th", { scope: "row" }, measure(name), make("span.quiet.under", {}, meaning(name))), make("td.bar-cell", {}, isShare(name) ? bar(each, name) : ""),
      make("td.number", {}, make("strong", {}, valued(name, each.value)), make("span.quiet.under", {}, ranged(name, each.low, each.high))), make("td.number.quiet", {}, formatted(each.n)));
  };
  return make("div.scroll.plainly", { tabindex: 0, role: "region", "aria-label": word("evaluate.figures") }, make("table.figures", {}, make("caption", {}, word("evaluate.intervals")),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, word("evaluate.measure")), make("td.bar-cell"), make("th.number", { scope: "col" }, word("evaluate.value")), make("th.number", { scope: "col" }, word("evaluate.rests_on")))), make("tbody", {}, names.map(row))));
}

function byKind({ by_kind }) {
  const names = ["right", "accuracy", "page_hit", "citation_precision", "abstention_recall", "seconds_p50"].filter((name) => Object.values(by_kind).some((each) => each.metrics[name]));
  const row = ([kind, each]) => make("tr", {}, make("th", { scope: "row" }, kind), make("td.counts", {}, counted3(each)),
    names.map((name) => make("td.number", {}, each.metrics[name] ? [valued(name, each.metrics[name].value), make("span.quiet.under", {}, ranged(name, each.metrics[name].low, each.metrics[name].high))] : make("span.quiet", {}, "–"))));
  return make("section.block", {}, heading(word("evaluate.by_kind"), "h3"), make("div.scroll", { tabindex: 0, role: "region", "aria-label": word("evaluate.by_kind") }, make("table.figures", {},
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, word("evaluate.kind")), make("th", { scope: "col" }, word("evaluate.counts")), names.map((name) => make("th.number", { scope: "col", title: meaning(name) }, measure(name))))),
    make("tbody", {}, Object.entries(by_kind).map(row)))));
}

function questionsOf({ items, by_kind }) {
  const list = make("ol.questions"), told = make("p.quiet", { role: "status" });
  const option = (value, text) => make("option", { value }, text);
  const which = make("select", { "aria-label": word("evaluate.outcome") }, option("", word("evaluate.every_outcome")), Object.keys(OUTCOMES).filter((name) => items.some((item) => outcome(item) === name)).map((name) => option(name, word(`evaluate.${name}`))));
  const kind = make("select", { "aria-label": word("evaluate.kind") }, option("", word("evaluate.every_kind")), Object.keys(by_kind).map((each) => option(each, each)));
  const words = make("input", { type: "search", placeholder: word("evaluate.find"), "aria-label": word("evaluate.find") });
  const fill = () => {
    const sought = words.value.trim().toLocaleLowerCase();
    const some = items.filter((item) => (!which.value || outcome(item) === which.value) && (!kind.value || item.kind === kind.value) && `${item.id} ${item.question} ${item.answer || ""}`.toLocaleLowerCase().includes(sought));
    list.replaceChildren(...some.map(questionRow));
    told.textContent = some.length === items.length ? "" : word("evaluate.shown", { n: formatted(some.length), of: formatted(items.length) });
  };
  for (const control of [which, kind, words]) control.addEventListener("input", fill);
  fill();
  return make("section.block", {}, make("header", {}, heading(word("evaluate.questions"), "h3"), make("div.acts", {}, which, kind, words)), told, list);
}

// What it holds is made when it is opened: a run may have thousands of questions.
function questionRow(item) {
  const name = outcome(item), inside = make("div.inside");
  const opened = make("details", {}, make("summary", {}, sign(name), make("span.asked", {}, item.question), make("span.quiet.kind", {}, item.kind)), inside);
  opened.addEventListener("toggle", () => { if (opened.open && !inside.childNodes.length) inside.append(...questionInside(item)); });
  return make("li", { "data-id": item.id }, opened);
}

function questionInside(item) {
  if (item.status === "failed") return [make("div.failed", {}, make("p", {}, item.error.message), make("p.hint", {}, word("evaluate.failed_means")))];
  const cited = item.citations.map((each) => make("li", {}, each.quote ? make("button.quote", { type: "button", onclick: () => openPlace(each), title: word("graph.show_page") }, each.quote) : null,
    button(".link", "evaluate.place", () => openPlace(each), { doc: each.doc, n: each.page })));
  const facts = [word("evaluate.sure", { n: formatted(item.confidence, { style: "percent", maximumFractionDigits: 0 }) }), valued("seconds", item.seconds), ...(item.calls ? [some("calls", item.calls)] : []), ...(item.judged ? [word("evaluate.judge_said", { verdict: item.judged })] : [])];
  return [make("dl", {}, make("dt", {}, word("evaluate.answer")), make("dd.answer-text", {}, item.status === "abstained" ? make("em", {}, word("evaluate.refused")) : "", " ", prose(item.answer)),
    make("dt", {}, word("evaluate.expected")), make("dd", {}, expectedOf(item), " ", (item.evidence || []).map((each) => button(".link", "evaluate.place", () => openPlace(each), { doc: each.doc, n: each.page })))),
    cited.length ? make("div", {}, make("h4", {}, word("evaluate.evidence")), make("ul.cited", {}, ...cited)) : "", make("p.quiet", {}, facts.join(" · "))];
}

const expectedOf = (item) => (item.answerable === false || item.unanswerable ? make("em", {}, word("evaluate.expect_refusal")) : item.expected?.length ? item.expected.map((each) => make("span.key", {}, each)) : make("span.quiet", {}, word("evaluate.not_known")));

// The first view: question sets, what is under way, and the runs there are, as a table and over time.
const COLUMNS = ["right", "accuracy", "page_hit", "abstention_recall", "seconds_p50"];
const chosen = new Set(); // runs to be compared, at most two

function home() {
  view.replaceChildren(
    make("section.block", { "aria-label": word("evaluate.sets") },
      make("header", {}, heading(word("evaluate.sets")), props.value.read_only ? "" : make("div.acts", {}, uploadButton(), button(".plain", "evaluate.make_of", askMaking))),
      make("p.quiet.lead", {}, word("evaluate.sets_lead")), make("div.sets-told"), make("ul.sets", { "aria-label": word("evaluate.sets") })),
    make("section.block", { "aria-label": word("evaluate.runs") }, make("header", {}, heading(word("evaluate.runs")), make("div.acts.comparing")),
      make("ul.jobs", { "aria-label": word("evaluate.under_way") }), make("div.runs"), make("div.over-time")));
  fillSets();
  fillRuns();
  findJobs();
}

async function fillRuns() {
  const list = element.querySelector(".runs");
  if (!list) return;
  try {
    state.runs = (await api("evaluations")).evaluations;
  } catch (fault) {
    list.replaceChildren(failure(fault, fillRuns));
    return;
  }
  for (const id of chosen) if (!state.runs.some((run) => run.id === id)) chosen.delete(id);
  if (!state.runs.length) {
    list.replaceChildren(make("p.quiet.none", {}, word("evaluate.no_runs")));
    element.querySelector(".over-time").replaceChildren();
    return;
  }
  const head = ["when", "questions_of", "how", "counts"].map((name) => make("th", { scope: "col" }, word(`evaluate.${name}`)));
  list.replaceChildren(make("div.scroll", { tabindex: 0, role: "region", "aria-label": word("evaluate.runs") }, make("table.figures", {},
    make("thead", {}, make("tr", {}, make("th", {}, make("span.sr", {}, word("evaluate.compare"))), head, COLUMNS.map((name) => make("th.number", { scope: "col", title: meaning(name) }, measure(name))))),
    make("tbody", {}, state.runs.map(runRow)))));
  compareButton();
  overTime();
}

const counted3 = (run) => [make("span", {}, word("evaluate.scored_n", { n: formatted(run.scored) })), make(run.failed ? "strong.bad" : "span", {}, word("evaluate.failed_n", { n: formatted(run.failed) }))];

function runRow(run) {
  const { made, metrics } = run;
  const box = make("input", { type: "checkbox", checked: chosen.has(run.id), "aria-label": word("evaluate.choose_run", { name: `${made.questions}, ${way(made.config)}, ${moment(made.started)}` }) });
  box.addEventListener("change", () => {
    if (box.checked) chosen.add(run.id);
    else chosen.delete(run.id);
    if (chosen.size > 2) {
      const [first] = chosen;
      chosen.delete(first);
      for (const row of element.querySelectorAll(".runs tr[data-run]")) row.querySelector("input").checked = chosen.has(row.dataset.run);
    }
    compareButton();
  });
  return make("tr", { "data-run": run.id }, make("td", {}, box),
    make("td", {}, make("button.link.open-run", { type: "button", onclick: () => show("run", run.id) }, moment(made.started))), make("td", {}, made.questions),
    make("td", {}, way(made.config), make("span.quiet.under", {}, [scopeOf(made), made.model].filter(Boolean).join(" · "))), make("td.counts", {}, counted3(run)),
    COLUMNS.map((name) => make("td.number", {}, metrics[name] ? [valued(name, metrics[name].value), make("span.quiet.under", {}, ranged(name, metrics[name].low, metrics[name].high))] : make("span.quiet", {}, "–"))));
}

function compareButton() {
  const place = element.querySelector(".comparing");
  if (!place) return;
  const pair = state.runs.map((run) => run.id).filter((id) => chosen.has(id)).toReversed(); // the earlier one is A
  const act = make("button.plain", { type: "button", disabled: pair.length !== 2, onclick: () => show("compare", pair) }, word("evaluate.compare"));
  place.replaceChildren(...(state.runs.length > 1 ? [make("span.quiet", {}, word("evaluate.choose_two")), act] : []));
}

// One question set at a time: figures of different questions are not comparable.
function overTime() {
  const place = element.querySelector(".over-time");
  const of = [...new Set(state.runs.map((run) => run.made.questions))];
  state.charted = of.includes(state.charted) ? state.charted : of[0];
  const own = state.runs.filter((run) => run.made.questions === state.charted).toReversed();
  if (state.runs.length < 2) return place.replaceChildren();
  const names = [...new Set(own.flatMap((run) => Object.keys(run.metrics)))];
  const option = (value, text, now) => make("option", { value, selected: value === now }, text);
  const set = make("select", { "aria-label": word("evaluate.questions_of"), onchange: (event) => { state.charted = event.target.value; overTime(); } }, of.map((each) => option(each, each, state.charted)));
  const what = make("select", { "aria-label": word("evaluate.measure"), onchange: (event) => { state.measure = event.target.value; overTime(); } }, names.map((each) => option(each, measure(each), state.measure)));
  const focus = place.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : "";
  place.replaceChildren(make("div.chart-head", {}, make("h3", {}, word("evaluate.over_time")), what, set), make("p.quiet", {}, meaning(state.measure)), timeChart(own, names.includes(state.measure) ? state.measure : names[0]));
  if (focus) place.querySelector(`[aria-label="${CSS.escape(focus)}"]`)?.focus();
}

// Papers by questions: each cell with its sources, or not stated. One paper is asked at a time, so that rows come as they are done.
const { make, say, hear, word, api } = window.atlas;
const { chip, prose } = window.atlas.cited;
const ASPECTS = ["contribution", "method", "data", "result", "limits"]; // answered by the sentences that say such things
const MOST_PAPERS = 200, MOST_QUESTIONS = 8;
const home = element.querySelector(".matrix");
home.setAttribute("aria-label", word("matrix.matrix"));
home.setAttribute("role", "region");
const state = { questions: [], columns: [], rows: [], all: { citations: [] }, work: null, papers: [], chosen: null };
element.hidden = true;

const list = make("div.papers", { role: "group", "aria-label": word("matrix.papers") });
const own = make("textarea", { rows: 3, maxlength: 4000, placeholder: word("matrix.questions_hint"), "aria-label": word("matrix.questions") });
const aspects = ASPECTS.map((name) => ({ name, box: make("input", { type: "checkbox", checked: true }) }));
const begin = make("button.begin", { type: "button", onclick: () => work() }, word("matrix.begin"));
const halt = make("button.halt", { type: "button", hidden: true, onclick: () => state.work?.abort() }, word("ask.stop"));
const progress = make("p.quiet", { role: "status" });
const table = make("div.scroll", { tabindex: 0, role: "group", "aria-label": word("matrix.matrix") });
const files = make("div.files", { hidden: true }, word("matrix.export"), ["csv", "xlsx", "md"].map((form) => make("button.action", { type: "button", onclick: () => download(form) }, word(`export.${form}`))));
home.append(
  make("header", {}, make("h2", {}, word("matrix.matrix")), make("button.back", { type: "button", onclick: close }, word("matrix.back"))),
  make("details.setting", { open: true }, make("summary", {}, word("matrix.setting")),
    make("div.aspects", { role: "group", "aria-label": word("matrix.aspects") }, aspects.map(({ name, box }) => make("label.choice", {}, box, make("span", {}, word(`matrix.${name}`))))),
    own, list),
  make("div.line", {}, begin, halt, progress, files), table);

function close() {
  element.hidden = true;
  say("matrix-closed", {});
}

hear(element, "matrix", ({ question }) => {
  element.hidden = false;
  if (question) {
    own.value = question;
    for (const { box } of aspects) box.checked = false;
  }
  own.focus({ preventScroll: true });
  load();
});

async function load() {
  const said = await api(`documents?limit=${MOST_PAPERS}`).catch((fault) => ({ fault }));
  if (said.fault) return progress.replaceChildren(said.fault.message);
  const ticked = new Set(state.chosen || said.documents.map((each) => each.doc_id));
  state.papers = said.documents.map((each) => ({ ...each, box: make("input", { type: "checkbox", checked: ticked.has(each.doc_id), onchange: keepChosen }) }));
  const all = (on) => () => { for (const each of state.papers) each.box.checked = on; keepChosen(); };
  list.replaceChildren(make("div.all", {}, make("button.link", { type: "button", onclick: all(true) }, word("matrix.all")), make("button.link", { type: "button", onclick: all(false) }, word("matrix.none"))),
    ...state.papers.map((each) => make("label.choice", {}, each.box, make("span", {}, each.title || each.doc))),
    said.total > said.documents.length ? make("p.quiet", {}, word("ask.more_papers", { n: said.total - said.documents.length })) : "");
}
const keepChosen = () => { state.chosen = state.papers.filter((each) => each.box.checked).map((each) => each.doc_id); };

async function work() {
  const typed = own.value.split("\n").map((each) => each.trim()).filter(Boolean);
  const questions = [...aspects.filter(({ box }) => box.checked).map(({ name }) => name), ...typed].slice(0, MOST_QUESTIONS);
  const papers = state.papers.filter((each) => each.box.checked);
  if (!questions.length || !papers.length) return progress.replaceChildren(word("matrix.nothing"));
  const controller = new AbortController();
  Object.assign(state, { questions, columns: [], rows: [], all: { citations: [] }, work: controller });
  begin.hidden = true;
  halt.hidden = false;
  files.hidden = true;
  table.replaceChildren();
  home.querySelector(".setting").open = false;
  let body = null, next = 1;
  try {
    for (const [index, paper] of papers.entries()) {
      progress.textContent = word("matrix.progress", { n: index + 1, of: papers.length, paper: paper.title || paper.doc });
      const made = await api("matrix", { body: { questions, documents: [paper.doc_id] }, signal: controller.signal });
      state.columns = made.columns;
      const [row, after] = numberedFrom(made.rows[0], next);
      next = after;
      state.rows.push(row);
      body ||= frame(made.columns);
      body.append(drawRow(row));
    }
    progress.textContent = word("matrix.done", { n: state.rows.length });
  } catch (fault) {
    progress.replaceChildren(controller.signal.aborted ? word("ask.stopped") : make("span.failed", { role: "alert" }, `${fault.message} ${fault.hint || ""}`));
  }
  state.work = null;
  begin.hidden = false;
  halt.hidden = true;
  files.hidden = !state.rows.length;
}

// The sources of a paper's row, numbered on from those before, in the texts too.
function numberedFrom(row, first) {
  let next = first;
  const cells = row.cells.map((cell) => {
    const numbers = new Map(cell.citations.map((each) => [each.n, next++]));
    return { ...cell, text: cell.text.replace(/\[(\d+)\]/g, (mark, n) => (numbers.has(+n) ? `[${numbers.get(+n)}]` : mark)), citations: cell.citations.map((each) => ({ ...each, n: numbers.get(each.n) })) };
  });
  return [{ ...row, cells }, next];
}

function frame(columns) {
  const body = make("tbody");
  table.replaceChildren(make("table", {}, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, word("matrix.paper")), columns.map((each) => make("th", { scope: "col" }, aspectName(each))))), body));
  return body;
}
const aspectName = (column) => (ASPECTS.includes(column.toLowerCase()) ? word(`matrix.${column.toLowerCase()}`) : column);

// One set of sources for the whole matrix: a number is a number of all of it.
hear(element, "shown", ({ answer, n }) => {
  for (const each of table.querySelectorAll(".chip")) {
    if (answer === state.all && each.dataset.n === String(n)) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
});

function drawRow(row) {
  const { all } = state;
  all.citations.push(...row.cells.flatMap((cell) => cell.citations));
  return make("tr", {}, make("th", { scope: "row" }, row.title || row.doc), row.cells.map((cell) => make(`td.${cell.status}`, {}, cell.status === "stated" ? drawCell(cell, all) : word("ask.not_stated"))));
}

// A cell's own marks are where its chips stand; what it does not name comes last.
function drawCell(cell, all) {
  const left = new Map(cell.citations.map((each) => [each.n, each]));
  const put = (citation) => { left.delete(citation.n); return chip(citation, (n, from) => say("evidence", { answer: all, n, from })); };
  const text = cell.text.split(/(\[\d+\])/).map((piece) => {
    const citation = /^\[\d+\]$/.test(piece) && left.get(+piece.slice(1, -1));
    return citation ? put(citation) : prose(piece);
  });
  return [text.flat(), " ", [...left.values()].map(put)].flat();
}

async function download(form) {
  const made = { columns: state.columns, rows: state.rows };
  const said = await atlas.ask(`matrix/export?format=${form}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(made) }).catch((fault) => ({ fault }));
  if (said.fault) return progress.replaceChildren(said.fault.message);
  const address = URL.createObjectURL(await said.blob());
  make("a", { href: address, download: `evidence-matrix.${form}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// Questions looked through one by one, the page of the answer beside each. Every decision is kept as it is made.
const VERDICTS = { open: "○", accepted: "✓", mended: "✎", rejected: "✗" };

async function review(id) {
  view.replaceChildren(back(), make("p.quiet", { role: "status" }, word("papers.loading")));
  try {
    state.set = await api(`question-sets/${id}`);
  } catch (fault) {
    view.replaceChildren(back(), failure(fault, () => review(id)));
    return;
  }
  state.filter = "";
  const card = make("div.card-place"), beside = make("aside.proof-place", { "aria-label": word("evaluate.evidence") });
  view.replaceChildren(back(), make("header.title", {}, make("div", {}, heading(state.set.name), make("p.how-far", { role: "status" })), make("div.acts", {}, downloads(state.set))),
    make("progress.looked", { "aria-label": word("evaluate.review") }), make("div.reviewing", {}, card, beside, listOfAll()));
  const open = state.set.questions.findIndex((each) => each.verdict === "open");
  drawFar();
  go(Math.max(0, open));
  if (open < 0) view.querySelector(".how-far").focus?.();
}

const current = () => state.set.questions[state.at];

function drawFar() {
  const { n, review: counts } = state.set, looked = n - counts.open;
  view.querySelector(".how-far").textContent = [word("evaluate.looked", { n: formatted(looked), of: formatted(n) }), ...["accepted", "mended", "rejected"].filter((each) => counts[each]).map((each) => word(`evaluate.n_${each}`, { n: formatted(counts[each]) }))].join(" · ");
  Object.assign(view.querySelector("progress.looked"), { max: n, value: looked });
}

function go(at) {
  const { questions } = state.set;
  state.at = Math.min(questions.length - 1, Math.max(0, at));
  drawCard();
  drawProof();
  view.querySelector(".all [aria-current]")?.removeAttribute("aria-current");
  view.querySelector(`.all li[data-at="${state.at}"] button`).setAttribute("aria-current", "true");
  inSight(view.querySelector(`.all li[data-at="${state.at}"]`));
}

// In the list alone: the page stays where it is.
function inSight(row) {
  const list = row.parentElement, above = row.offsetTop - list.offsetTop;
  if (above < list.scrollTop || above + row.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = above - list.clientHeight / 2;
}

function drawCard() {
  const each = current(), { questions } = state.set, decides = !props.value.read_only;
  const act = (verdict, key) => make(`button.decide.${verdict}`, { type: "button", "aria-pressed": String(each.verdict === verdict), "aria-keyshortcuts": key, onclick: () => decide(verdict) }, make("span", { "aria-hidden": "true" }, VERDICTS[verdict]), ` ${word(`evaluate.${verdict}_it`)} `, make("kbd", { "aria-hidden": "true" }, key));
  const step = (name, sign, way) => make("button.plain", { type: "button", disabled: !questions[state.at + way], "aria-label": word(`evaluate.${name}`), title: word(`evaluate.${name}`), onclick: () => go(state.at + way) }, sign);
  view.querySelector(".card-place").replaceChildren(make("article.question", {},
    make("div.steps", {}, step("previous", "←", -1), make("span.quiet", { role: "status" }, word("evidence.position", { n: formatted(state.at + 1), of: formatted(questions.length) })), step("next", "→", 1), make("span.quiet.kind", {}, `${each.id} · ${each.kind}`), make(`span.verdict.${each.verdict}`, {}, `${VERDICTS[each.verdict]} ${word(`evaluate.is_${each.verdict}`)}`)),
    make("h3.asked", { tabindex: -1 }, prose(each.question)), make("p.quiet", {}, [each.doc, ...(each.docs || [])].filter(Boolean).join(" · ")),
    make("p.expected", {}, make("span.quiet", {}, word(each.unanswerable ? "evaluate.right_is" : "evaluate.accepted_are")), " ", expectedOf(each)),
    each.as_it_came ? make("p.quiet", {}, word("evaluate.came_as", { question: each.as_it_came.question })) : null,
    decides ? make("div.deciding", {}, act("accepted", "A"), make("button.decide.mended", { type: "button", "aria-pressed": String(each.verdict === "mended"), "aria-keyshortcuts": "E", onclick: mend }, make("span", { "aria-hidden": "true" }, VERDICTS.mended), ` ${word("evaluate.mended_it")} `, make("kbd", { "aria-hidden": "true" }, "E")), act("rejected", "R"),
      each.verdict === "open" ? null : button(".action", "evaluate.reopen", () => decide("open"))) : null,
    make("div.mending"), make("div.told")));
}

async function drawProof() {
  const place = view.querySelector(".proof-place"), each = current(), asked = (state.asked = (state.asked || 0) + 1);
  place.setAttribute("aria-busy", "true");
  const found = await api(`question-sets/${state.set.id}/place?${new URLSearchParams({ question: each.id })}`).catch((fault) => ({ fault }));
  if (asked !== state.asked) return;
  place.removeAttribute("aria-busy");
  if (found.fault) place.replaceChildren(failure(found.fault, drawProof));
  else if (each.unanswerable) place.replaceChildren(make("p", {}, word("evaluate.should_not_say")), ...(await nearest(each, found)));
  else if (!found.doc_id) place.replaceChildren(make("p.quiet.unprinted", {}, found.doc ? word("evaluate.not_here", { name: found.doc }) : word("evaluate.no_evidence")));
  else place.replaceChildren(make("div.proof-head", {}, make("strong", {}, placeLine(found)), inRead(found)), found.quote ? make("blockquote", {}, found.quote.split("\n").map((line) => make("span", {}, line))) : "", found.bbox.length ? "" : make("p.quiet", {}, word("graph.not_marked")), pageOf(found));
}

// What a paper says that comes nearest: whoever decides that it does not answer should not have to read all of it.
async function nearest(each, { doc_id }) {
  const wanted = new URLSearchParams({ query: each.question.slice(0, 4000), limit: 4 });
  if (doc_id) wanted.append("document", doc_id);
  const { hits = [] } = await api(`search?${wanted}`).catch(() => ({}));
  return [make("h4", {}, word("evaluate.nearest")), make("ul.cited", {}, ...hits.map((hit) => make("li", {}, make("p.passage", {}, hit.text), button(".link", "evaluate.place", () => openPlace({ doc: hit.doc, page: hit.page }), { doc: hit.doc, n: hit.page }))))];
}

async function decide(verdict, mended = {}) {
  const each = current(), at = state.at;
  let said;
  try {
    said = await api(`question-sets/${state.set.id}/decisions`, { body: { question_id: each.id, verdict, ...mended } });
  } catch (fault) {
    view.querySelector(".told")?.replaceChildren(failure(fault));
    return;
  }
  state.set.questions[at] = said.question;
  state.set.review = said.review;
  drawFar();
  drawListed(at);
  const { questions } = state.set;
  const later = questions.findIndex((other, index) => index > at && other.verdict === "open");
  const next = verdict === "open" ? at : later >= 0 ? later : questions.findIndex((other) => other.verdict === "open");
  if (next < 0) {
    go(at);
    view.querySelector(".told").replaceChildren(make("p.right", { role: "status" }, word("evaluate.all_looked")));
  } else go(next);
  view.querySelector(".question h3").focus({ preventScroll: true });
}

// Accepted answers are a line each; what is parted by semicolons has to be in an answer together.
function mend() {
  const each = current(), number = each.number;
  const question = make("textarea", { rows: 3, required: true, maxlength: 4000 });
  question.value = each.question;
  const accept = make("textarea", { rows: 3 });
  accept.value = (each.accept || []).map((keys) => keys.join("; ")).join("\n");
  const numbers = ["value", "unit", "tolerance"].map((name) => make("input", { type: name === "unit" ? "text" : "number", step: "any", min: name === "tolerance" ? 0 : null, value: number?.[name] ?? "" }));
  const refuses = make("input", { type: "checkbox", checked: Boolean(each.unanswerable) });
  const form = make("form.mend", {}, make("label", {}, word("evaluate.question"), question), make("label", {}, word("evaluate.accept"), accept),
    make("div.numbers", {}, ...numbers.map((field, at) => make("label", {}, word(`evaluate.${["number", "unit", "tolerance"][at]}`), field))), make("label.choice", {}, refuses, make("span", {}, word("evaluate.unanswerable"))),
    make("div.actions", {}, make("button.main", { type: "submit" }, word("evaluate.save")), button(".action", "evaluate.leave", drawCard)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const keys = accept.value.split("\n").map((line) => line.split(";").map((key) => key.trim()).filter(Boolean)).filter((line) => line.length);
    const [value, unit, tolerance] = numbers;
    decide("mended", { question: question.value.trim(), accept: refuses.checked ? [] : keys, unanswerable: refuses.checked,
      ...(value.value && !refuses.checked ? { number: { value: value.valueAsNumber, unit: unit.value.trim(), tolerance: tolerance.value ? tolerance.valueAsNumber : 0 } } : {}) });
  });
  view.querySelector(".mending").replaceChildren(form);
  question.focus();
}

function listOfAll() {
  const rows = state.set.questions.map((_, at) => make("li", { "data-at": at }));
  const which = make("select", { "aria-label": word("evaluate.outcome") }, make("option", { value: "" }, word("evaluate.every_outcome")), Object.keys(VERDICTS).map((each) => make("option", { value: each }, word(`evaluate.is_${each}`))));
  which.addEventListener("change", () => { state.filter = which.value; rows.forEach((row, at) => { row.hidden = Boolean(state.filter) && state.set.questions[at].verdict !== state.filter; }); });
  const list = make("ol.all", {}, ...rows);
  rows.forEach((row, at) => row.replaceChildren(listed(at)));
  return make("section.block", {}, make("header", {}, heading(word("evaluate.questions"), "h3"), make("div.acts", {}, which)), list);
}

const listed = (at) => {
  const each = state.set.questions[at];
  return make("button.listed", { type: "button", onclick: () => { go(at); view.querySelector(".reviewing").scrollIntoView({ block: "nearest" }); } }, make(`span.verdict.${each.verdict}`, {}, make("span", { "aria-hidden": "true" }, VERDICTS[each.verdict]), make("span.sr", {}, word(`evaluate.is_${each.verdict}`))), make("span.asked", {}, each.question), make("span.quiet.kind", {}, each.kind));
};

function drawListed(at) {
  const row = view.querySelector(`.all li[data-at="${at}"]`);
  row.replaceChildren(listed(at));
  row.hidden = Boolean(state.filter) && state.set.questions[at].verdict !== state.filter;
}

// Keys of the review, where nobody writes and nothing lies over it.
function onReviewKey(event) {
  if (!element.isConnected) return document.removeEventListener("keydown", onReviewKey);
  const { target } = event;
  if (state.view !== "review" || !view.offsetParent || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (target.matches?.("input, textarea, select, [contenteditable], .paper-page, [role=tab]") || document.querySelector("dialog[open]")) return;
  const decides = !props.value.read_only;
  const act = { a: decides && (() => decide("accepted")), r: decides && (() => decide("rejected")), e: decides && mend, ArrowLeft: () => go(state.at - 1), ArrowRight: () => go(state.at + 1) }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

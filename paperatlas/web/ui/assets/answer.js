// An answer: its sentences with their chips, what is behind it in folds, and what can be done with it.
const { prose, chip, place, title, page, line } = atlas.cited;
const MOST_PLACES = 40; // of a count: more are a list that nobody reads, and are there on demand

// Tells the evidence pane which source of which answer is wanted; `from` is where the keyboard goes back to.
const pick = (answer) => (n, from) => say("evidence", { answer, n, from });

const STOP = /[.!?。！？…]+["'”’)\]]*$/;

// The chips stand before the full stop, as marks do in a text.
function sentence(answer, claim) {
  const chips = claim.citations.map((n) => answer.citations.find((each) => each.n === n)).filter(Boolean).map((each) => chip(each, pick(answer), claim));
  const sign = claim.label === "supported" ? null : make("span.verdict", { title: claim.why ? atlas.cited.reason(claim.why) : null }, atlas.cited.verdict(claim.label));
  const stop = claim.text.match(STOP)?.[0] ?? (chips.length ? "." : "");
  const body = claim.text.endsWith(stop) ? claim.text.slice(0, claim.text.length - stop.length) : claim.text;
  return make(`span.claim.${claim.label}`, {}, prose(body), chips.length ? [" ", chips] : null, stop, sign);
}

function drawAnswer(turn, act) {
  const { answer } = turn;
  const listed = answer.answer.includes("\n");
  const body = answer.claims.length
    ? answer.claims.map((claim) => (listed ? make("p", {}, sentence(answer, claim)) : make("span", {}, sentence(answer, claim), " ")))
    : [make("p.refusal", {}, prose(answer.answer))];
  return make("div.answer", {},
    answer.condensed ? make("p.understood", {}, word("ask.understood", { question: answer.condensed })) : null,
    make("div.text", { lang: answer.route.language }, body), computed(answer), nowhere(answer, act), foot(answer), actions(turn, act), folds(turn));
}

function foot(answer) {
  const doubts = (answer.doubts || []).map((each) => word(`doubt.${each}`)).join(", ");
  const sure = answer.status === "abstained" ? word("ask.not_stated") : word(`ask.${answer.sureness}`);
  return make("p.foot", {}, make(`span.sureness.${answer.sureness || "none"}`, {}, sure), doubts ? `: ${doubts}` : "",
    answer.status === "partial" ? ` · ${word("ask.partial")}` : "", ` · ${word("ask.seconds", { n: answer.seconds.toFixed(1) })}`);
}

// How a value was worked out, and the places that were counted or read, to be looked at.
function computed(answer) {
  const { computed: worked } = answer;
  if (!worked) return null;
  const seen = worked.occurrences.map((each, index) => ({ ...each, n: index + 1, title: "", section: "", quote: "", bbox: each.bbox ? [[each.page, ...each.bbox]] : [] }));
  const places = { ...answer, citations: seen };
  const buttons = seen.map((each) => make("button.occurrence", { type: "button", onclick: (event) => pick(places)(each.n, event.currentTarget), "aria-label": place(each) }, page(each)));
  const rest = make("span.rest", { hidden: true }, ...buttons.slice(MOST_PLACES));
  const more = buttons.length > MOST_PLACES ? make("button.more", { type: "button", onclick: () => { rest.hidden = false; more.remove(); } }, word("ask.more_places", { n: buttons.length - MOST_PLACES })) : null;
  return make("div.computed", {}, make("span.method", {}, worked.method), seen.length ? make("div.places", { role: "group", "aria-label": word("ask.places") }, buttons.slice(0, MOST_PLACES), more, rest) : null);
}

// Of a refusal: what comes closest, and what to do; of an answer: what it had to do without.
function nowhere(answer, act) {
  const hint = answer.reason && atlasWords.en[`try.${answer.reason}`] && answer.status === "abstained" ? make("p.try", {}, word(`try.${answer.reason}`)) : null;
  const alone = answer.status !== "abstained" && ["upstream", "budget"].includes(answer.reason) ? make("p.alone", {}, word(`ask.alone_${answer.reason}`)) : null;
  const near = answer.closest && make("p.closest", {}, word("ask.closest"), " ",
    make("button.link", { type: "button", onclick: () => openInRead(answer.closest) }, [answer.closest.doc, page(answer.closest), answer.closest.section].filter(Boolean).join(" · ")));
  const widen = answer.status === "abstained" && (act.narrowed() ? make("button.link", { type: "button", onclick: () => act.askAll(answer.question) }, word("ask.ask_all")) : null);
  const library = answer.reason === "empty_library" ? make("button.link", { type: "button", onclick: () => atlas.tab("library") }, word("ask.to_library")) : null;
  const all = [alone, near, hint, widen, library].filter(Boolean);
  return all.length ? make("div.nowhere", {}, all) : null;
}

function openInRead({ doc_id, page: number, bbox }) {
  if (atlas.tab("read")) say("read", { doc_id, page: number, boxes: bbox || [] });
  else say("evidence", { answer: { citations: [{ n: 1, doc_id, doc: "", title: "", page: number, section: "", quote: "", bbox: bbox || [] }] }, n: 1 });
}

function stepsFold({ steps }) {
  return steps.length ? make("details.steps.fold", {}, make("summary", {}, word("ask.steps", { n: steps.length })), make("ol", {}, steps.map((each) => make("li", {}, each.text)))) : null;
}

function folds(turn) {
  const { answer } = turn;
  const fold = (name, what, ...inside) => make(`details.fold.${name}`, {}, make("summary", {}, what), inside);
  const sources = answer.citations.length ? fold("sources", word("ask.sources", { n: answer.citations.length }), make("ol", {}, answer.citations.map((each) =>
    make("li", {}, make("button.link", { type: "button", onclick: (event) => pick(answer)(each.n, event.currentTarget) }, place(each)), make("q.quote", {}, each.row || each.quote))))) : null;
  const seconds = (n) => make("td.number", {}, word("ask.seconds", { n: n.toFixed(2) }));
  const trace = fold("trace", word("ask.trace"),
    make("p", {}, word("ask.route", { kind: atlasWords.en[`kind.${answer.route.kind}`] ? word(`kind.${answer.route.kind}`) : answer.route.kind, by: answer.route.decided_by }), answer.route.tools.length ? ` (${answer.route.tools.join(", ")})` : ""),
    answer.trace.length ? make("table", {}, make("tbody", {}, answer.trace.map((each) => make("tr", {}, make("th", { scope: "row" }, each.step), make("td", {}, each.detail), seconds(each.seconds))))) : null,
    answer.run_id ? make("p.run", {}, word("ask.run", { id: answer.run_id })) : null);
  const { llm_calls: calls, input_tokens: read, output_tokens: written, cost_usd: cost } = answer.usage;
  const usage = fold("usage", word("ask.usage"), make("p", {}, calls ? word("ask.used", { calls, read, written }) : word("ask.used_none")),
    cost ? make("p", {}, word("ask.cost", { n: cost.toFixed(4) })) : null);
  return make("div.folds", {}, sources, stepsFold(turn), trace, usage);
}

const copyText = (answer) => [answer.answer, "", ...answer.citations.map(line)].join("\n").trim();

async function copied(text, button) {
  await atlas.copy(text);
  const was = button.textContent;
  button.textContent = word("ask.copied");
  setTimeout(() => { button.textContent = was; }, 1600);
}

function exportsMenu(what, thread, number) {
  return atlas.menu(what, word("ask.export"), (panel) => panel.replaceChildren(...["markdown", "bibtex", "ris", "csl-json", "evidence"].map((form) =>
    make("a", { href: `api/v1/threads/${encodeURIComponent(thread)}/export?format=${form}${number ? `&turn=${number}` : ""}`, download: true }, word(`export.${form.replace("-", "_")}`)))));
}

function actions(turn, act) {
  const { answer } = turn;
  const button = (name, act_) => make(`button.action.${name}`, { type: "button", onclick: (event) => act_(event.currentTarget) }, word(`ask.${name}`));
  return make("div.actions", { role: "group", "aria-label": word("ask.actions") },
    button("copy", (made) => copied(copyText(answer), made)),
    turn.number ? exportsMenu(".export", act.thread(), turn.number) : null,
    button("again", () => act.ask(turn.question)),
    answer.reason === "empty_library" ? null : button("each", () => say("matrix", { question: answer.condensed || answer.question })));
}

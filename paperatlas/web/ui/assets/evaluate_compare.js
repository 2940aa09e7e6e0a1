// Two runs side by side: what differs, whether chance would do as well, and what only one answers rightly.
async function compare([a, b]) {
  view.replaceChildren(back(), make("p.quiet", { role: "status" }, word("papers.loading")));
  let found, runs;
  try {
    found = await api(`evaluations/compare?${new URLSearchParams({ a, b })}`);
    runs = [a, b].map((id) => state.runs.find((each) => each.id === id)).filter(Boolean);
  } catch (fault) {
    view.replaceChildren(back(), failure(fault, () => compare([a, b])));
    return;
  }
  const name = (letter, each) => make("li", {}, make("span.letter", {}, letter), ` ${each.made.questions} · ${way(each.made.config)} · ${scopeOf(each.made)} · ${moment(each.made.started)} `, make("button.link", { type: "button", onclick: () => show("run", each.id) }, word("evaluate.see")));
  const counts = [word("evaluate.shared", { n: formatted(found.shared) }), word("evaluate.not_paired", { n: formatted(found.failed) }), word("evaluate.only_in", { n: formatted(found.only_a), run: "A" }), word("evaluate.only_in", { n: formatted(found.only_b), run: "B" })];
  view.replaceChildren(back(), make("header.title", {}, heading(word("evaluate.two_runs")), make("div.acts", {}, button(".action", "evaluate.swap", () => show("compare", [b, a])))),
    make("ul.pair-of", {}, ...runs.map((each, at) => name("AB"[at], each))), make("p.counted", {}, ...counts.map((text) => make("span", {}, text))), differences(found), splits(found));
  view.querySelector("h2").focus();
}

function differences({ differences: rows, mcnemar_p, questions }) {
  const row = (each) => {
    const most = Math.max(Math.abs(each.low), Math.abs(each.high), isShare(each.name) ? 0.25 : 0);
    return make(`tr${each.significant ? ".sure" : ""}`, {}, make("th", { scope: "row" }, measure(each.name)), make("td.number", {}, valued(each.name, each.a)), make("td.number", {}, valued(each.name, each.b)),
      make("td.bar-cell", {}, gain(each, most)), make("td.number", {}, make("strong", {}, signed(each.name, each.difference)), make("span.quiet.under", {}, word("evaluate.range", { low: signed(each.name, each.low), high: signed(each.name, each.high) }))),
      make("td", {}, each.significant ? make("span.beyond", {}, word("evaluate.beyond_chance")) : make("span.quiet", {}, word("evaluate.within_chance")), make("span.quiet.under", {}, `p = ${formatted(each.p, { maximumFractionDigits: 4 })}`)), make("td.number.quiet", {}, formatted(each.n)));
  };
  const better = (letter) => questions.filter((each) => each.right_in === letter).length;
  const head = [["measure"], ["", "A"], ["", "B"], ["difference"], ["", ""], ["chance"], ["rests_on"]].map(([key, text]) => make(key || text ? `th${text || key === "rests_on" ? ".number" : ""}` : "td", key || text ? { scope: "col" } : {}, key ? word(`evaluate.${key}`) : text));
  return make("section.block", {}, make("div.scroll", { tabindex: 0, role: "region", "aria-label": word("evaluate.two_runs") }, make("table.figures", {}, make("caption", {}, word("evaluate.paired")), make("thead", {}, make("tr", {}, head)), make("tbody", {}, rows.map(row)))),
    make("p", {}, word("evaluate.mcnemar", { a: formatted(better("A")), b: formatted(better("B")), p: formatted(mcnemar_p, { maximumFractionDigits: 4 }) })));
}

function splits({ questions }) {
  if (!questions.length) return make("p.quiet", {}, word("evaluate.no_splits"));
  const cell = (letter, each) => make("div.side", {}, make("p", {}, make("span.letter", {}, letter), " ", sign(each.right_in === letter ? "right" : "wrong")), make("p.answer-text", {}, prose(each[letter.toLowerCase()])));
  return make("section.block", {}, heading(word("evaluate.splits"), "h3"), make("ol.splits", {}, ...questions.map((each) => make("li", {}, make("p.asked", {}, each.question, make("span.quiet.kind", {}, ` ${each.id}`)),
    make("div.sides", {}, cell("A", each), cell("B", each))))));
}

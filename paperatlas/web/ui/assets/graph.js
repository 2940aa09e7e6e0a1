// The bench above the picture, and what stands beside it.
const WAYS = { question: questionForm, cypher: cypherForm, path: pathForm, subjects: null, names: null };
const forms = {};

function fill() {
  const tabs = make("div.ways", { role: "group", "aria-label": word("graph.ways") },
    ...Object.keys(WAYS).map((way) => button(".way-button", word(`graph.way_${way}`), () => choose(way), { "data-way": way, "aria-pressed": "false" })));
  for (const [way, make_] of Object.entries(WAYS)) if (make_) forms[way] = make_();
  bench.append(tabs, make("div.asked"));
  choose("question", false);
}

// One of the ways to ask: its form, or at once what it shows.
function choose(way, focus = true) {
  for (const each of bench.querySelectorAll(".way-button")) each.setAttribute("aria-pressed", String(each.dataset.way === way));
  bench.querySelector(".asked").replaceChildren(...(forms[way] ? [forms[way]] : []));
  if (way === "subjects") showSubjects();
  else if (way === "names") showNames();
  else if (focus) forms[way].querySelector("input, textarea").focus();
  return forms[way];
}

function beside(...children) {
  const close = button(".plain.close", "✕", () => { asking += 1; results.hidden = true; home.classList.remove("answered"); graph?.clear(); }, { "aria-label": word("graph.close") });
  results.replaceChildren(close, ...children.filter((child) => child !== ""));
  results.hidden = false;
  results.scrollTop = 0;
  home.classList.add("answered");
}

picture.addEventListener("pageasked", ({ detail, target }) => openPage({ doc: detail.name, doc_id: detail.document, page: detail.page, quote: detail.quote }, document.activeElement ?? target));
picture.addEventListener("graphfailed", ({ detail }) => beside(failed(detail)));
new MutationObserver(() => graph?.recolour()).observe(document.body, { attributeFilter: ["class"] });

// Nothing is fetched before the tab is looked at; when it is again, it is drawn anew if the library has changed.
new IntersectionObserver(async ([entry]) => {
  if (!entry.isIntersecting) return;
  if (!home.dataset.state) {
    home.dataset.state = "loading";
    return load();
  }
  if (home.dataset.state === "loading") return;
  stats.asked = null;
  const now = await stats().catch(() => null);
  if (home.dataset.state !== "ready" || (now && JSON.stringify(now) !== shown)) load();
}).observe(home);

window.atlas.hear(element, "entity", ({ name }) => { window.atlas.tab("graph"); if (graph) pick(name); });

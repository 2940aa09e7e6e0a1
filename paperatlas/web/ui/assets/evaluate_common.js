// What the views of an evaluation share: numbers as a person reads them, measures by name, and the page behind a quote.
const { prose } = window.atlas.cited;
const { language } = atlasChoices;
const locale = navigator.languages.find((each) => each.slice(0, 2) === language) || document.documentElement.lang;
const MONEY = new Set(["cost_usd"]), COUNTS = new Set(["answer_characters", "llm_calls", "llm_tokens"]), AREAS = new Set(["auroc_answerable", "auroc_right", "risk_area"]);
const SECONDS = (name) => name.startsWith("seconds");
const isShare = (name) => !(MONEY.has(name) || COUNTS.has(name) || SECONDS(name));

const formatted = (value, options) => new Intl.NumberFormat(locale, options).format(value);

// A figure as its kind is written: shares in percent, times in seconds, areas as they are.
function valued(name, value) {
  if (MONEY.has(name)) return formatted(value, { style: "currency", currency: "USD", minimumFractionDigits: 4 });
  if (COUNTS.has(name)) return formatted(value, { maximumFractionDigits: 1 });
  if (SECONDS(name)) return word("evaluate.seconds", { n: formatted(value, { maximumFractionDigits: 2 }) });
  if (AREAS.has(name)) return formatted(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return formatted(value, { style: "percent", maximumFractionDigits: 1 });
}

const ranged = (name, low, high) => word("evaluate.range", { low: valued(name, low), high: valued(name, high) });
const signed = (name, value) => {
  const size = valued(name, Math.abs(value)); // what is nothing when it is rounded has no sign
  return size === valued(name, 0) ? size : `${value > 0 ? "+" : "−"}${size}`;
};

// The measures of later versions of the server have no word here yet.
const known = (name) => `evaluate.${name}` in atlasWords.en;
const measure = (name) => (known(`m_${name}`) ? word(`evaluate.m_${name}`) : name.replaceAll("_", " "));
const meaning = (name) => (known(`means_${name}`) ? word(`evaluate.means_${name}`) : "");

const moment = (at) => (at ? new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at)) : "");
const some = (name, n) => word(`evaluate.n_${name}${n === 1 ? "_one" : ""}`, { n: formatted(n) });

const KNOWN_WAYS = { default: "evaluate.way_default", "no-llm": "evaluate.way_no_llm" };
const stage = (name) => (known(`stage_${name}`) ? word(`evaluate.stage_${name}`) : name);
// "no-bm25+no-rerank" in words; a settings file goes by its name.
const way = (config) => config.split("+").map((part) => {
  if (KNOWN_WAYS[part]) return word(KNOWN_WAYS[part]);
  return known(`stage_${part.slice(3)}`) && part.startsWith("no-") ? word("evaluate.without", { what: stage(part.slice(3)) }) : part;
}).join(", ");
const scopeOf = (made) => word(made.scope === "scoped" ? "evaluate.scoped" : "evaluate.whole");
const embedder = (id) => id.split("api:").at(-1).split(/[@/]|-en-|-int8|-q4/)[0]; // without version and settings
const heading = (text, level = "h2") => make(level, { tabindex: -1 }, text);
const back = () => button(".back", "evaluate.back", () => show("home"));

const OUTCOMES = { right: "✓", wrong: "✗", unjudged: "–", failed: "!" };
const outcome = (item) => (item.status === "failed" ? "failed" : item.ok === true ? "right" : item.ok === false ? "wrong" : "unjudged");
const sign = (name) => make(`span.outcome.${name}`, {}, make("span", { "aria-hidden": "true" }, OUTCOMES[name]), ` ${word(`evaluate.${name}`)}`);

const DPI = 110, POINTS = 72;

// A page with its places marked, the first of them in sight.
function pageOf({ doc_id, title, doc, page, bbox }) {
  const boxes = bbox.filter(([on]) => on === page);
  const image = make("img", { alt: word("evaluate.page_alt", { n: page, title: title || doc }) });
  const frame = make("div.paper-page", { tabindex: 0, role: "group", "aria-label": image.alt, "aria-busy": "true" }, image);
  image.addEventListener("load", () => {
    frame.removeAttribute("aria-busy");
    if (!boxes.length) return;
    const scale = (DPI / POINTS) * (image.clientWidth / image.naturalWidth);
    frame.scrollTop = Math.max(0, Math.min(...boxes.map((each) => each[2])) * scale - frame.clientHeight / 3);
  });
  // A record or a web page has no printed pages.
  image.addEventListener("error", () => frame.replaceWith(make("p.quiet.unprinted", {}, word("evidence.no_page"))));
  image.src = atlas.pageImage({ doc_id, page, bbox }, DPI);
  return frame;
}

const placeLine = ({ title, doc, page }) => `${title || doc} · ${word("ask.page", { n: page })}`;
const inRead = ({ doc_id, page, bbox }) => button(".action", "evidence.read", (event) => {
  event.currentTarget.closest("dialog")?.close();
  openInRead(doc_id, page, bbox);
});

// What a run cites, over everything else.
async function openPlace({ doc, page, quote = "" }) {
  const inside = make("div.citing", {}, make("p.quiet", { role: "status" }, word("papers.loading")));
  dialog(`${doc} · ${word("ask.page", { n: page })}`, inside);
  try {
    const found = quote ? await api(`graph/place?${new URLSearchParams({ doc, page, quote: quote.slice(0, 4000) })}`) : { ...(await api(path(doc))), page, bbox: [] };
    inside.replaceChildren(make("p", {}, make("strong", {}, found.title || found.doc)), quote ? make("blockquote", {}, quote) : "", make("div.actions", {}, inRead(found)), pageOf(found));
  } catch (fault) {
    inside.replaceChildren(failure(fault));
  }
}

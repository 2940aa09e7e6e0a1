// What the papers say, word for word, and the page on which they say it.
const { make, word, api, pageImage } = window.atlas;
const DPI = 110; // of pages: their points are 72 to the inch
const STANDING = { negated: "✕", hypothetical: "?", attributed: "❝" };
const home = element.querySelector(".graph-tab");
const [bench, results, picture, sheet] = ["bench", "results", "picture", "sheet"].map((name) => home.querySelector(`.${name}`));

const button = (what, label, onclick, more = {}) => make(`button${what}`, { type: "button", onclick, ...more }, label);
const failed = (fault, again = null) => make("div.failed", { role: "alert" }, make("p", {}, fault.message),
  fault.hint ? make("p.hint", {}, fault.hint) : null, again && button(".plain", word("graph.again"), again));
const waiting = (text) => make("p.waiting.quiet", { role: "status" }, text);
const relation = (type) => type.toLowerCase().replaceAll("_", " ");

// Of a relation or a mention; a click on the quote opens its page.
function said(each) {
  const sign = STANDING[each.standing];
  const says = each.head ? make("p.says", {}, each.head, make("strong", {}, ` ${relation(each.relation)} `), each.tail) : null;
  const result = [each.metric, each.value].filter(Boolean).join(": ");
  return make(`article.said${sign ? ".doubtful" : ""}`, {}, says,
    sign ? make("p.standing", {}, `${sign} ${word(`graph.${each.standing}`)}`) : null,
    result ? make("p.result", {}, result) : null,
    each.quote ? button(".quote", each.quote, (event) => openPage(each, event.currentTarget), { title: word("graph.show_page") }) : null,
    make("p.quiet", {}, `${each.doc} · ${word("ask.page", { n: each.page })}`));
}

const shut = () => {
  if (sheet.hidden) return;
  sheet.hidden = true;
  home.classList.remove("paged");
  if (sheet.opener?.isConnected) sheet.opener.focus({ preventScroll: true });
};

// The page with the words marked, over the map; what was clicked stays in sight beside it.
async function openPage({ doc, doc_id, page, quote, bbox = null }, opener) {
  sheet.opener = opener;
  sheet.hidden = false;
  home.classList.add("paged");
  sheet.asked = `${doc_id} ${page} ${quote}`;
  const asked = sheet.asked;
  sheet.replaceChildren(heading({ title: doc, doc_id, page, bbox: [] }), waiting(word("graph.opening")));
  let place;
  try {
    place = bbox ? { doc, doc_id, page, quote, bbox } : await api(`graph/place?${new URLSearchParams({ doc: doc_id, page, quote: quote.slice(0, 4000) })}`);
  } catch (fault) {
    if (sheet.asked === asked) sheet.replaceChildren(heading({ title: doc, doc_id, page, bbox: [] }), failed(fault));
    return;
  }
  if (sheet.asked !== asked) return;
  const image = make("img.paper", { src: pageImage(place, DPI), alt: word("evidence.page_alt", { n: page, title: place.title || place.doc }) });
  image.addEventListener("error", () => asText(place, image));
  image.addEventListener("load", () => bringIn(place, image));
  const marked = place.bbox.length ? null : make("p.quiet", {}, word("graph.not_marked"));
  sheet.replaceChildren(heading(place), make("blockquote", {}, quote), marked ?? "", image);
  sheet.querySelector("h3").focus({ preventScroll: true });
}

function heading({ title, doc, doc_id, page, bbox }) {
  const read = document.getElementById("tab-read-button") && button(".plain", word("graph.in_read"), () => {
    window.atlas.tab("read");
    window.atlas.say("read", { doc_id, page, boxes: bbox });
  });
  return make("header", {}, make("div", {}, make("h3", { tabindex: -1 }, title || doc), make("p.quiet", {}, word("ask.page", { n: page }))),
    make("div.acts", {}, read || null, button(".plain", "✕", shut, { "aria-label": word("graph.close_page") })));
}

// The quote into the middle of what is seen: pages are higher than the sheet.
function bringIn({ page, bbox }, image) {
  const first = bbox.find(([on]) => on === page);
  if (!first || !image.naturalHeight) return;
  const middle = image.offsetTop + first[2] * (image.clientWidth / image.naturalWidth) * (DPI / 72);
  if (middle > sheet.clientHeight * 0.8) sheet.scrollTop = middle - sheet.clientHeight / 2;
}

// What has no printed pages is shown as its text.
async function asText({ doc_id, page, quote }, image) {
  try {
    const { text } = await api(`documents/${encodeURIComponent(doc_id)}/pages/${page}`);
    const at = text.indexOf(quote);
    image.replaceWith(make("div.paper.plain-text", {}, ...(at < 0 ? [text] : [text.slice(0, at), make("mark", {}, quote), text.slice(at + quote.length)])));
    sheet.querySelector("p.quiet + .paper, .paper")?.querySelector("mark")?.scrollIntoView({ block: "center" });
    if (at >= 0) sheet.querySelector(":scope > p.quiet")?.remove();
  } catch (fault) {
    image.replaceWith(failed(fault));
  }
}

home.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || sheet.hidden) return;
  event.stopPropagation();
  shut();
}, true);

// The proof: a page with the quote marked and in view, and what one does with it.
const { make, say, hear, word } = window.atlas;
const { page, place, title, standing } = window.atlas.cited;
const pane = element.querySelector(".evidence");
pane.setAttribute("aria-label", word("evidence.evidence"));
pane.setAttribute("role", "region");
const DPI = 110, POINTS = 72, MOST_DPI = 300;
const ZOOMS = [1, 1.5, 2, 3];
const shown = { answer: null, n: 0, from: null, zoom: 0 };

const home = () => element.closest(".proof") || element;
const isOpen = () => shown.answer !== null;

function show({ answer, n, from }) {
  const citations = answer.citations;
  const at = Math.max(0, citations.findIndex((each) => each.n === n));
  const citation = citations[at];
  Object.assign(shown, { answer, n: citation.n });
  if (from) shown.from = from;
  home().classList.add("open");
  const inside = pane.contains(document.activeElement) ? document.activeElement.dataset.name : null;
  pane.replaceChildren(head(citation, at, citations.length), sheet(citation), words(citation), tools(citation));
  if (inside) (pane.querySelector(`[data-name="${inside}"]`) || pane).focus({ preventScroll: true });
  say("shown", { answer, n: citation.n });
}

function head(citation, at, of) {
  const where = [page(citation), citation.section].filter(Boolean).join(" · ");
  const button = (name, sign, act) => make("button", { type: "button", "data-name": name, "aria-label": word(`evidence.${name}`), title: word(`evidence.${name}`), onclick: act }, sign);
  return make("header", {},
    make("div.what", {}, citation.quote || citation.row ? make("span.mark", {}, `${citation.n}`) : null, make("div", {}, make("strong", {}, title(citation)), make("div.place", {}, where))),
    make("nav", { "aria-label": word("evidence.evidence") },
      of > 1 ? [button("previous", "‹", () => step(-1)), make("span.position", { "aria-live": "polite" }, word("evidence.position", { n: at + 1, of })), button("next", "›", () => step(1))] : null,
      button("close", "×", close)));
}

function sheet(citation) {
  const zoom = ZOOMS[shown.zoom];
  const dpi = Math.min(MOST_DPI, Math.round(DPI * Math.max(zoom, Math.min(2, devicePixelRatio))));
  const image = make("img.page", { alt: word("evidence.page_alt", { n: citation.page, title: title(citation) }), style: `width: ${zoom * 100}%` });
  const frame = make("div.frame", { tabindex: 0, role: "group", "data-name": "frame", "aria-label": word("evidence.page_alt", { n: citation.page, title: title(citation) }), "aria-busy": "true" }, image);
  image.addEventListener("load", () => { frame.removeAttribute("aria-busy"); intoView(frame, image, citation, dpi); });
  // A record or a web page has no printed pages; the quote is there all the same.
  image.addEventListener("error", () => frame.replaceWith(make("p.quiet.unprinted", {}, word("evidence.no_page"))));
  image.src = atlas.pageImage(citation, dpi);
  const bigger = (step) => () => { shown.zoom = Math.min(ZOOMS.length - 1, Math.max(0, shown.zoom + step)); show({ answer: shown.answer, n: shown.n }); };
  const button = (name, sign, step) => make("button", { type: "button", "data-name": name, "aria-label": word(`evidence.${name}`), title: word(`evidence.${name}`), disabled: !ZOOMS[shown.zoom + step], onclick: bigger(step) }, sign);
  return make("div.sheet", {}, frame, make("div.zoom", {}, button("smaller", "−", -1), button("bigger", "+", 1)));
}

// The marked place in the middle of the frame; the page itself is not scrolled.
function intoView(frame, image, citation, dpi) {
  const boxes = citation.bbox.filter(([number]) => number === citation.page);
  if (!boxes.length || !image.naturalWidth) return;
  const scale = (dpi / POINTS) * (image.clientWidth / image.naturalWidth);
  const [top, bottom] = [Math.min(...boxes.map((each) => each[2])) * scale, Math.max(...boxes.map((each) => each[4])) * scale];
  const [left, right] = [Math.min(...boxes.map((each) => each[1])) * scale, Math.max(...boxes.map((each) => each[3])) * scale];
  frame.scrollTop = Math.max(0, (top + bottom) / 2 - frame.clientHeight / 2);
  frame.scrollLeft = Math.max(0, (left + right) / 2 - frame.clientWidth / 2);
}

function words(citation) {
  if (!citation.quote && !citation.row) return null;
  return make("div.words", {}, standing(citation) ? make("p.against", {}, standing(citation)) : null, make("blockquote", {}, citation.row ? make("span.row", {}, citation.row) : null, make("span", {}, citation.quote)),
    citation.translation ? make("p.translation", {}, make("span.note", {}, word("ask.translated")), " ", make("q", {}, citation.translation)) : null);
}

function tools(citation) {
  const button = (name, act) => make("button.action", { type: "button", "data-name": name, onclick: (event) => act(event.currentTarget) }, word(`evidence.${name}`));
  const quoted = citation.row || citation.quote;
  const inRead = document.getElementById("tab-read-button") ? button("read", () => { atlas.tab("read"); say("read", { doc_id: citation.doc_id, page: citation.page, boxes: citation.bbox }); }) : null;
  return make("div.actions", {}, inRead,
    quoted ? button("copy", (made) => copy(`“${quoted.replace(/\s+/g, " ")}” (${place(citation)})`, made)) : null,
    button("bibtex", async (made) => {
      const entry = await atlas.ask(`documents/${encodeURIComponent(citation.doc_id)}/bibtex`).then((said) => said.text(), () => null);
      if (entry) copy(entry, made);
      else made.textContent = word("evidence.gone");
    }));
}

async function copy(text, button) {
  await atlas.copy(text);
  const was = button.textContent;
  button.textContent = word("ask.copied");
  setTimeout(() => { button.textContent = was; }, 1600);
}

function step(way) {
  const numbers = shown.answer.citations.map((each) => each.n);
  show({ answer: shown.answer, n: numbers[(numbers.indexOf(shown.n) + way + numbers.length) % numbers.length] });
}

function close() {
  const from = shown.from?.isConnected ? shown.from : null;
  const inside = pane.contains(document.activeElement);
  Object.assign(shown, { answer: null, n: 0, from: null });
  home().classList.remove("open");
  rest();
  say("shown", { answer: null, n: 0 });
  if (inside) from?.focus();
}

const rest = () => pane.replaceChildren(make("p.quiet.rest", {}, word("evidence.rest")));

// As a sheet over the conversation it takes the keyboard with it; beside it, the keyboard stays at the chip.
const isSheet = () => getComputedStyle(home()).position === "fixed";

hear(element, "evidence", (wanted) => { show(wanted); if (isSheet()) pane.focus({ preventScroll: true }); });
// A new answer shows its first proof beside it, unless an earlier one is being looked at; a sheet never comes up by itself.
hear(element, "answered", ({ answer }) => { if (!isOpen() && !isSheet()) show({ answer, n: answer.citations[0].n }); });
hear(element, "conversation", () => { if (isOpen()) close(); });
pane.addEventListener("keydown", (event) => {
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const inFrame = event.target.matches(".frame") && shown.zoom > 0; // where the arrows scroll a page that is wider than its frame
  if (!way || inFrame || !isOpen() || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  step(way);
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && isOpen() && element.isConnected && !event.defaultPrevented) close(); });
rest();

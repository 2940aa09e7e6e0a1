// The pages: pictures at the screen's own resolution, made when they come near; the words over them, to be selected; marks.
const POINTS = 72, DPIS = [72, 110, 150, 200, 300], BASE = 96 / 72;
const measure = document.createElement("canvas").getContext("2d");
measure.font = "100px sans-serif";

const sheets = () => [...element.querySelectorAll(".sheet")];
const isPrinted = () => open.document.sheets.some((each) => each.width > 0);

function drawPages() {
  const home = element.querySelector(".pages");
  home.scrollTop = 0;
  home.replaceChildren(...open.document.sheets.map((each) => (isPrinted() ? printed(each) : written(each))));
  const near = new IntersectionObserver((seen) => { for (const each of seen) each.isIntersecting ? fill(each.target) : empty(each.target); }, { root: home, rootMargin: "120% 0px" });
  for (const each of sheets()) near.observe(each);
  open.near?.disconnect();
  open.near = near;
}

const pageName = (sheet) => word("ask.page", { n: sheet.label || sheet.number });

function printed(sheet) {
  return make("section.sheet", { "data-page": sheet.number, "aria-label": pageName(sheet), style: `aspect-ratio: ${sheet.width} / ${sheet.height}; width: calc(var(--zoom) * ${sheet.width * BASE}px)` },
    make("div.marks"), make("div.words"));
}

// What has no printed pages is shown as its text.
const written = (sheet) => make("section.sheet.written", { "data-page": sheet.number, "aria-label": pageName(sheet) });

function fill(section) {
  if (section.dataset.filled) return;
  section.dataset.filled = "yes";
  if (!section.classList.contains("written")) picture(section);
  words(section);
}

// Pages far away give their pictures back, so that a book of a thousand pages is no burden.
function empty(section) {
  if (!section.dataset.filled || section.classList.contains("written")) return;
  delete section.dataset.filled;
  section.querySelector("img")?.remove();
  section.querySelector(".words").replaceChildren();
}

function picture(section) {
  const sheet = open.document.sheets[section.dataset.page - 1];
  const wanted = (section.clientWidth / sheet.width) * POINTS * Math.min(2, devicePixelRatio);
  const dpi = DPIS.find((each) => each >= wanted * 0.97) || DPIS.at(-1);
  const old = section.querySelector("img");
  if (old?.dataset.dpi === `${dpi}`) return;
  const made = make("img", { alt: word("read.page_alt", { n: sheet.number, title: open.document.title || open.document.doc }), "data-dpi": dpi, draggable: "false" });
  made.addEventListener("load", () => old?.remove());
  made.addEventListener("error", () => made.replaceWith(make("p.quiet", {}, word("read.no_image"))));
  made.src = `api/v1/${path(open.document.doc_id)}/pages/${sheet.number}/image?dpi=${dpi}`;
  section.prepend(made);
}

async function words(section) {
  const page = await pageOf(section.dataset.page).catch(() => null);
  if (!page || !section.dataset.filled) return;
  if (section.classList.contains("written")) section.replaceChildren(...page.blocks.map(block));
  else section.querySelector(".words").replaceChildren(...page.blocks.flatMap((each) => [...each.lines.filter((line) => line.bbox).map((line) => placed(line, page)), make("br")]));
}

function pageOf(number) {
  const known = open.texts.get(number) || api(`${path(open.document.doc_id)}/pages/${number}`);
  open.texts.set(number, known);
  return known;
}

const block = (each) => make(each.kind === "heading" || each.kind === "title" ? "h3" : each.kind === "table" ? "pre" : "p", {}, each.text);

// A line of text over its picture, as wide as it is printed.
function placed({ text, bbox: [x0, y0, x1, y1] }, { width, height }) {
  const percent = (value, whole) => `${((100 * value) / whole).toFixed(3)}%`;
  const size = y1 - y0;
  const natural = (measure.measureText(text).width / 100) * size;
  return make("span", { style: `left: ${percent(x0, width)}; top: ${percent(y0, height)}; font-size: ${((100 * size) / width).toFixed(3)}cqw; transform: scaleX(${((x1 - x0) / (natural || 1)).toFixed(4)})` }, `${text}\n`);
}

// Boxes [page, x0, y0, x1, y1] on their pages, in place of those of the same kind.
function mark(kind, boxes, current = []) {
  for (const each of element.querySelectorAll(`.marks .${kind}`)) each.remove();
  for (const [number, x0, y0, x1, y1] of boxes) {
    const section = element.querySelector(`.sheet[data-page="${number}"]`), sheet = open.document.sheets[number - 1];
    if (!sheet?.width) continue;
    const share = (value, whole) => `${(100 * value) / whole}%`;
    const isCurrent = current.some((each) => each.join() === [number, x0, y0, x1, y1].join());
    section?.querySelector(".marks").append(make(`div.mark.${kind}${isCurrent ? ".current" : ""}`, { style: `left: ${share(x0, sheet.width)}; top: ${share(y0, sheet.height)}; width: ${share(x1 - x0, sheet.width)}; height: ${share(y1 - y0, sheet.height)}` }));
  }
}

// A page, or a box of it, in view.
function go(number, boxes = []) {
  if (open.view !== "search") element.querySelector(".side").classList.remove("shown");
  const home = element.querySelector(".pages"), section = element.querySelector(`.sheet[data-page="${number}"]`), sheet = open.document.sheets[number - 1];
  if (!section) return;
  const own = boxes.filter(([page]) => page === number);
  const scale = sheet.width ? section.clientWidth / sheet.width : 0;
  const inside = own.length && scale ? Math.min(...own.map((each) => each[2])) * scale - home.clientHeight / 3 : -8;
  home.scrollTop = section.offsetTop + inside;
  if (own.length && scale) home.scrollLeft = section.offsetLeft + Math.min(...own.map((each) => each[1])) * scale - home.clientWidth / 3;
  at(number);
}

function at(number) {
  open.page = number;
  const field = element.querySelector(".jump");
  if (field && field !== document.activeElement) field.value = number;
}

function whereAmI() {
  const home = element.querySelector(".pages"), middle = home.scrollTop + home.clientHeight / 3;
  const seen = sheets().findLast((each) => each.offsetTop <= middle);
  if (seen) at(Number(seen.dataset.page));
}

function zoom(wanted) {
  const home = element.querySelector(".pages"), share = home.scrollHeight ? home.scrollTop / home.scrollHeight : 0;
  open.zoom = Math.min(4, Math.max(0.3, wanted));
  home.style.setProperty("--zoom", open.zoom);
  home.scrollTop = share * home.scrollHeight;
  for (const each of sheets()) if (each.dataset.filled && !each.classList.contains("written")) picture(each);
}

// As wide as there is room; at first no wider than is read with ease.
function fit(most = 4) {
  const widest = Math.max(...open.document.sheets.map((each) => each.width));
  if (widest) zoom(Math.min(most, (element.querySelector(".pages").clientWidth - 24) / (widest * BASE)));
}

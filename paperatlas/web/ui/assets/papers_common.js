// What the parts about papers share: sizes in words, labelled buttons, dialogs, tables as grids to copy.
const { make, word, say, hear, api, ask } = window.atlas;
const path = (doc) => `documents/${encodeURIComponent(doc)}`;

function bytes(size) {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const step = size ? Math.min(units.length - 1, Math.floor(Math.log10(size) / 3)) : 0;
  return `${(size / 1000 ** step).toLocaleString(undefined, { maximumFractionDigits: step > 1 ? 1 : 0 })} ${units[step]}`;
}

const counted = (name, n) => word(`papers.${name}${n === 1 ? "_one" : ""}`, { n: n.toLocaleString() });

const button = (what, name, act, values) => make(`button${what}`, { type: "button", onclick: act }, word(name, values));

const icon = (sign, name, act, values) => make("button.icon", { type: "button", "aria-label": word(name, values), title: word(name, values), onclick: act }, sign);

const failure = (fault, retry) => make("div.failed", { role: "alert" }, make("p", {}, fault.message), fault.hint ? make("p.hint", {}, fault.hint) : null,
  retry ? button(".action", "papers.retry", retry) : null);

// What changes the library waits while something else does: papers are read for minutes, and a click should not be lost to that.
async function whenFree(act) {
  let untell = null;
  try {
    for (;;) {
      try {
        return await act();
      } catch (fault) {
        if (fault.code !== "library_locked") throw fault;
        untell ||= toast(word("papers.busy"), { seconds: 3600 });
        await new Promise((done) => setTimeout(done, 1500));
      }
    }
  } finally {
    untell?.();
  }
}

// Some seconds over everything else, with one thing to be done about it; `over` is called when it goes without that.
function toast(text, { action = "", act = null, over = null, seconds = 6 } = {}) {
  const gone = () => { made.remove(); clearTimeout(timer); };
  const made = make("div.toast", { role: "status" }, make("span", {}, text),
    action ? make("button", { type: "button", onclick: () => { gone(); act(); } }, action) : null);
  const timer = setTimeout(() => { gone(); if (over) over(); }, seconds * 1000);
  let stack = document.querySelector("body > .toasts");
  if (!stack) document.body.append(stack = make("div.toasts"));
  stack.append(made);
  return gone;
}

function dialog(title, ...children) {
  const made = make("dialog.window", { "aria-label": title },
    make("header", {}, make("strong", {}, title), icon("×", "papers.close", () => made.close())), make("div.inside", {}, ...children));
  made.addEventListener("close", () => made.remove());
  made.addEventListener("click", (event) => { if (event.target === made) made.close(); });
  element.append(made);
  made.showModal();
  return made;
}

// Cells as programs take them: a tab or a comma between them, quoted where one holds what parts them.
const separated = (rows, sign) => rows.map((row) => row.map((cell) => (cell.includes(sign) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(sign)).join("\n");

function grid(table) {
  const line = (cells, cell) => make("tr", {}, ...cells.map((text) => make(cell, cell === "th" ? { scope: "col" } : {}, text)));
  return make("div.scroll", { tabindex: 0, role: "group", "aria-label": table.caption || table.label },
    make("table.grid", {}, make("thead", {}, ...table.rows.slice(0, table.header_rows).map((row) => line(row, "th"))),
      make("tbody", {}, ...table.rows.slice(table.header_rows).map((row) => line(row, "td")))));
}

async function copyFrom(made, text) {
  await atlas.copy(text);
  const was = made.textContent;
  made.textContent = word("papers.copied");
  setTimeout(() => { made.textContent = was; }, 1600);
}

function tableWindow(doc, table) {
  const copy = (name, sign) => make("button.action", { type: "button", onclick: (event) => copyFrom(event.currentTarget, separated(table.rows, sign)) }, word(name));
  dialog(table.label, make("p.caption", {}, table.caption), make("div.actions", {}, copy("papers.copy_tsv", "\t"), copy("papers.copy_csv", ","), toPage(doc, table)), grid(table));
}

function figureWindow(doc, figure) {
  dialog(figure.label, make("p.caption", {}, figure.caption), make("div.actions", {}, toPage(doc, figure)),
    make("img", { src: `api/v1/${path(doc)}/figures/${encodeURIComponent(figure.label)}/image?dpi=200`, alt: figure.caption || figure.label }));
}

const toPage = (doc, part) => button(".action", "papers.on_page", (event) => {
  event.currentTarget.closest("dialog")?.close();
  openInRead(doc, part.page, [[part.page, ...part.bbox]]);
}, { n: part.page });

function openInRead(doc, page = 1, boxes = []) {
  atlas.tab("read");
  say("read", { doc_id: doc, page, boxes });
}

// Tables and figures as small pictures; each opens larger, a table as a grid too.
function gallery(doc, { tables, figures }) {
  const tile = (part, open) => make("li", {}, make("button.tile", { type: "button", onclick: open },
    make("img", { loading: "lazy", alt: "", src: `api/v1/${path(doc)}/figures/${encodeURIComponent(part.label)}/image?dpi=60` }),
    make("span.label", {}, part.label), make("span.caption", {}, part.caption)));
  const labelled = (parts) => parts.filter((part) => part.label);
  return make("ul.gallery", {}, ...labelled(figures).map((each) => tile(each, () => figureWindow(doc, each))), ...labelled(tables).map((each) => tile(each, () => tableWindow(doc, each))));
}

// Papers that are sent: a place to drop them on, and how far each is. What was begun is found again after the page was left.
const POLL = 700, BATCH = 8;
const sendings = new Map();

function dropZone(isEmpty) {
  const chosen = make("input.sr", { type: "file", multiple: true, tabindex: -1, "aria-hidden": "true" });
  chosen.addEventListener("change", () => { send([...chosen.files]); chosen.value = ""; });
  const zone = make(`div.drop${isEmpty ? ".large" : ""}`, {},
    make("p", {}, make("strong", {}, word(isEmpty ? "library.empty" : "library.drop"))),
    make("p.quiet", {}, word("library.kinds")),
    make("div.actions", {}, button(".main", "library.choose", () => chosen.click()), state.about?.takes_folders ? folderMenu() : null,
      isEmpty && state.about?.has_samples ? button(".action.samples", "library.samples", takeSamples) : null), chosen);
  return zone;
}

// Dropped anywhere on the tab.
function takesDrops(home) {
  let depth = 0;
  const lit = (on) => home.classList.toggle("dropping", on);
  const carriesFiles = (event) => [...(event.dataTransfer?.types || [])].includes("Files");
  home.addEventListener("dragenter", (event) => { if (carriesFiles(event)) { depth += 1; lit(true); } });
  home.addEventListener("dragleave", (event) => { if (carriesFiles(event)) { depth = Math.max(0, depth - 1); lit(depth > 0); } });
  home.addEventListener("dragover", (event) => { if (carriesFiles(event)) event.preventDefault(); });
  home.addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth = 0;
    lit(false);
    send([...event.dataTransfer.files].filter((file) => file.size || file.type));
  });
}

function folderMenu() {
  return atlas.menu(".folder", word("library.folder"), (panel) => {
    const field = make("input", { type: "text", required: true, placeholder: word("library.folder_path"), "aria-label": word("library.folder_path"), spellcheck: "false" });
    const form = make("form", {}, make("p.quiet", {}, word("library.folder_hint")), field, make("button.main", { type: "submit" }, word("library.folder_take")));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        follow(await api("folders", { body: { path: field.value, collection: state.collection } }));
        panel.closest("details").open = false;
      } catch (fault) {
        panel.querySelector(".failed")?.remove();
        panel.append(failure(fault));
      }
    });
    panel.replaceChildren(form);
    field.focus();
  });
}

async function takeSamples() {
  try {
    follow(await api("samples", { method: "POST" }));
    for (const each of element.querySelectorAll(".samples")) each.remove(); // they are on their way
  } catch (fault) {
    toast(fault.message);
  }
}

function send(files) {
  for (let at = 0; at < files.length; at += BATCH) sendSome(files.slice(at, at + BATCH));
}

// By XMLHttpRequest: fetch does not tell how much has gone out.
function sendSome(files) {
  const body = new FormData(), request = new XMLHttpRequest();
  for (const file of files) body.append("files", file, file.name);
  body.append("collection", state.collection);
  const shown = panelOf({ files: files.map((file) => file.name) }, () => request.abort());
  const sizes = files.map((file) => file.size);
  request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
    let left = lengthComputable ? loaded * (sizes.reduce((a, b) => a + b, 0) / total) : 0;
    files.forEach((file, index) => {
      const part = sizes[index] ? Math.min(1, Math.max(0, left / sizes[index])) : 1;
      left -= sizes[index];
      shown.file(index, part < 1 ? word("library.sending", { n: Math.round(part * 100) }) : word("library.waiting"), part * 0.2);
    });
  });
  request.addEventListener("load", () => {
    const said = JSON.parse(request.responseText || "{}");
    if (request.status === 202) follow(said, shown);
    else shown.failed({ message: said.detail || word("fault.unexpected"), hint: said.hint || "" });
  });
  request.addEventListener("error", () => shown.failed({ message: word("fault.unreachable"), hint: word("fault.unreachable_hint") }));
  request.addEventListener("abort", () => shown.over());
  request.open("POST", "api/v1/uploads");
  request.send(body);
}

function follow(upload, shown = panelOf(upload)) {
  sendings.get(upload.id)?.over(); // it was found under way before the answer to its sending was here
  sendings.set(upload.id, shown);
  shown.stop = () => ask(`uploads/${upload.id}`, { method: "DELETE" }).catch((fault) => toast(fault.message));
  const began = Date.now();
  const look = async () => {
    if (!element.isConnected || sendings.get(upload.id) !== shown) return;
    let now;
    try {
      now = await api(`uploads/${upload.id}`);
    } catch (fault) {
      if (fault.code === "unreachable") { shown.note(fault.message); setTimeout(look, 4 * POLL); return; }
      shown.failed(fault);
      return;
    }
    shown.now(now, Date.now() - began);
    if (["done", "failed", "cancelled"].includes(now.state)) finished(now, shown);
    else setTimeout(look, POLL);
  };
  look();
}

function finished(upload, shown) {
  sendings.delete(upload.id);
  if (upload.state === "cancelled") shown.over();
  else if (upload.state === "failed") shown.failed(upload.error);
  else shown.results(upload.result.documents || [], upload.result.notes || []);
  changed();
}

async function resumeSendings() {
  const { uploads = [] } = await api("uploads").catch(() => ({}));
  for (const upload of uploads) if (["waiting", "running"].includes(upload.state) && !sendings.has(upload.id)) follow(upload);
}

// A panel for files that were sent together: a row for each.
function panelOf(upload, stop) {
  const rows = upload.files.map((name) => ({ name, said: make("span.said.quiet", {}, word("library.waiting")), bar: make("progress", { max: 1, value: 0, "aria-label": name }) }));
  const made = make("li.sending", {}, make("ul", {}, ...rows.map((row) => row.made = make("li", {}, make("span.name", {}, row.name), row.bar, row.said))));
  const foot = make("div.foot", {}, make("span.note.quiet", { role: "status" }), button(".action", "library.cancel", () => shown.stop()));
  made.append(foot);
  element.querySelector(".sendings").prepend(made);
  const base = (source) => source.replaceAll("\\", "/").split("/").pop();
  const rowOf = (source) => rows.find((row) => row.name === source) || rows.find((row) => row.name === base(source)) || (rows.length === 1 ? rows[0] : null);
  const ended = () => foot.replaceChildren(make("span.note.quiet", {}), button(".action", "library.dismiss", () => made.remove()));
  const shown = {
    stop,
    file(index, text, part) { rows[index].said.textContent = text; rows[index].bar.value = part; },
    note(text) { foot.querySelector(".note").textContent = text; },
    now(upload, since) {
      const [, source, page, pages] = /^(.*?)(?: \(page (\d+) of (\d+)\))?$/s.exec(upload.progress) || [];
      const row = source ? rowOf(source) : null;
      if (row) {
        const done = page ? page / pages : 1;
        row.said.textContent = page ? word("library.reading", { n: page, of: pages }) : word("library.read_waiting");
        row.bar.value = Math.max(row.bar.value, 0.2 + 0.8 * done);
      } else if (upload.state === "waiting") shown.note(word("library.queued"));
      const part = upload.total ? (upload.done + (page ? page / pages : 0)) / upload.total : 0;
      if (part > 0.1 && part < 1) shown.note(word("library.left", { n: Math.max(1, Math.round((since / 1000) * (1 / part - 1))) }));
    },
    results(documents, notes) {
      for (const row of rows) row.bar.remove();
      if (rows.length === 1 && documents.length > 1) rows[0].said.textContent = counted("papers", documents.filter((each) => each.status !== "failed").length);
      for (const document of documents) {
        const row = rows.length === 1 && documents.length > 1 ? null : rowOf(document.source) || rowOf(document.doc);
        const text = document.error ? `${document.error.message} ${document.error.hint}` : [word(`library.${document.status}`), counted("pages", document.pages)].join(" · ");
        if (row) {
          row.made.classList.add(document.status);
          row.said.replaceChildren(text, document.error ? "" : make("button.link", { type: "button", onclick: () => pick(document.doc_id) }, word("library.how_read")));
        } else if (document.error) made.firstChild.append(make("li.failed", {}, make("span.name", {}, document.doc), make("span.said.quiet", {}, text)));
      }
      ended();
      shown.note(notes.join(" "));
    },
    failed(fault) { for (const row of rows) { row.bar.remove(); row.said.textContent = ""; } ended(); made.append(failure(fault)); },
    over() { made.remove(); },
  };
  return shown;
}

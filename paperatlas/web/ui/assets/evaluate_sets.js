// Question sets: sent as a file, made of the papers, and how far each is looked through.
const UNDO_SECONDS = 8;
const leaving = new Set(); // sets whose removal can still be undone

async function fillSets() {
  const list = element.querySelector(".sets");
  if (!list) return;
  try {
    state.sets = (await api("question-sets")).question_sets;
  } catch (fault) {
    list.replaceChildren(make("li", {}, failure(fault, fillSets)));
    return;
  }
  const there = state.sets.filter((each) => !leaving.has(each.id));
  list.replaceChildren(...(there.length ? there.map(setRow) : [make("li.empty", {}, make("h3", {}, word("evaluate.no_sets")), make("p", {}, word("evaluate.no_sets_hint")))]));
}

function setRow(set) {
  const looked = set.n - set.review.open, kinds = Object.entries(set.kinds).map(([kind, n]) => `${kind} ${n}`).join(" · ");
  return make("li.set", { "data-set": set.id },
    make("div.what", {}, make("strong", {}, set.name), make("span.quiet", { title: kinds }, [some("questions", set.n), set.unanswerable ? word("evaluate.unanswerable_n", { n: set.unanswerable }) : "", word(`evaluate.${set.source}`), moment(set.at)].filter(Boolean).join(" · "))),
    make("div.reviewed", {}, make("progress", { max: set.n, value: looked, "aria-label": word("evaluate.looked", { n: looked, of: set.n }) }), make("span.quiet", {}, word("evaluate.looked", { n: looked, of: set.n }))),
    make("div.acts", {}, props.value.read_only ? "" : button(".main", "evaluate.run", () => askHow(set)),
      button(".action", props.value.read_only ? "evaluate.look" : "evaluate.review", () => show("review", set.id)), downloads(set),
      props.value.read_only ? "" : icon("×", "evaluate.remove", () => removeSet(set), { name: set.name })));
}

const downloads = (set) => atlas.menu(".download", word("evaluate.download"), (panel) => panel.replaceChildren(...["standing", "reviewed", "all"].map((which) =>
  make("a", { href: `api/v1/question-sets/${set.id}/file?which=${which}`, download: true }, word(`evaluate.file_${which}`)))));

function removeSet(set) {
  leaving.add(set.id);
  fillSets();
  const gone = async () => {
    await ask(`question-sets/${set.id}`, { method: "DELETE" }).catch((fault) => toast(fault.message));
    leaving.delete(set.id);
    fillSets();
  };
  toast(word("evaluate.removed", { name: set.name }), { action: word("library.undo"), act: () => { leaving.delete(set.id); fillSets(); }, over: gone, seconds: UNDO_SECONDS });
}

// Each wrong line by its number: they are mended in the file, not here.
const wrongLines = (fault) => make("div.failed", { role: "alert" }, make("p", {}, fault.message), fault.hint ? make("p.hint", {}, fault.hint) : null,
  fault.errors?.length ? make("div.faults", { tabindex: 0, role: "region", "aria-label": word("evaluate.faults") }, make("ol", {}, ...fault.errors.map((each) => make("li", {}, make("strong", {}, word("evaluate.line", { n: each.where })), ` ${each.what}`)))) : null);

async function sendSet(files) {
  const told = element.querySelector(".sets-told");
  told.replaceChildren();
  for (const file of files) {
    const body = new FormData();
    body.append("file", file, file.name);
    try {
      const kept = await ask("question-sets", { method: "POST", body }).then((said) => said.json());
      told.append(make("p.right", { role: "status" }, word("evaluate.kept", { name: kept.name, n: kept.n })));
    } catch (fault) {
      told.append(make("p", {}, make("strong", {}, file.name)), wrongLines(fault));
    }
  }
  await fillSets();
}

function uploadButton() {
  const chosen = make("input.sr", { type: "file", accept: ".jsonl,.ndjson,.json,application/jsonl", multiple: true, tabindex: -1, "aria-hidden": "true" });
  chosen.addEventListener("change", () => { sendSet([...chosen.files]); chosen.value = ""; });
  return make("span", {}, button(".plain", "evaluate.upload", () => chosen.click()), chosen);
}

async function askMaking() {
  const list = make("div.papers", { tabindex: 0, role: "group", "aria-label": word("evaluate.of_papers") }, make("p.quiet", {}, word("papers.loading")));
  const each = make("input", { type: "number", min: 1, max: 100, value: 10, required: true }), seed = make("input", { type: "number", min: 0, value: 0, required: true });
  const name = make("input", { type: "text", maxlength: 200, placeholder: word("evaluate.name_hint") });
  const told = make("div"), begin = make("button.main", { type: "submit" }, word("evaluate.make"));
  const form = make("form.making", {}, make("p.quiet", {}, word("evaluate.making_hint")),
    make("label", {}, word("evaluate.name"), name), make("div.pair", {}, make("label", {}, word("evaluate.each"), each), make("label", {}, word("evaluate.seed"), seed)),
    make("fieldset", {}, make("legend", {}, word("evaluate.of_papers")), list), told, make("div.actions", {}, begin));
  const opened = dialog(word("evaluate.make_title"), form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    begin.disabled = true;
    told.replaceChildren(make("p.quiet", { role: "status" }, word("evaluate.making")));
    const boxes = [...list.querySelectorAll("input")], named = boxes.filter((box) => box.checked);
    const documents = named.length === boxes.length ? [] : named.map((box) => box.value);
    try {
      if (!named.length) throw Object.assign(new Error(word("evaluate.no_papers")), { hint: "" });
      const made = await api("question-sets/made", { body: { name: name.value.trim(), each: each.valueAsNumber, seed: seed.valueAsNumber, documents } });
      opened.close();
      await fillSets();
      show("review", made.id);
    } catch (fault) {
      begin.disabled = false;
      told.replaceChildren(failure(fault));
    }
  });
  const { documents } = await api("documents?sort=title&limit=1000").catch(() => ({ documents: [] }));
  list.replaceChildren(...documents.map((each) => make("label.choice", {}, make("input", { type: "checkbox", value: each.doc_id, checked: true }), make("span", {}, each.title || each.doc))));
}

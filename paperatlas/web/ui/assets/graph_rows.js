// Questions in plain words and in Cypher: the rows beside the picture, each with what it was made from.
const CYPHER = [
  "MATCH (a:Entity)-[r:EVALUATED_ON]->(d:Entity {type: 'dataset'}) RETURN a.name AS what, d.name AS data, r.metric, r.value LIMIT 50",
  "MATCH (p:Entity)-[:PROPOSES]->(m:Entity) RETURN p.name AS paper, m.name AS proposes LIMIT 50",
  "MATCH (e:Entity) RETURN e.name AS name, e.type AS type, e.mentions AS mentions ORDER BY mentions DESC LIMIT 20",
];

function questionForm() {
  const field = make("input", { type: "text", placeholder: word("graph.question_hint"), "aria-label": word("graph.question"), maxlength: 2000 });
  const asked = () => field.value.trim() && ask("graph/ask", { question: field.value.trim() });
  const examples = make("div.examples");
  fillExamples(examples, (text) => { field.value = text; asked(); });
  return form(asked, field, make("button.main", { type: "submit" }, word("graph.ask")), examples);
}

function cypherForm() {
  const field = make("textarea", { rows: 2, spellcheck: "false", placeholder: "MATCH (a:Entity)-[r]->(b:Entity) RETURN a.name, type(r), b.name LIMIT 20", "aria-label": "Cypher", maxlength: 4000 });
  const run = () => field.value.trim() && ask("graph/query", { cypher: field.value.trim(), limit: 200 });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    run();
  });
  const examples = ["results", "proposals", "mentioned"].map((name, at) =>
    button(".example", word(`graph.cypher_${name}`), () => { field.value = CYPHER[at]; run(); }));
  const made = form(run, field, make("button.main", { type: "submit" }, word("graph.run")), make("div.examples", {}, word("graph.only_reads"), " ", ...examples));
  made.put = (text) => { field.value = text; field.focus(); };
  return made;
}

const form = (submit, ...children) => make("form", { onsubmit: (event) => { event.preventDefault(); submit(); } }, ...children);

// Two questions that this graph can answer, made of its own names.
async function fillExamples(home, put) {
  const { relations_by_type: types = {} } = await stats().catch(() => ({}));
  const known = { evaluated_on: "evaluated", uses: "uses", proposes: "proposes", affiliated_with: "works_at", published_in: "published" };
  const found = Object.keys(known).filter((type) => types[type]).slice(0, 3);
  const rows = await Promise.all(found.map(async (type) => {
    const { rows: [row] = [] } = await api("graph/query", { body: { cypher: `MATCH (a:Entity)-[:${type.toUpperCase()}]->(b:Entity) RETURN a.name, b.name ORDER BY b.mentions DESC, a.mentions DESC LIMIT 1`, limit: 1 } }).catch(() => ({}));
    return row && button(".example", word(`graph.example_${known[type]}`, { a: row[0], b: row[1] }), (event) => put(event.currentTarget.textContent));
  }));
  home.append(...rows.filter(Boolean));
}

let asking = 0;

// Something else is asked: what an answer before it lit goes out, and what is still under way no longer counts.
function begin(text) {
  graph?.clear();
  beside(waiting(text));
  return (asking += 1);
}

async function ask(path, body) {
  const turn = begin(word("graph.asking"));
  try {
    const answer = await api(path, { body });
    if (turn === asking) answered(answer, body.question || word("graph.rows"));
  } catch (fault) {
    if (turn === asking) beside(failed(fault, fault.code === "unreachable" ? () => ask(path, body) : null));
  }
}

function answered(answer, title) {
  const query = answer.cypher ? make("details.query", {}, make("summary", {}, word("graph.as_cypher")), make("pre", {}, answer.cypher),
    button(".plain", word("graph.edit"), () => choose("cypher").put(answer.cypher))) : null;
  if (!answer.rows.length) {
    beside(make("h3", {}, title), make("p", {}, answer.how === "none" && !answer.cypher ? word("graph.not_understood") : word("graph.no_rows")),
      ...answer.tries.map((each) => make("p.quiet", {}, each.why)), query ?? "");
    return;
  }
  const size = word(answer.rows.length === 1 ? "graph.row_count" : "graph.rows_count", { n: answer.rows.length }) + (answer.truncated ? ` ${word("graph.truncated")}` : "");
  const taken = make("span.quiet", { role: "status" });
  const copy = (label, sign) => button(".plain", label, async () => { await window.atlas.copy(separated(answer, sign)); taken.textContent = word("graph.copied"); });
  beside(make("h3", { tabindex: -1 }, title), answer.text && answer.question ? make("p.lead", {}, answer.text) : "",
    make("div.acts", {}, make("span.quiet", {}, size), copy("TSV", "\t"), copy("CSV", ","), taken),
    ...answer.warnings.map((each) => make("p.quiet", {}, each)),
    make("div.rows", { tabindex: 0, role: "region", "aria-label": word("graph.rows") }, table(answer)),
    answer.evidence_of === "returned" ? make("p.quiet", {}, word("graph.between_returned")) : "", query ?? "");
  light(title, namesOf(answer));
}

function table(answer) {
  const evidence = answer.rows.map((row) => evidenceOf(row, answer.evidence));
  const some = evidence.some((each) => each.length);
  const body = make("tbody");
  answer.rows.forEach((row, at) => {
    const proof = make("tr.row-quotes", { hidden: true }, make("td", { colspan: answer.columns.length + 1 }));
    const open = evidence[at].length ? button(".read", word(evidence[at].length === 1 ? "graph.quote_count" : "graph.quotes_count", { n: evidence[at].length }), (event) => {
      proof.hidden = !proof.hidden;
      event.currentTarget.setAttribute("aria-expanded", String(!proof.hidden));
      if (!proof.hidden) proof.firstChild.replaceChildren(...evidence[at].map(said));
    }, { "aria-expanded": "false" }) : null;
    body.append(make("tr", {}, ...row.map((value) => make(`td${typeof value === "number" ? ".number" : ""}`, {}, cell(value))), some ? make("td", {}, open) : null), proof);
  });
  const head = answer.columns.map((each) => make("th", { scope: "col" }, each));
  return make("table", {}, make("thead", {}, make("tr", {}, ...head, some ? make("th", { scope: "col" }, word("graph.evidence")) : null)), body);
}

// An entity is a button that shows it in the picture.
function cell(value) {
  if (value && typeof value === "object" && value.label === "Entity") return button(".entity", value.name, () => pick(value.id));
  const text = textOf(value);
  return text && text.length < 120 && drawn(text) ? button(".entity", text, () => pick(text)) : text;
}

function textOf(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (typeof value === "object") return value.name || value.quote || value.title || JSON.stringify(value);
  return String(value);
}

const namesIn = (value) => (Array.isArray(value) ? value.flatMap(namesIn) : value && typeof value === "object" ? [value.name].filter(Boolean) : typeof value === "string" ? [value] : []);

// The quotes between what the row names; where there are none of both ends, those of one.
function evidenceOf(row, evidence) {
  const names = new Set(row.flatMap(namesIn));
  const both = evidence.filter((each) => names.has(each.head) && names.has(each.tail));
  const found = both.length ? both : evidence.filter((each) => names.has(each.head) || names.has(each.tail));
  // A table's row that states several results is one quote.
  return [...new Map(found.map((each) => [[each.doc_id, each.page, each.quote, each.head, each.relation, each.tail].join("\n"), each])).values()];
}

const namesOf = (answer) => [...new Set([...answer.evidence.flatMap((each) => [each.head, each.tail]), ...answer.rows.flat().flatMap(namesIn)])].filter((name) => name && name.length < 200).slice(0, 150);

// For a spreadsheet: what begins as a formula does is kept from being one.
function separated({ columns, rows }, sign) {
  const harmless = (text) => (/^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text);
  const quoted = (text) => (sign === "\t" ? text.replace(/[\t\r\n]+/g, " ") : /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [columns, ...rows].map((row) => row.map((value) => quoted(harmless(textOf(value)))).join(sign)).join("\r\n");
}

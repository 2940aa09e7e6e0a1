// What the library is about: groups of names that its papers put together, each with sentences that say so.
async function showSubjects() {
  const turn = begin(word("graph.grouping"));
  try {
    const { subjects } = await api("graph/subjects");
    if (turn !== asking) return;
    if (!subjects.length) beside(make("h3", {}, word("graph.subjects")), make("p", {}, word("graph.no_subjects")));
    else beside(make("h3", { tabindex: -1 }, word("graph.subjects")), make("p.quiet", {}, word("graph.subjects_hint")), ...subjects.map(subject));
  } catch (fault) {
    if (turn === asking) beside(failed(fault, showSubjects));
  }
}

function subject(each) {
  const sentences = each.sentences.map((sentence) => {
    const [citation] = sentence.citations;
    return citation ? said({ ...citation, doc: citation.title || citation.doc }) : make("p", {}, sentence.text);
  });
  const size = word("graph.subject_size", { n: each.entities.length, papers: each.documents.length });
  const show = (event) => {
    for (const other of results.querySelectorAll(".subject > .title")) other.setAttribute("aria-pressed", String(other === event.currentTarget));
    light(each.title, each.entities.slice(0, 150));
  };
  return make("article.subject", {}, button(".title", each.title, show, { "aria-pressed": "false" }), make("p.quiet", {}, size),
    sentences.length ? make("details", {}, make("summary", {}, word("graph.sentences")), ...sentences) : null);
}

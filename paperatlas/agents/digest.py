"""What several papers say: a line a paper, each sentence the paper's own."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from paperatlas.agents.look import Found
from paperatlas.agents.proof import Source
from paperatlas.agents.quoting import proofs_of
from paperatlas.agents.retold import statement_of
from paperatlas.agents.state import Draft, Statement
from paperatlas.agents.terms import Term, covered, present, question_terms
from paperatlas.core.errors import UnknownDocument
from paperatlas.core.ids import DocumentId
from paperatlas.core.summaries import Summaries, SummaryNode, SummaryTree
from paperatlas.core.text import match_key, sentences, words
from paperatlas.core.types import ChunkKind, Computed, Document, Hit
from paperatlas.pipeline.summarise.roles import finds, is_complete, leans, points, roles, tells_of_others

__all__ = ["about", "digest"]

MOST_LINES = 8
MOST_CHARACTERS = 1150
"""What is read in one go."""
_CONFIDENT = 0.9
_FEW = 3
"""Papers up to which each has several sentences."""
_COVERED = 0.6
"""Share of the subject's words that a sentence about it names: of two words, more than the lighter one."""
_LONG = 320
"""Characters beyond which a sentence takes the place of another paper's."""
_IN_DOCUMENT, _IN_SECTION = 0.35, 0.25
_FINDING = 0.15
_EARLY = 0.2
_WANTING = 0.4
"""What speaks for a sentence beside naming the subject: that the paper's or a section's summary has it, that it tells a finding
or contribution, that it names the subject early; and against it, each: that it leans on another, shows the way elsewhere, tells
of others or is long. Chosen by reading answers on the sample library."""
_ABOUT_ONE = 4
_TOPICS = re.compile(r"\b(?:themes?|topics?|subjects|areas|strands)\b|\b(?:library|collection)\b[^?]*\babout\b", re.IGNORECASE)


def digest(found: Found, documents: Sequence[Document], source: Source, summaries: Summaries, *, subject: str) -> Draft | None:
    """What these papers say of a subject; without one, what each is about, or, of more than a few, what their topics are."""
    papers = _Papers.of(documents, found.hits, source, summaries)
    if subject:
        return _on(subject, papers, as_asked=found.question.text if len(found.plan.scope.documents) > 1 else "")
    if len(papers.trees) > MOST_LINES or _TOPICS.search(found.question.text):
        return _by_topic(summaries.topics(), papers)
    return _each(papers)


def about(subject: str, document: Document, hits: Sequence[Hit], tree: SummaryTree, source: Source) -> tuple[Statement, ...]:
    """What one paper says of a subject, in its own order."""
    best = _said(question_terms(subject), document.id, hits, tree, source)[:_ABOUT_ONE]
    return tuple(said.statement for said in sorted(best, key=lambda said: said.place))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """A sentence about the subject."""

    statement: Statement
    worth: float

    @property
    def place(self) -> tuple[int, int]:
        first = self.statement.proofs[0]
        return first.page, first.start or 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Papers:
    """The papers that are to speak, and what is needed to quote them."""

    documents: tuple[Document, ...]
    trees: Mapping[DocumentId, SummaryTree]
    hits: tuple[Hit, ...]
    source: Source

    @classmethod
    def of(cls, documents: Sequence[Document], hits: Sequence[Hit], source: Source, summaries: Summaries) -> "_Papers":
        trees = {document.id: tree for document in documents if (tree := _tree(document.id, summaries))}
        there = tuple(document for document in documents if document.id in trees)
        return cls(documents=there, trees=trees, hits=tuple(hits), source=source)

    def lead(self, document: DocumentId) -> str:
        """What a paper's line begins with: authors and year, or its title where they would not tell it from another."""
        cited = {each.id: _cited(each) for each in self.documents}
        alike = sum(other == cited[document] for other in cited.values())
        title = next(each.title for each in self.documents if each.id == document)
        return f"{title if alike > 1 else cited[document]}: "


def _on(subject: str, papers: _Papers, *, as_asked: str) -> Draft | None:
    """What each paper says of a subject: those that a question names in its order, else the most telling first."""
    terms = question_terms(subject)
    said = {d.id: _said(terms, d.id, papers.hits, papers.trees[d.id], papers.source) for d in papers.documents}
    speaking = [document for document in papers.documents if said[document.id]]
    if as_asked:
        speaking = _ordered_as(as_asked, speaking)
    else:
        speaking.sort(key=lambda document: -said[document.id][0].worth)
    each = 2 if len(speaking) <= _FEW else 1
    statements = [
        statement if at else replace(statement, text=papers.lead(document.id) + statement.text)
        for document in speaking[:MOST_LINES]
        for at, statement in enumerate(s.statement for s in sorted(said[document.id][:each], key=lambda s: s.place))
    ]
    draft = _draft(statements)
    is_partial = draft is not None and as_asked and len(speaking) < len(papers.documents)
    return replace(draft, status="partial", reason="partly") if draft and is_partial else draft


def _each(papers: _Papers) -> Draft | None:
    """What each paper is about."""
    most = MOST_LINES // max(1, len(papers.documents)) if len(papers.documents) <= _FEW else 1
    return _draft(
        [
            statement_of(sentence, papers.source, lead="" if at else papers.lead(document.id))
            for document in papers.documents
            for at, sentence in enumerate(papers.trees[document.id].root.sentences[:most])
        ]
    )


def _by_topic(topics: Sequence[SummaryNode], papers: _Papers) -> Draft | None:
    """What each topic is about, in the words of its most central paper."""
    statements = []
    for topic in topics:
        members = [document for document in topic.documents if document in papers.trees]
        central = [s for s in topic.sentences if s.sources[0].document in members]
        sentence = next(iter(central or (s for d in members for s in papers.trees[d].root.sentences)), None)
        if sentence is not None:
            count = f"{len(members)} papers" if len(members) > 1 else "1 paper"
            lead = f"{topic.title[:1].upper()}{topic.title[1:]} ({count}). {papers.lead(sentence.sources[0].document)}"
            statements.append(statement_of(sentence, papers.source, lead=lead))
    draft = _draft(statements[:MOST_LINES])
    method = f"{len(statements)} groups of papers that say alike things, each named by words that tell it from the others"
    return replace(draft, computed=Computed(value=str(len(statements)), method=method)) if draft else None


def _draft(statements: Sequence[Statement]) -> Draft | None:
    """As many as there is room for."""
    kept: list[Statement] = []
    room = MOST_CHARACTERS
    for statement in statements:
        if statement.proofs and len(statement.text) <= room:
            kept.append(statement)
            room -= len(statement.text) + 1
    return Draft(statements=tuple(kept), confidence=_CONFIDENT) if kept else None


def _said(terms: Sequence[Term], document: DocumentId, hits: Sequence[Hit], tree: SummaryTree, source: Source) -> list[_Said]:
    """The sentences of a paper about the subject, the most telling first; each once."""
    found: dict[str, _Said] = {}
    for statement, bonus in _pool(document, hits, tree, source):
        text = statement.text
        share = covered(terms, present(text))
        if share >= _COVERED and statement.proofs and is_complete(text):
            worth = share + bonus + _worth(text, terms)
            found.setdefault(match_key(text), _Said(statement=statement, worth=worth))
    return sorted(found.values(), key=lambda said: (-said.worth, said.place))


def _pool(document: DocumentId, hits: Sequence[Hit], tree: SummaryTree, source: Source) -> Iterator[tuple[Statement, float]]:
    """What the summaries of the paper say, and the passages found; with what it counts to stand there."""
    for node in tree.nodes:
        for sentence in node.sentences:
            yield statement_of(sentence, source), _IN_DOCUMENT if node.level == "document" else _IN_SECTION
    for hit in hits:
        chunk = hit.chunk
        if chunk.document == document and chunk.kind is ChunkKind.TEXT:
            for start, end in sentences(chunk.text):
                yield Statement(text=" ".join(chunk.text[start:end].split()), proofs=proofs_of(chunk, start, end, source)), 0.0


def _worth(text: str, terms: Sequence[Term]) -> float:
    said = words(text)
    stems = {term.stem for term in terms}
    first = next((at for at, word in enumerate(said) if present(word) & stems), len(said))
    wanting = leans(text) + points(text) + tells_of_others(text) + (len(text) > _LONG)
    telling = _FINDING if finds(text) or "contribution" in roles(text) else 0.0
    return telling + _EARLY * (1 - first / max(1, len(said))) - _WANTING * wanting


def _cited(document: Document) -> str:
    authors = [name.split()[-1] for name in document.metadata.authors if name.split()]
    if not authors or document.metadata.year is None:
        return document.title
    who = authors[0] if len(authors) == 1 else f"{authors[0]} and {authors[1]}" if len(authors) == 2 else f"{authors[0]} et al."
    return f"{who} ({document.metadata.year})"


def _ordered_as(question: str, documents: Sequence[Document]) -> list[Document]:
    """In the order in which the question names them, by the first word of it that only one of them has."""
    asked = {word: at for at, word in reversed(list(enumerate(words(question))))}
    own = {d.id: set(words(f"{d.title} {d.name} {' '.join(d.metadata.authors)} {d.metadata.abstract}")) for d in documents}

    def first(document: Document) -> int:
        others = set[str]().union(*(said for id_, said in own.items() if id_ != document.id))
        return min((at for word, at in asked.items() if word in own[document.id] - others), default=len(asked))

    return sorted(documents, key=first)


def _tree(document: DocumentId, summaries: Summaries) -> SummaryTree | None:
    try:
        return summaries.of(document)
    except UnknownDocument:  # removed by another process meanwhile
        return None

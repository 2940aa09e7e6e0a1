"""What several papers say: a line a paper, each sentence the paper's own."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from paperatlas.agents.look import Found
from paperatlas.agents.proof import Source
from paperatlas.agents.quoting import proofs_of
from paperatlas.agents.retold import statement_of, statements_of
from paperatlas.agents.state import Draft, Statement
from paperatlas.agents.terms import Term, present, question_terms
from paperatlas.core.answers import Computed
from paperatlas.core.concepts import concepts
from paperatlas.core.errors import UnknownDocument
from paperatlas.core.ids import DocumentId
from paperatlas.core.orders import tainted
from paperatlas.core.searching import Hit
from paperatlas.core.summaries import Summaries, SummaryNode, SummarySentence, SummaryTree
from paperatlas.core.text import both_ends, match_key, sentences, words
from paperatlas.core.types import ChunkKind, Document
from paperatlas.pipeline.summarise.parts import is_boilerplate, is_of_the_field
from paperatlas.pipeline.summarise.roles import OWN, finds, is_complete, leans, points, roles, tells_of_others

__all__ = ["about", "digest"]

MOST_LINES = 12
"""What a question to the literature may take."""
MOST_CHARACTERS = 1150
"""What is read in one go."""
_CONFIDENT = 0.9
_FEW = 3
"""Papers up to which each has several sentences."""
_STRETCHED = 2.0
"""Times its share of the room that the sentence which states a paper's contribution may take."""
_COVERED = 0.6
"""Share of the subject's words that a sentence about it names: of two words, more than the lighter one."""
_LONG = 200
"""Characters beyond which a sentence takes the place of another paper's, and so many more that it is as bad as leaning."""
_IN_DOCUMENT, _IN_SECTION = 0.35, 0.25
_FINDING = 0.15
_LATER = 0.04
_DENSE = 0.25
_WANTING = 0.4
"""What speaks for a sentence beside naming the subject: that the paper's or a section's summary has it, the earlier there the
better, that it tells a finding or contribution, and the subject's share in what it says; and against it, each: that it leans on
another, shows the way elsewhere, tells of others or is long. Chosen by reading answers on the sample library."""
_MENTIONED = 0.2
"""A paper says something of the subject when the sentences of its summaries name it at least so often as those of the paper
that does so most; below that it only happens to use the word."""
_ABOUT_ONE = 4
_FINDINGS = re.compile(r"\b(?:findings?|results?|conclusions?|conclude|takeaways?|insights?)\b", re.IGNORECASE)
_TORN = re.compile(r"https?://|www\.|(?:[=∈∑√∥≤≥←→∂∇±·][^=∈∑√∥≤≥←→∂∇±·]*){2}", re.IGNORECASE)
"""Addresses and formulas, which a line about a paper can do without and which the text layer tears."""
_TOPICS = re.compile(r"\b(?:themes?|topics?|subjects|areas|strands)\b|\b(?:library|collection)\b[^?]*\babout\b", re.IGNORECASE)


def digest(found: Found, documents: Sequence[Document], source: Source, summaries: Summaries, *, subject: str) -> Draft | None:
    """What these papers say of a subject; without one, what each is about, or, of more than a few, what their topics are."""
    papers = _Papers.of(documents, found.hits, source, summaries)
    if subject:
        return _on(subject, papers, as_asked=found.question.text if len(found.plan.scope.documents) > 1 else "")
    if len(papers.documents) > MOST_LINES or _TOPICS.search(both_ends(found.question.text)):
        return _by_topic(summaries.topics(), papers)
    return _each(papers, findings=_FINDINGS.search(found.question.text) is not None)


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
    often = {document: _often(terms, papers.trees[document]) for document in said}
    least = 0.0 if as_asked else _MENTIONED * max(often.values(), default=0.0)
    speaking = [document for document in papers.documents if said[document.id] and often[document.id] >= least]
    if as_asked:
        speaking = _ordered_as(as_asked, speaking)
    else:
        speaking.sort(key=lambda document: -said[document.id][0].worth)
    each = 2 if len(speaking) <= _FEW else 1
    lines = [_line(papers.lead(d.id), _apart(said[d.id], each)) for d in speaking[:MOST_LINES]]
    draft = _draft(lines)
    is_partial = draft is not None and as_asked and len(speaking) < len(papers.documents)
    return replace(draft, status="partial", reason="partly") if draft and is_partial else draft


def _each(papers: _Papers, *, findings: bool) -> Draft | None:
    """What each paper is about, or what it found, so that all have room."""
    most = 3 if len(papers.documents) <= _FEW else 1
    room = MOST_CHARACTERS // max(1, len(papers.documents) * most)
    lines = []
    for document in papers.documents:
        sentences = papers.trees[document.id].root.sentences
        told = [sentence for sentence in sentences if finds(sentence.text)] if findings else []
        first = told or _leading(sentences, room - len(papers.lead(document.id)))
        lines.append(_line(papers.lead(document.id), statements_of(first[:most], papers.source)))
    return _draft(lines)


def _leading(sentences: Sequence[SummarySentence], room: int) -> list[SummarySentence]:
    """The sentences as they stand, unless the first is far too long: then the shortest contribution goes before it."""
    if not sentences or len(sentences[0].text) <= _STRETCHED * room:
        return list(sentences)
    first = min(sentences, key=lambda sentence: ("contribution" not in roles(sentence.text), len(sentence.text)))
    return [first, *(sentence for sentence in sentences if sentence is not first)]


def _by_topic(topics: Sequence[SummaryNode], papers: _Papers) -> Draft | None:
    """What each topic is about, in the words of its most central paper."""
    there = [(topic, members) for topic in topics if (members := [d for d in topic.documents if d in papers.trees])]
    each = 2 if len(there) <= _FEW else 1
    lines = []
    for topic, members in there[:MOST_LINES]:
        central = [s for s in topic.sentences if s.sources[0].document in members] or papers.trees[members[0]].root.sentences
        told = [statement_of(s, papers.source, lead=papers.lead(s.sources[0].document)) for s in central[:each]]
        name = f"{topic.title[:1].upper()}{topic.title[1:]} ({len(members)} papers). " if len(members) > 1 else ""
        lines.append(_line(name, told))
    draft = _draft(lines)
    method = f"{len(there)} groups of papers that say alike things, each named by words that tell it from the others"
    return replace(draft, computed=Computed(value=str(len(there)), method=method)) if draft else None


def _line(lead: str, statements: Sequence[Statement]) -> list[Statement]:
    """One paper's sentences, the first of which says whose they are."""
    proven = [statement for statement in statements if statement.proofs]
    return [replace(statement, text=statement.text if at else lead + statement.text) for at, statement in enumerate(proven)]


def _draft(lines: Sequence[Sequence[Statement]]) -> Draft | None:
    """As much as there is room for: what each has to say first, before anyone's second sentence."""
    kept: set[tuple[int, int]] = set()
    room = MOST_CHARACTERS
    for at in range(max(map(len, lines), default=0)):
        for number, line in enumerate(lines):
            if at < len(line) and len(line[at].text) <= room:
                kept.add((number, at))
                room -= len(line[at].text) + 1
    statements = tuple(lines[number][at] for number, at in sorted(kept))
    return Draft(statements=statements, confidence=_CONFIDENT) if statements else None


def _apart(said: Sequence[_Said], most: int) -> list[Statement]:
    """The most telling that do not say the same, in the paper's order."""
    chosen: list[_Said] = []
    for each in said:
        mine = concepts(each.statement.text).keys()
        if len(chosen) < most and not any(len(mine & concepts(c.statement.text).keys()) > len(mine) / 2 for c in chosen):
            chosen.append(each)
    return [each.statement for each in sorted(chosen, key=lambda each: each.place)]


def _said(terms: Sequence[Term], document: DocumentId, hits: Sequence[Hit], tree: SummaryTree, source: Source) -> list[_Said]:
    """The sentences of a paper about the subject, the most telling first; each once."""
    found: dict[str, _Said] = {}
    for statement, bonus in _pool(document, hits, tree, source):
        text = statement.text
        share = _named(terms, text)
        if share >= _COVERED and statement.proofs and is_complete(text) and not _TORN.search(text):
            worth = share + bonus + _worth(text, terms, of_the_field=is_of_the_field(statement.proofs[0].section))
            found.setdefault(match_key(text), _Said(statement=statement, worth=worth))
    return sorted(found.values(), key=lambda said: (-said.worth, said.place))


def _named(terms: Sequence[Term], text: str) -> float:
    """The share of the terms' weight that a text names, their own stems only: "attends" is not about attention."""
    have = present(text)
    return sum(term.weight for term in terms if term.stem in have) / (sum(term.weight for term in terms) or 1.0)


def _often(terms: Sequence[Term], tree: SummaryTree) -> float:
    """The share of the sentences of a paper's summaries that name the subject."""
    texts = {sentence.text for node in tree.nodes for sentence in node.sentences}
    return sum(_named(terms, text) >= _COVERED for text in texts) / max(1, len(texts))


def _pool(document: DocumentId, hits: Sequence[Hit], tree: SummaryTree, source: Source) -> Iterator[tuple[Statement, float]]:
    """What the summaries of the paper say, and the passages found; with what it counts to stand there."""
    for node in tree.nodes:
        for at, sentence in enumerate(node.sentences):
            yield statement_of(sentence, source), (_IN_DOCUMENT if node.level == "document" else _IN_SECTION) - _LATER * at
    for hit in hits:
        chunk = hit.chunk
        if chunk.document == document and chunk.kind is ChunkKind.TEXT and not is_boilerplate(chunk.section):
            orders = tainted(chunk.text)
            for start, end in (each for each in sentences(chunk.text) if each not in orders):
                yield Statement(text=" ".join(chunk.text[start:end].split()), proofs=proofs_of(chunk, start, end, source)), 0.0


def _worth(text: str, terms: Sequence[Term], *, of_the_field: bool) -> float:
    said = concepts(text)
    asked = set().union(*(concepts(term.word) for term in terms))
    dense = sum(worth for concept, worth in said.items() if asked.intersection(concept.split())) / (sum(said.values()) or 1.0)
    of_others = tells_of_others(text) or (of_the_field and not OWN.search(text))
    wanting = leans(text) + points(text) + of_others + max(0.0, len(text) / _LONG - 1)
    telling = _FINDING if finds(text) or "contribution" in roles(text) else 0.0
    return telling + _DENSE * dense - _WANTING * wanting


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

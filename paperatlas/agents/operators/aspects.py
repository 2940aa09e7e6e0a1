"""What one paper says of its own limitations, strengths, plans and conclusions: the sentences that say it, not those that say
that it will be said.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paperatlas.agents import refuse
from paperatlas.agents.extract import MOST_LISTED
from paperatlas.agents.forms.aspects import OWN_VOICE, Aspect, aspect_of, is_of_the_whole
from paperatlas.agents.forms.wording import plain
from paperatlas.agents.operators.papers import asked_papers
from paperatlas.agents.presence import is_bibliography
from paperatlas.agents.proof import Source
from paperatlas.agents.quoting import proofs_of
from paperatlas.agents.state import Deps, Draft, Question, Statement
from paperatlas.agents.terms import present
from paperatlas.core.answers import Route
from paperatlas.core.orders import tainted
from paperatlas.core.sections import FRONT_MATTER
from paperatlas.core.text import sentences
from paperatlas.core.types import Chunk, ChunkKind, Document

__all__ = ["answer"]

_SURE, _LIKELY = 0.9, 0.75
"""Said under a heading of its own or in an announced list; found by its words alone."""
_REFUSED = 0.2
_MOST = 7
"""Sentences of an answer."""
_LONGEST = 240
"""Characters of one: a list is read for its points."""
_FEW = 3
"""Sentences after an announcement that counts no points."""
_LISTED = re.compile(
    r"(?:\(?(?:\d{1,2}|[ivx]{1,4})[.)]\s|[•▪–-]\s|first(?:ly)?\b|second(?:ly)?\b|third(?:ly)?\b|fourth(?:ly)?\b|fifth(?:ly)?\b"
    r"|last(?:ly)?\b|finally\b|additionally\b|in addition\b|another\b|also\b|moreover\b|furthermore\b|besides\b|one\b)",
    re.IGNORECASE,
)
"""How a point of an announced list begins."""
_OTHERS = re.compile(r"related work|background|acknowledg|appendi|author contribution", re.IGNORECASE)
_OF_OTHERS = re.compile(
    r"\b(?:et al|previous(?:ly)?|prior|existing|earlier|conventional|traditional|other)\b"
    r"|\bcurrent (?!study|work|paper|analysis)\w+\b"
    r"|\b(?:address|overcom|tackl|mitigat|alleviat|solv|eas|remed|circumvent)\w*\b[^.]*\b(?:limitation|shortcoming|weakness|drawback)",
    re.IGNORECASE,
)
"""What others lack, and this paper mends."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence of a paper."""

    chunk: Chunk
    start: int
    end: int

    @property
    def text(self) -> str:
        return " ".join(self.chunk.text[self.start : self.end].split())

    @property
    def heading(self) -> str:
        return self.chunk.section.rpartition(" > ")[2]


def answer(question: Question, route: Route, deps: Deps) -> Draft | None:
    """The sentences, or a refusal where the paper has none; None where something else is asked, or of more papers than one."""
    text = plain(question.text)
    aspect = aspect_of(text)
    if aspect is None:
        return None
    papers = asked_papers(question, route, deps)
    if len(papers) != 1 or not is_of_the_whole(text, _subject(papers[0])):
        return None
    source = Source(deps.catalog)
    told, confidence = _told(aspect, list(_sentences(source.chunks(papers[0].id))))
    statements = tuple(statement for said in told if (statement := _statement(said, source)).proofs)
    if statements:
        return Draft(statements=_within(statements), confidence=confidence)
    if aspect.name == "conclusions":
        return None  # its summary has what it found
    return refuse.unanswered(_REFUSED, None, papers[0].title, language=route.language)


def _subject(document: Document) -> frozenset[str]:
    """The stems of what a paper is called by."""
    return present(f"{document.title} {document.name}")


def _sentences(chunks: Sequence[Chunk]) -> Iterator[_Said]:
    """Those of a paper's own text, as printed."""
    for chunk in chunks:
        section = chunk.section
        if chunk.kind is not ChunkKind.TEXT or section == FRONT_MATTER or is_bibliography(section) or _OTHERS.search(section):
            continue
        orders = tainted(chunk.text)
        for start, end in sentences(chunk.text):
            if not any(first < end and start < last for first, last in orders):
                yield _Said(chunk, start, end)


def _told(aspect: Aspect, said: Sequence[_Said]) -> tuple[Sequence[_Said], float]:
    """The sentences that tell of an aspect, and how sure that is."""
    if listed := _announced(aspect, said):
        return listed, _SURE
    headed = [each for each in said if aspect.section.match(each.heading)]
    telling = [each for each in headed if aspect.told.search(each.text)]
    # Under "Conclusion and Future Work" stands more than what comes next.
    if telling := telling or [each for each in headed if " and " not in each.heading.lower()]:
        return telling[:_MOST], _SURE
    own = [each for each in said if aspect.told.search(each.text) and _is_of_this_paper(each.text)]
    return own[:_MOST], _LIKELY


def _is_of_this_paper(text: str) -> bool:
    return OWN_VOICE.search(text) is not None and not _OF_OTHERS.search(text)


def _announced(aspect: Aspect, said: Sequence[_Said]) -> list[_Said]:
    """The points of a list that a sentence announces: to the end of its section, or to the next announcement."""
    for at, each in enumerate(said):
        if aspect.announced is None or not aspect.announced.search(each.text) or not _is_of_this_paper(each.text):
            continue
        below = []
        for after in said[at + 1 :]:
            if after.heading != each.heading or _announces_other(aspect, after.text):
                break
            below.append(after)
        points = [after for after in below if _LISTED.match(after.text)]
        if told := points[:_MOST] if len(points) > 1 else below[:_FEW]:
            return told
    return []


def _announces_other(aspect: Aspect, text: str) -> bool:
    found = aspect_of(text)
    return found is not None and found.name != aspect.name and found.announced is not None and bool(found.announced.search(text))


def _statement(said: _Said, source: Source) -> Statement:
    return Statement(text=_head(said.text), proofs=proofs_of(said.chunk, said.start, said.end, source))


def _head(text: str) -> str:
    """The first clauses of a long sentence: there its point is made."""
    if len(text) <= _LONGEST:
        return text
    clauses = [found.start() for found in re.finditer(r"[,;:]\s", text[:_LONGEST])]
    words = [found.start() for found in re.finditer(r"\s", text[:_LONGEST])]
    return f"{text[: (clauses or words)[-1]]}…"


def _within(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """As many as can be read in one go."""
    kept: list[Statement] = []
    for statement in statements:
        if kept and sum(len(each.text) for each in kept) + len(statement.text) > MOST_LISTED:
            break
        kept.append(statement)
    return tuple(kept)

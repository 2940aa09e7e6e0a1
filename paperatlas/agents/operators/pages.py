"""On which page something stands: a table, a figure, a section, or where a subject is introduced."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paperatlas.agents.forms.wording import plain
from paperatlas.agents.operators.papers import short_title
from paperatlas.agents.operators.quotes import locate, quote, quote_heading
from paperatlas.agents.operators.sections import find_section, floats
from paperatlas.agents.state import Deps, Draft, Proof, Question, Statement
from paperatlas.agents.terms import Term, covered, present, question_terms
from paperatlas.core.answers import Computed, Occurrence
from paperatlas.core.searching import AS_WORDED, Scope
from paperatlas.core.text import sentences
from paperatlas.core.types import BlockKind, Document, ParsedDocument

__all__ = ["answer_page"]

_LABEL = re.compile(
    (
        r"\b(?P<kind>tab(?:le|\.)|fig(?:ure|\.)?|eq(?:uation|\.)?|algorithm)\s*\(?(?P<number>[a-z]?\d+(?:\.\d+)?"
        r"|[ivx]+)\b"
    ),
    re.IGNORECASE,
)
_SECTION = re.compile(r"\b(?:section|sec\.?|chapter|appendix)\s+(?P<number>[a-z]?\d+(?:\.\d+)*|[a-z])\b", re.IGNORECASE)
_NAMED = re.compile(
    r"\b(?P<name>abstract|introduction|conclusions?|discussion|related works?|background|acknowledge?ments?"
    r"|references|bibliography|appendix|limitations|results|methods?|methodology|experiments?"
    r"|evaluation)\b(?: section)?"
    r"(?: (?:of|in) (?:the |this )?[\w' -]+)?(?: (?:on|start|starts|begin|begins|located|placed|printed|end|ends))?\s*\??$",
    re.IGNORECASE,
)
_ASKING = frozenset(
    (
        "page pages number introduce introduces introduced start starts begin begins find located placed printed"
        " presents presented shown contain contains paper present first"
    ).split()
)
_KINDS = {"tab": "Table", "fig": "Figure", "eq": "Equation", "alg": "Algorithm"}
_ENOUGH = 0.6
"""Share of what the question says that a caption, heading or sentence must hold."""
_CAPTION, _HEADING, _SENTENCE = 1.0, 0.97, 0.8
"""What coverage counts for by where it is found: captions and headings say what a place is about, a sentence only mentions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spot:
    document: Document
    page: int
    what: str
    proof: Proof | None
    score: float


def answer_page(question: Question, papers: Sequence[Document], deps: Deps) -> Draft | None:
    """The page, with what stands there; one line a paper when several are asked. None when nothing there fits."""
    text = plain(question.text)
    spots = [spot for document in papers if (spot := _spot(text, document, deps))]
    if not spots:
        return None
    if len(papers) > 1 and not _LABEL.search(text) and not _SECTION.search(text):
        spots = [max(spots, key=lambda spot: spot.score)]
    statements = tuple(
        Statement(
            text=f"Page {spot.page}" if len(papers) == 1 else f"{short_title(spot.document.title)}: page {spot.page}",
            proofs=(spot.proof,) if spot.proof else (),
        )
        for spot in spots
    )
    return Draft(
        statements=statements,
        confidence=min(spot.score for spot in spots) * 0.95,
        computed=Computed(
            value=", ".join(str(spot.page) for spot in spots),
            method="; ".join(dict.fromkeys(spot.what for spot in spots)),
            occurrences=tuple(
                Occurrence(
                    document=spot.document.id,
                    doc=spot.document.name,
                    page=spot.page,
                    box=spot.proof.boxes[0] if spot.proof and spot.proof.boxes else None,
                )
                for spot in spots
            ),
        ),
    )


def _spot(text: str, document: Document, deps: Deps) -> _Spot | None:
    parsed = deps.catalog.parsed(document.id)
    if label := _LABEL.search(text):
        return _labelled(f"{_KINDS[label['kind'].lower()[:3].rstrip('u')]} {label['number']}", document, parsed)
    section = _SECTION.search(text) or _NAMED.search(text)
    if section:
        name = section["number"] if "number" in section.groupdict() else section["name"]
        if spot := _of_section(name, document, parsed):
            return spot
    return _subject(text, document, parsed, deps)


def _labelled(label: str, document: Document, parsed: ParsedDocument) -> _Spot | None:
    for item in floats(parsed):
        if item.label.lower() == label.lower():
            proof = locate(document.id, [p for p in parsed.pages if p.number == item.page], item.caption or item.label)
            return _Spot(document=document, page=item.page, what=f"{item.label} is there", proof=proof, score=1.0)
    for equation in parsed.equations:
        if label == f"Equation {equation.number.strip('()')}":
            return _Spot(document=document, page=equation.page, what=f"{label} is there", proof=None, score=1.0)
    for page in parsed.pages:
        if found := re.search(rf"(?m)^{re.escape(label)}\s*[:.]", page.text, re.IGNORECASE):
            return _Spot(
                document=document,
                page=page.number,
                what=f"{label} is there",
                proof=quote(document.id, page, found.start(), min(found.end() + 80, len(page.text))),
                score=0.9,
            )
    return None


def _of_section(name: str, document: Document, parsed: ParsedDocument) -> _Spot | None:
    section = find_section(parsed, name)
    if section is None or section.heading is None:
        return None
    page = next((page for page in parsed.pages if page.number == section.heading.page), None)
    span = section.heading.span
    proof = quote_heading(document.id, page, span) if page and span else None
    return _Spot(document=document, page=section.heading.page, what=f"{section.label} begins there", proof=proof, score=0.98)


def _subject(text: str, document: Document, parsed: ParsedDocument, deps: Deps) -> _Spot | None:
    """The place that speaks of what the question is about: best caption or heading first, then the best sentence."""
    terms = [term for term in question_terms(text) if term.word not in _ASKING and term.word not in document.name.lower()]
    if not terms:
        return None
    best = max(_candidates(terms, document, parsed), key=lambda spot: spot.score, default=None)
    if best and best.score >= _ENOUGH:
        return best
    hits = deps.searcher.search(
        " ".join(term.word for term in terms), limit=1, scope=Scope(documents=(document.id,)), options=AS_WORDED
    ).hits
    if not hits:
        return None
    page = next((p for p in parsed.pages if p.number == hits[0].chunk.page), None)
    spans = hits[0].chunk.spans
    proof = quote(document.id, page, spans[0].start, min(spans[0].end, spans[0].start + 200)) if page and spans else None
    return _Spot(document=document, page=hits[0].chunk.page, what="the nearest passage is there", proof=proof, score=0.5)


def _candidates(terms: Sequence[Term], document: Document, parsed: ParsedDocument) -> Iterator[_Spot]:
    for item in floats(parsed):
        if score := covered(terms, present(f"{item.label} {item.caption}")):
            proof = locate(document.id, [p for p in parsed.pages if p.number == item.page], item.caption)
            yield _Spot(
                document=document,
                page=item.page,
                what=f"the caption of {item.label} names it",
                proof=proof,
                score=_CAPTION * score,
            )
    for page in parsed.pages:
        for block in page.blocks:
            if block.span is None or block.kind is BlockKind.REFERENCE:
                continue
            if block.kind is BlockKind.HEADING:
                if score := covered(terms, present(block.text)):
                    proof = quote_heading(document.id, page, block.span)
                    yield _Spot(
                        document=document, page=page.number, what="a heading there names it", proof=proof, score=_HEADING * score
                    )
                continue
            for start, end in sentences(block.text):
                if score := covered(terms, present(block.text[start:end])):
                    proof = quote(document.id, page, block.span.start + start, block.span.start + end)
                    yield _Spot(
                        document=document,
                        page=page.number,
                        what="a sentence there speaks of it",
                        proof=proof,
                        score=_SENTENCE * score,
                    )

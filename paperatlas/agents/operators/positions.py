"""What stands at a place: a sentence, paragraph, word or line of a page or section, the text of a section, its heading."""

import re
from collections.abc import Sequence

from paperatlas.agents.forms.positions import Position, read_position
from paperatlas.agents.forms.wording import plain
from paperatlas.agents.operators.papers import asked_papers, short_title, speaks_of_papers, unknown_paper
from paperatlas.agents.operators.places import Run, lines, paragraphs, sentence_runs, word_runs
from paperatlas.agents.operators.quotes import locate, quote, quote_heading
from paperatlas.agents.operators.sections import Section, find_section, floats
from paperatlas.agents.state import Deps, Draft, Proof, Question, Statement
from paperatlas.agents.terms import covered, present, question_terms
from paperatlas.core.answers import Place, Route
from paperatlas.core.searching import AS_WORDED, Scope
from paperatlas.core.text import sentences
from paperatlas.core.types import Document, Heading, ParsedDocument

__all__ = ["answer"]

_SURE = 0.93
_TEXT_LENGTH = 380
"""Characters of a section or page that are said: what a person reads at a glance."""
_MOST_PAPERS = 10
"""Papers answered for when none is named."""
_SECTION_COVER = 0.75
"""Share of a question that a heading must hold to be the section that treats it."""


def answer(question: Question, route: Route, deps: Deps) -> Draft | None:
    """The words at the place asked for, verbatim; None when the question asks for something else."""
    if route.kind != "position":
        return None
    position = read_position(plain(question.text))
    if position is None:
        return None
    papers = asked_papers(question, route, deps)
    if not papers:
        return unknown_paper(question, deps.catalog.documents()) if speaks_of_papers(question) else None
    if position.unit == "which_section":
        return _which_section(question, papers, deps)
    found = [(document, statements) for document in papers[:_MOST_PAPERS] if (statements := _at(position, document, deps))]
    if not found:
        return _nowhere(position, papers)
    if len(papers) == 1:
        return Draft(statements=tuple(found[0][1]), confidence=_SURE)
    labelled = [
        Statement(text=f"{short_title(d.title)}: {s.text}", proofs=s.proofs) for d, statements in found for s in statements[:1]
    ]
    return Draft(statements=tuple(labelled), confidence=_SURE * 0.8)


def _at(position: Position, document: Document, deps: Deps) -> list[Statement]:
    parsed = deps.catalog.parsed(document.id)
    section = find_section(parsed, position.section) if position.section else None
    if position.section and section is None:
        return []
    page = parsed.pages[-1].number if position.page == -1 and parsed.pages else position.page
    match position.unit:
        case "heading":
            return _heading(position, section, document, parsed, page)
        case "headings":
            return [
                _said_heading(heading, document, parsed)
                for heading in parsed.headings
                if heading.level == 1 and not heading.run_in
            ]
        case "caption":
            return _caption(position.label, document, parsed)
        case "text":
            return _opening(paragraphs(parsed, section, page), document)
        case "paragraph":
            runs = paragraphs(parsed, section, page)
        case "word":
            runs = word_runs(parsed, section, page)
        case "line":
            runs = lines(parsed, section, page)
        case _:
            runs = sentence_runs(parsed, section, page)
    return [_said(run, document) for run in _nth(runs, position)]


def _nth(runs: Sequence[Run], position: Position) -> Sequence[Run]:
    if position.nth < 0:
        last = len(runs) + position.nth + 1
        return runs[max(0, last - position.many) : last] if last > 0 else ()
    return runs[position.nth : position.nth + position.many]


def _said(run: Run, document: Document) -> Statement:
    """The words themselves; of a long paragraph its first sentences, the whole in the citation."""
    text = run.text
    if len(text) > _TEXT_LENGTH:
        ends = [end for _, end in sentences(text) if end <= _TEXT_LENGTH]
        text = f"{text[: ends[-1]] if ends else text[: text.rfind(' ', 0, _TEXT_LENGTH)]} (goes on in the citation)"
    return Statement(text=text, proofs=tuple(quote(document.id, page, start, end) for page, start, end in run.proof))


def _opening(runs: Sequence[Run], document: Document) -> list[Statement]:
    """The first sentences of a text, as many as fit."""
    said: list[Statement] = []
    length = 0
    for run in (piece for paragraph in runs for piece in paragraph.sentences()):
        if said and length + len(run.text) > _TEXT_LENGTH:
            break
        said.append(_said(run, document))
        length += len(run.text)
    return said


def _heading(
    position: Position, section: Section | None, document: Document, parsed: ParsedDocument, page: int | None
) -> list[Statement]:
    if section is not None:
        return [_said_heading(section.heading, document, parsed)] if section.heading else []
    headings = [h for h in parsed.headings if not h.run_in and (h.page == page if page else h.level == 1)]
    chosen = headings[position.nth : position.nth + 1] if position.nth >= 0 else headings[position.nth :][:1]
    return [_said_heading(heading, document, parsed) for heading in chosen]


def _said_heading(heading: Heading, document: Document, parsed: ParsedDocument) -> Statement:
    page = next((page for page in parsed.pages if page.number == heading.page), None)
    proofs: tuple[Proof, ...] = ()
    if page and heading.span:
        proofs = (quote_heading(document.id, page, heading.span, section=heading.label),)
    return Statement(text=f"{heading.label} (page {heading.page})", proofs=proofs)


def _caption(label: str, document: Document, parsed: ParsedDocument) -> list[Statement]:
    for item in floats(parsed):
        if item.label.lower() == label.lower() and item.caption:
            proof = locate(document.id, [page for page in parsed.pages if page.number == item.page], item.caption)
            return [Statement(text=item.caption, proofs=(proof,))] if proof else []
    return []


def _which_section(question: Question, papers: Sequence[Document], deps: Deps) -> Draft | None:
    """The section that treats a subject: by its heading, else by the passage found first."""
    text = re.sub(
        r"\b(?:in |under )?(?:which|what) (?:sub)?(?:section|chapter|part)s?\b(?: number)?",
        " ",
        plain(question.text),
        flags=re.IGNORECASE,
    )
    after = re.search(
        r"\b(?:after|follows|before|precedes)\b(?: the)? (?P<name>[\w ]+?)(?: section)?\s*\??$", text, re.IGNORECASE
    )
    if after and len(papers) == 1 and (draft := _neighbour(after, papers[0], deps)):
        return draft
    terms = question_terms(text)
    for document in papers:
        parsed = deps.catalog.parsed(document.id)
        scored = [(covered(terms, present(heading.text)), -i, heading) for i, heading in enumerate(parsed.headings)]
        if terms and scored and (best := max(scored, key=lambda item: item[:2]))[0] >= _SECTION_COVER:
            return Draft(statements=(_said_heading(best[2], document, parsed),), confidence=0.85)
    scope = Scope(documents=tuple(document.id for document in papers))
    found = deps.searcher.search(text, limit=5, scope=scope, options=AS_WORDED).hits
    hits = [hit for hit in found if hit.chunk.spans and hit.chunk.section]
    if not hits:
        return None
    chunk = hits[0].chunk
    nearest = max(sentences(chunk.text), key=lambda span: covered(terms, present(chunk.text[slice(*span)])), default=None)
    spans = chunk.locate(*nearest) if nearest else chunk.spans[:1]
    page = deps.catalog.page(chunk.document, spans[0].page)
    proof = quote(chunk.document, page, spans[0].start, spans[0].end, section=chunk.section)
    return Draft(
        statements=(Statement(text=f"{chunk.section.split(' > ')[-1]} (page {page.number})", proofs=(proof,)),), confidence=0.6
    )


def _neighbour(asked: re.Match[str], document: Document, deps: Deps) -> Draft | None:
    parsed = deps.catalog.parsed(document.id)
    section = find_section(parsed, asked["name"])
    if section is None or section.heading is None:
        return None
    level = [heading for heading in parsed.headings if heading.level == section.heading.level and not heading.run_in]
    step = 1 if re.search(r"after|follows", asked.group(), re.IGNORECASE) else -1
    index = level.index(section.heading) + step if section.heading in level else -1
    if not 0 <= index < len(level):
        return None
    return Draft(statements=(_said_heading(level[index], document, parsed),), confidence=_SURE)


def _nowhere(position: Position, papers: Sequence[Document]) -> Draft:
    """The place does not exist: a page past the end, a section that is not there."""
    document = papers[0]
    if position.page and position.page > document.pages:
        text = f"There is no page {position.page}: “{short_title(document.title)}” has {document.pages} pages."
    elif position.section:
        text = f"“{short_title(document.title)}” has no section “{position.section}”."
    else:
        text = f"Nothing was found at that place in “{short_title(document.title)}”."
    if len(papers) > 1:
        text = "None of these papers has such a place."
    place = (
        Place(document=document.id, doc=document.name, page=min(max(position.page or 1, 1), document.pages or 1), section="")
        if len(papers) == 1
        else None
    )
    return Draft(statements=(Statement(text=text),), confidence=0.1, status="abstained", reason="not_in_documents", closest=place)

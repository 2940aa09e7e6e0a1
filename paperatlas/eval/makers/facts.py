"""Questions to what a paper says of itself, what it has how many of, what its short forms stand for, and where things are."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from paperatlas.core.acronyms import Definition, definitions
from paperatlas.core.text import fold
from paperatlas.core.types import Page
from paperatlas.eval.cases import Amount, Case
from paperatlas.eval.makers.draft import Paper, about

__all__ = ["count_questions", "definition_questions", "metadata_questions", "position_questions", "short_forms"]

_MOST_SHORT_FORMS = 5
"""Of one paper, or glossaries would be all that is asked."""


def metadata_questions(paper: Paper) -> Iterator[Case]:
    """Authors, year, venue, identifiers."""
    stated = paper.parsed.metadata
    if stated.title:
        yield about(paper, "metadata", "What is the title of this paper?", stated.title)
    if stated.authors:
        case = about(paper, "metadata", "Who are the authors of this paper?", page=1)
        yield _with_all(case, stated.authors)
    if stated.year:
        yield about(paper, "metadata", "In which year was this paper published?", str(stated.year))
    if stated.venue:
        yield about(paper, "metadata", "Where was this paper published?", stated.venue)
    if stated.doi:
        yield about(paper, "metadata", "What is the DOI of this paper?", stated.doi)


def _with_all(case: Case, keys: tuple[str, ...]) -> Case:
    """Right only with all of them: of a person the family name is enough."""
    return replace(case, accept=(tuple(key.split()[-1] for key in keys),))


def count_questions(paper: Paper) -> Iterator[Case]:
    """How many pages, tables, figures, references and authors."""
    parsed = paper.parsed
    counts = {
        "pages": len(parsed.pages),
        "tables": len(parsed.tables),
        "figures": len(parsed.figures),
        "references": len(parsed.references),
        "authors": len(parsed.metadata.authors),
    }
    for noun, count in counts.items():
        if count > 1:
            yield about(paper, "count", f"How many {noun} does this paper have?", amount=Amount(value=count))


class ShortForm(NamedTuple):
    """What a short form stands for, where a paper says so first, and in what words."""

    long: str
    page: int
    quote: str


def short_forms(paper: Paper) -> dict[str, ShortForm]:
    """The short forms that the paper defines in one way only."""
    found: dict[str, ShortForm] = {}
    meanings: dict[str, set[str]] = {}
    for page in paper.parsed.pages:
        for definition in definitions(page.text):
            found.setdefault(definition.short, _short_form(definition, page))
            meanings.setdefault(definition.short, set()).add(fold(definition.long))
    return {short: form for short, form in found.items() if len(meanings[short]) == 1}


def _short_form(definition: Definition, page: Page) -> ShortForm:
    spans = (definition.short_span, definition.long_span)
    quote = page.text[min(start for start, _ in spans) : max(end for _, end in spans)]
    # What stands in brackets behind the other ends with them.
    closed = f"{quote})" if page.text[max(end for _, end in spans) :][:1] == ")" else quote
    return ShortForm(" ".join(definition.long.split()), page.number, " ".join(closed.split()))


def definition_questions(paper: Paper) -> Iterator[Case]:
    """What the first short forms stand for."""
    for short, form in list(short_forms(paper).items())[:_MOST_SHORT_FORMS]:
        yield about(paper, "fact", f"What does {short} stand for in this paper?", form.long, page=form.page, quote=form.quote)


def position_questions(paper: Paper) -> Iterator[Case]:
    """On which page sections begin, and tables and figures stand."""
    parsed = paper.parsed
    if len(parsed.pages) < 2:
        return
    texts = Counter(fold(heading.text) for heading in parsed.headings)
    headings = [h for h in parsed.headings if texts[fold(h.text)] == 1 and not h.run_in]
    places = [(f'the section "{h.text}" begin', h.page, h.text) for h in headings]
    labelled = [(table.label, table.page) for table in parsed.tables]
    labelled += [(figure.label, figure.page) for figure in parsed.figures]
    labels = Counter(label for label, _ in labelled)
    places += [(f"{label} stand", page, label) for label, page in labelled if label and labels[label] == 1]
    for what, page, quote in places[1::2]:
        yield about(paper, "position", f"On which page does {what}?", f"page {page}", f"p. {page}", page=page, quote=quote)

"""Where an answer says it comes from: pages against the known ones, quotes against their pages."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from paperatlas.core.answers import Answer, Citation
from paperatlas.core.ids import DocumentId
from paperatlas.core.text import match_key
from paperatlas.core.types import ParsedDocument
from paperatlas.eval.cases import Target

__all__ = ["PageTexts", "Printed", "Proof", "cited_places", "page_proof", "stands"]

_ON_THE_WAY = 12
"""Characters of a quote, letters and signs, below which being on a page proves nothing: "the model" is on every one."""


class PageTexts(Protocol):
    """What is printed on pages."""

    def __call__(self, document: DocumentId, page: int) -> str:
        """All text of a page, tables and captions included; empty where there is no such page."""
        ...


class Printed:
    """`PageTexts` of documents that were read: the body, and what is kept out of it."""

    def __init__(self, parsed: Callable[[DocumentId], ParsedDocument]) -> None:
        self._texts = lru_cache(maxsize=64)(lambda document: _texts(parsed(document)))

    def __call__(self, document: DocumentId, page: int) -> str:
        return self._texts(document).get(page, "")


def _texts(parsed: ParsedDocument) -> dict[int, str]:
    found = {
        page.number: "\n".join([page.text, *(block.text for block in page.blocks if block.span is None)]) for page in parsed.pages
    }
    for table in parsed.tables:
        cells = [cell.text for row in table.rows for cell in row]
        for page in {table.page, *(part.page for part in table.parts)} & found.keys():
            found[page] = "\n".join([found[page], table.caption, *cells])
    return found


class Proof(NamedTuple):
    """Cited pages against those that hold the evidence."""

    hit: bool
    precision: float | None
    """Share of the cited pages that hold evidence; None where nothing is cited."""
    recall: float
    """Share of the pages of evidence that are cited."""


def cited_places(answer: Answer) -> tuple[Target, ...]:
    """The pages that an answer leads to, those that a computation counted included, each once."""
    cited = [Target(citation.doc, citation.page) for citation in answer.citations]
    counted = [Target(place.doc, place.page) for place in answer.computed.occurrences] if answer.computed else []
    return tuple(dict.fromkeys([*cited, *counted]))


def page_proof(cited: Sequence[Target], gold: Sequence[Target]) -> Proof:
    """Citing everything finds everything, and pays in precision."""
    right = [place for place in cited if any(_meets(place, target) for target in gold)]
    found = sum(any(_meets(place, target) for place in cited) for target in gold)
    return Proof(hit=bool(right), precision=len(right) / len(cited) if cited else None, recall=found / len(gold))


def _meets(place: Target, target: Target) -> bool:
    return place.doc == target.doc and target.page in (0, place.page)


def stands(citation: Citation, pages: PageTexts) -> bool:
    """Whether a quote stands on the page that it names, letter for letter but for spaces, hyphens at line ends and ligatures.

    The row of a table, which is printed in cells, stands there when each of its cells does.
    """
    printed = match_key(pages(citation.document, citation.page))
    quoted = match_key(citation.quote)
    if not printed or len(quoted) < _ON_THE_WAY:
        return False
    if quoted in printed:
        return True
    cells = [match_key(cell) for cell in citation.row.split("|")] if citation.row and citation.start is None else []
    return bool(cells) and match_key(citation.row) == quoted and all(cell in printed for cell in cells)

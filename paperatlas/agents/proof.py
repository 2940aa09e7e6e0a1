"""No quote is shown that does not stand, letter for letter, where it says it stands."""

from collections.abc import Sequence
from dataclasses import replace

from paperatlas.agents.state import Draft, Proof, Statement
from paperatlas.core.errors import InputError
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Catalog
from paperatlas.core.text import match_key
from paperatlas.core.types import Box, Chunk, Page, ParsedDocument, Table

__all__ = ["Source", "prove"]

_READ_ARIGHT = 0.95
"""What is left of an answer's confidence when it is proven by text read from a picture: of the words that Tesseract and
RapidOCR read on a rasterised page of print, 93 to 96 in a hundred are the printed ones."""


class Source:
    """The pages and tables that one question touches, each fetched once.

    A document may be removed by another process while a question is being answered: what is gone reads as None, and
    the quotes from it fall with it.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._pages: dict[tuple[DocumentId, int], Page | None] = {}
        self._documents: dict[DocumentId, ParsedDocument | None] = {}

    def page(self, document: DocumentId, number: int) -> Page | None:
        key = document, number
        if key not in self._pages:
            try:
                self._pages[key] = self._catalog.page(document, number)
            except InputError:
                self._pages[key] = None
        return self._pages[key]

    def parsed(self, document: DocumentId) -> ParsedDocument | None:
        if document not in self._documents:
            try:
                self._documents[document] = self._catalog.parsed(document)
            except InputError:
                self._documents[document] = None
        return self._documents[document]

    def chunks(self, document: DocumentId) -> Sequence[Chunk]:
        try:
            return self._catalog.chunks_of(document)
        except InputError:
            return ()


def prove(draft: Draft, source: Source) -> Draft:
    """The draft with only the proofs that hold, and only the statements that still have one.

    A computed answer's statements may stand without a quote: their working is the proof. A quote that was read from a
    picture of its page holds as far as that was read aright.
    """
    checked = (
        replace(statement, proofs=tuple(kept for proof in statement.proofs if (kept := _verified(proof, source)) is not None))
        for statement in draft.statements
    )
    standing = tuple(statement for statement in checked if _stands(statement, draft))
    if any(_is_read(proof, source) for each in standing for proof in each.proofs):
        doubts = tuple(dict.fromkeys((*draft.doubts, "read_from_picture")))
        return replace(draft, statements=standing, confidence=_READ_ARIGHT * draft.confidence, doubts=doubts)
    return replace(draft, statements=standing)


def _is_read(proof: Proof, source: Source) -> bool:
    page = source.page(proof.document, proof.page)
    return page is not None and page.source != "text"


def _stands(statement: Statement, draft: Draft) -> bool:
    return bool(statement.text.strip()) and (bool(statement.proofs) or draft.computed is not None)


def _verified(proof: Proof, source: Source) -> Proof | None:
    if proof.row and not _is_row(proof, proof.row, source):
        return None
    if proof.start is not None and proof.end is not None:
        return _verified_text(proof, proof.start, proof.end, source)
    return proof if _is_row(proof, proof.quote, source) else None


def _verified_text(proof: Proof, start: int, end: int, source: Source) -> Proof | None:
    page = source.page(proof.document, proof.page)
    if page is None or not proof.quote.strip() or not 0 <= start < end or page.text[start:end] != proof.quote:
        return None
    printed = page.boxes(start, end)
    if proof.picture is not None:
        return replace(proof, boxes=(proof.picture, *printed))
    return replace(proof, boxes=tuple(dict.fromkeys((*proof.boxes, *printed))) if proof.row else printed)


def _is_row(proof: Proof, text: str, source: Source) -> bool:
    """Whether a table of the document has this row, cell by cell."""
    parsed, wanted = source.parsed(proof.document), match_key(text.replace("|", ""))
    if parsed is None or not wanted:
        return False
    return any(
        match_key("".join(cell.text for cell in row).replace("|", "")) == wanted
        for table in parsed.tables
        if proof.page in _pages_of(table)
        for row in table.rows
    )


def _pages_of(table: Table) -> set[int]:
    boxes: tuple[Box, ...] = table.parts or (table.box,)
    return {table.page, *(box.page for box in boxes)}

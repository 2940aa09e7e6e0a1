"""What reading by rules left open in a PDF, asked of a model that sees: tables without a grid, first pages without a title.

A model may invent. What it says is kept only where the page's own letters bear it out; a page without letters of its own
has nothing to say against it. Either way a warning tells what was read so, and a failure changes nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.ports import PageReader, PageRenderer
from paperatlas.core.types import ParsedDocument, ParseWarning, Table
from paperatlas.pipeline.layout import RawPage
from paperatlas.pipeline.readers.seen_front import FRONT_PROMPT, SeenFront, completed
from paperatlas.pipeline.readers.seen_tables import TABLE_PROMPT, SeenTable, UnreadTable, proven, unread_tables

__all__ = ["AskPicture", "SecondLook"]

Form = TypeVar("Form", bound=BaseModel)

AskPicture = Callable[[str, type[BaseModel]], PageReader]
"""Makes what reads pictures with a prompt, and gives the JSON of a form instead of a page's text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondLook:
    """Looks at parts of pages again, and completes the document with what it saw."""

    ask: AskPicture
    renderer: PageRenderer

    def complete(
        self, document: ParsedDocument, raw: Sequence[RawPage], path: Path, *, on_look: Callable[[int], None]
    ) -> ParsedDocument:
        """`document` is in the frame of its pages as shown, `raw` are the same pages as they were read.

        `on_look` is called with the number of a page before it is looked at: a model takes its time.
        """
        if raw and raw[0].number == 1 and not (document.metadata.title and document.metadata.authors):
            on_look(1)
            document = self._front(document, raw[0], path)
        for unread in unread_tables(document, raw):
            on_look(unread.box.page)
            document = self._table(document, unread, path)
        return document

    def _front(self, document: ParsedDocument, raw: RawPage, path: Path) -> ParsedDocument:
        try:
            seen = self._asked(FRONT_PROMPT, SeenFront, self.renderer.page(path, 1))
        except (PaperAtlasError, ValidationError) as error:
            return _warned(document, "vision_failed", f"the first page could not be looked at: {error}", 1)
        metadata, filled = completed(document.metadata, seen, raw, document.pages[0])
        if not filled:
            return document
        message = f"a model read from the picture of page 1 what was not found there: {', '.join(filled)}"
        return _warned(replace(document, metadata=metadata), "front_matter_by_vision", message, 1)

    def _table(self, document: ParsedDocument, unread: UnreadTable, path: Path) -> ParsedDocument:
        page = unread.box.page
        try:
            seen = self._asked(TABLE_PROMPT, SeenTable, self.renderer.region(path, unread.box))
        except (PaperAtlasError, ValidationError) as error:
            return _warned(document, "vision_failed", f"{unread.label} could not be looked at: {error}", page)
        if not proven(seen, unread):
            message = f"what a model read in the picture of {unread.label} was left out: it is not printed there"
            return _warned(document, "vision_failed", message, page)
        tables = tuple(_in_order((*document.tables, unread.table(seen))))
        checked = "its numbers stand there" if unread.layered else "the page has no text to check it by"
        message = f"a model read the rows of {unread.label} from its picture; {checked}"
        return _warned(replace(document, tables=tables), "table_by_vision", message, page)

    def _asked(self, prompt: str, form: type[Form], picture: bytes) -> Form:
        return form.model_validate_json(self.ask(prompt, form).transcribe(picture))


def _in_order(tables: Sequence[Table]) -> Iterator[Table]:
    yield from sorted(tables, key=lambda table: (table.page, table.box.y0, table.box.x0))


def _warned(document: ParsedDocument, code: str, message: str, page: int) -> ParsedDocument:
    return replace(document, warnings=(*document.warnings, ParseWarning(code=code, message=message, page=page)))

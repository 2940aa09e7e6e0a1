"""What part of a document a person wants to see."""

from collections.abc import Callable
from dataclasses import dataclass

from paperatlas.core.errors import ConfigError, InputError
from paperatlas.core.floats import FloatKind, find_float
from paperatlas.core.text import find_quote
from paperatlas.core.types import Box, ParsedDocument

__all__ = ["View", "Wanted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A page, or the part of it under a box, and what to mark there."""

    page: int
    label: str = ""
    """Of the figure, table or equation."""
    box: Box | None = None
    marks: tuple[Box, ...] = ()

    def painted(self, page: Callable[..., bytes], region: Callable[..., bytes], *, dpi: int, margin: float) -> bytes:
        """The picture, by what paints a page and what paints a part of one."""
        if self.box:
            return region(self.box, dpi=dpi, margin=margin, highlight=self.marks)
        return page(self.page, dpi=dpi, highlight=self.marks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the options of a command ask for."""

    page: int | None = None
    figure: str = ""
    table: str = ""
    equation: str = ""
    quote: str = ""

    def find(self, document: Callable[[], ParsedDocument]) -> View:
        """The part that is wanted. `document` reads the document, which a page alone does not need.

        Raises:
            ConfigError: nothing is asked for, or several things at once.
            InputError: the document has no such thing.
        """
        kinds: tuple[tuple[FloatKind, str], ...] = (("figure", self.figure), ("table", self.table), ("equation", self.equation))
        named = [(kind, name) for kind, name in kinds if name]
        if len(named) > 1:
            raise ConfigError("Only one thing can be shown at once.", hint="Name a figure, a table or an equation.")
        if named:
            return self._float(document(), *named[0])
        if self.quote:
            return self._quoted(document())
        if self.page is None:
            raise ConfigError("Nothing is asked for.", hint="Name a --page, or a --figure, --table, --equation or --highlight.")
        return View(page=self.page)

    def _float(self, document: ParsedDocument, kind: FloatKind, name: str) -> View:
        label, boxes = find_float(document, kind, name)
        here = [box for box in boxes if self.page in (None, box.page)]
        if not here:
            pages = ", ".join(str(box.page) for box in boxes)
            raise InputError(f"{label} is not on page {self.page} of {document.name!r}.", hint=f"It is on page {pages}.")
        marks = self._quoted(document).marks if self.quote else ()
        return View(page=here[0].page, label=label, box=here[0], marks=marks)

    def _quoted(self, document: ParsedDocument) -> View:
        for page in document.pages:
            if self.page in (None, page.number) and (span := find_quote(self.quote, page.text, page.number)):
                return View(page=page.number, marks=page.boxes(span.start, span.end))
        where = f"page {self.page} of {document.name!r}" if self.page else repr(document.name)
        raise InputError(f"{self.quote!r} is not in the text of {where}.", hint="Give it as it is printed.")

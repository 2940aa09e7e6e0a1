"""What floats in a document beside its text: tables, figures, equations, and the captions that name them."""

from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.core.types import Box, Equation, Figure, Table
from paperatlas.pipeline.attach import attach, usual_sides
from paperatlas.pipeline.bands import body_size, ground_of, without_decoration
from paperatlas.pipeline.captions import Join, find_captions
from paperatlas.pipeline.equations import page_equations
from paperatlas.pipeline.figures import page_figures
from paperatlas.pipeline.layout import RawPage
from paperatlas.pipeline.tables import page_tables

__all__ = ["Floats", "find_floats"]


@dataclass(frozen=True, slots=True)
class Floats:
    """In the order of the pages, on a page from the top."""

    tables: tuple[Table, ...]
    figures: tuple[Figure, ...]
    equations: tuple[Equation, ...]
    captions: tuple[Box, ...]
    """The boxes of caption text, which no table or figure contains."""


def find_floats(pages: Sequence[RawPage], join: Join) -> Floats:
    """The tables, figures and equations of a document. `join` makes one string of the lines of a paragraph."""
    pages = without_decoration(pages)
    captions = {page.number: find_captions(page, join) for page in pages}
    sides = usual_sides(pages, captions)
    size = body_size(pages)
    tables: list[Table] = []
    figures: list[Figure] = []
    for page in pages:
        here = captions[page.number]
        pairs = attach(page, here, sides)
        ground = ground_of(page, here, size)
        tables += page_tables(page, pairs, here, ground, sides["table"], join)
        figures += page_figures(page, pairs, here, ground, sides["figure"])
    return Floats(
        tables=tuple(tables),
        figures=tuple(figures),
        equations=tuple(equation for page in pages for equation in page_equations(page)),
        captions=tuple(Box(page.number, *caption.rect) for page in pages for caption in captions[page.number]),
    )

"""What floats in a document beside its text: tables, figures, equations, and the captions that name them."""

from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.core.types import Box, Equation, Figure, Table
from paperatlas.pipeline.floats.attach import attach, habits_of
from paperatlas.pipeline.floats.bands import body_size, ground_of, without_decoration
from paperatlas.pipeline.floats.captions import Join, find_captions
from paperatlas.pipeline.floats.continued import join_continued
from paperatlas.pipeline.floats.equations import page_equations
from paperatlas.pipeline.floats.figures import page_figures
from paperatlas.pipeline.floats.scene import Scene
from paperatlas.pipeline.floats.tables import page_tables
from paperatlas.pipeline.layout import RawPage

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
    habits = habits_of(pages, captions)
    size = body_size(pages)
    tables: list[Table] = []
    fills: dict[int, tuple[float, float]] = {}
    figures: list[Figure] = []
    equations: list[Equation] = []
    for page in pages:
        here = captions[page.number]
        scene = Scene(page=page, captions=here, pairs=attach(page, here, habits), ground=ground_of(page, here, size))
        found = page_tables(scene, habits["table"], join)
        drawn = page_figures(scene, habits)
        tables += found
        figures += drawn
        taken = [box[1:] for box in (*(table.box for table in found), *(figure.box for figure in drawn))]
        equations += page_equations(page, scene.ground, [*taken, *(caption.rect for caption in here)])
        fills[page.number] = _fill(scene, [*found, *drawn])
    return Floats(
        tables=tuple(join_continued(tables, fills, {page.number: page.width for page in pages})),
        figures=tuple(figures),
        equations=tuple(equations),
        captions=tuple(Box(page.number, *caption.rect) for page in pages for caption in captions[page.number]),
    )


def _fill(scene: Scene, floats: Sequence[Table | Figure]) -> tuple[float, float]:
    """From where to where a page is filled, running heads and footnotes left out; a table's caption is part of it."""
    edges = [region.rect for region in scene.page.regions if region.kind in ("page-header", "page-footer", "footnote")]
    things = [rect for rect in scene.ground.body if rect not in edges]
    things += [caption.rect for caption in scene.captions if caption.kind != "table"]
    things += [item.box[1:] for item in floats]
    return min((rect[1] for rect in things), default=scene.page.height), max((rect[3] for rect in things), default=0.0)

"""Recipes for ingest beyond the quick one of notes."""

from dataclasses import replace

from paperatlas.core.ports import DocumentReader
from paperatlas.pipeline.readers.html import HtmlReader
from paperatlas.pipeline.readers.latex import LatexReader
from tests.fakes.notes import RECIPE


def structured_readers() -> list[DocumentReader]:
    return [HtmlReader(), LatexReader()]


STRUCTURED = replace(RECIPE, readers=structured_readers)
"""Reads formats that say what is what, and cuts at paragraphs."""

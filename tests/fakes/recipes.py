"""Recipes for ingest beyond the quick one of notes."""

from dataclasses import replace

from paperatlas.core.ports import DocumentReader, ListingReader
from paperatlas.pipeline.readers.bibliographies import BibTexReader, RisReader
from paperatlas.pipeline.readers.html import HtmlReader
from paperatlas.pipeline.readers.latex import LatexReader
from tests.fakes.notes import RECIPE


def structured_readers() -> list[DocumentReader]:
    return [HtmlReader(), LatexReader()]


def listing_readers() -> list[ListingReader]:
    return [BibTexReader(), RisReader()]


STRUCTURED = replace(RECIPE, readers=structured_readers, listing_readers=listing_readers)
"""Reads formats that say what is what, and cuts at paragraphs."""

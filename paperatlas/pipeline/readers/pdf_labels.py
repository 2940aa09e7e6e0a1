"""Page labels out of a file that PyMuPDF has open; its own way to them fails on a malformed one, and takes the page along."""

from collections.abc import Iterator
from typing import Any

from pymupdf import mupdf

from paperatlas.pipeline.readers.page_labels import LabelRange, LabelStyle, page_labels

__all__ = ["labels_of"]

_DEEPEST = 16
"""Levels of a label tree that are followed: a balanced one of thousands of ranges has three, a circle has no end."""
_STYLES: dict[str, LabelStyle] = {"D": "D", "R": "R", "r": "r", "A": "A", "a": "a"}


def labels_of(document: Any) -> tuple[str, ...]:
    """The label of each page, by its place; empty strings where there are none, or where they are damaged."""
    count = int(document.page_count)
    try:
        pdf = mupdf.pdf_document_from_fz_document(document.this)
        tree = mupdf.pdf_dict_gets(mupdf.pdf_dict_gets(mupdf.pdf_trailer(pdf), "Root"), "PageLabels")
        return page_labels(_ranges(tree, _DEEPEST), count)
    except (RuntimeError, mupdf.FzErrorBase):
        return ("",) * count


def _ranges(node: Any, depth: int) -> Iterator[LabelRange]:
    numbers, kids = mupdf.pdf_dict_gets(node, "Nums"), mupdf.pdf_dict_gets(node, "Kids")
    for at in range(0, mupdf.pdf_array_len(numbers) - 1, 2):
        rule = mupdf.pdf_array_get(numbers, at + 1)
        if mupdf.pdf_is_dict(rule):
            yield _range(mupdf.pdf_to_int(mupdf.pdf_array_get(numbers, at)), rule)
    if depth:
        for at in range(mupdf.pdf_array_len(kids)):
            yield from _ranges(mupdf.pdf_array_get(kids, at), depth - 1)


def _range(start: int, rule: Any) -> LabelRange:
    first = mupdf.pdf_dict_gets(rule, "St")
    return LabelRange(
        start=start,
        prefix=str(mupdf.pdf_to_text_string(mupdf.pdf_dict_gets(rule, "P"))),
        style=_STYLES.get(str(mupdf.pdf_to_name(mupdf.pdf_dict_gets(rule, "S"))), ""),
        first=mupdf.pdf_to_int(first) if mupdf.pdf_is_int(first) else 1,
    )

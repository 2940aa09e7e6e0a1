"""What a PDF says beside its pages: notes, descriptions of pictures, hints of form fields. It is not read, but looked at."""

import re
from collections.abc import Iterator
from typing import Any

import pymupdf

__all__ = ["asides_of"]

_SAYING = re.compile(r"/(Contents|Alt|ActualText|E|TU|JS)\s?[(<](?!<)")
"""Keys of annotations, structure elements, fields and scripts whose values are words."""
_OBJECTS = 5000
"""Objects of a file that are looked at: papers have one or two thousand."""
_MOST, _LONGEST = 200, 2000
"""Texts, and characters of each."""


def asides_of(document: Any) -> Iterator[str]:
    """In the order of the file; what is damaged is passed over."""
    found = 0
    for number in range(1, min(document.xref_length(), _OBJECTS)):
        try:
            keys = dict.fromkeys(_SAYING.findall(document.xref_object(number, compressed=True)))
            texts = [value for kind, value in (document.xref_get_key(number, key) for key in keys) if kind == "string"]
        except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase):
            continue
        for text in texts:
            yield text[:_LONGEST]
            found += 1
            if found == _MOST:
                return

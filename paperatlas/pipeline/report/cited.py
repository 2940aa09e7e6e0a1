"""Works that the text cites and the reference list does not hold."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from paperatlas.core.reading import Doubt
from paperatlas.core.types import BlockKind, ParsedDocument, Reference
from paperatlas.pipeline.report.numbering import listed, missing_numbers

__all__ = ["citation_doubts"]

_BRACKETED = re.compile(r"\[(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\]")
_NAME = r"(?:(?:van|von|de|der|den|del|di|la|le|el)\s+){0,3}[A-Z][\w’'-]{1,30}"
_AUTHOR_YEAR = re.compile(
    rf"\b(?P<name>{_NAME})(?:\s+et\s+al\.?|(?:,\s+{_NAME}){{0,5}},?\s+(?:and|&)\s+{_NAME})?,?\s+\(?(?P<year>(?:19|20)\d\d)[a-z]?\b"
)
_CITING = (BlockKind.ABSTRACT, BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.FOOTNOTE, BlockKind.CAPTION)
_HABIT = 3
"""Citations that lead to an entry, from which brackets or names with years are this paper's way to cite."""
_SHOWN = 8
"""Works named in one message."""
_ACRONYM = 3
"""Capitals from which a word is no surname: "McDonald" has two, "CoNLL" four."""
_MONTHS = frozenset(
    "January February March April May June July August September October November December"
    " In Since During Until After Before By From Spring Summer Autumn Fall Winter".split()
)
"""What stands before a year and is no author."""


def citation_doubts(document: ParsedDocument) -> Iterator[Doubt]:
    """What is missing in the reference list by its own numbers, and by what the text cites."""
    references = document.references
    text = "\n".join(block.text for page in document.pages for block in page.blocks if block.kind in _CITING)
    numbers = {reference.number for reference in references if reference.number is not None}
    if not references:
        yield from _without_list(text)
    elif 2 * len(numbers) > len(references):
        yield from _numbered(numbers, text, references[0].page)
    else:
        yield from _named(references, text)


def _without_list(text: str) -> Iterator[Doubt]:
    cited = {*_cited_numbers(text), *(f"{name} {year}" for name, year in _cited_names(text))}
    if len(cited) >= _HABIT:
        yield Doubt(code="no_references", message=f"the text cites some {len(cited)} works, and no reference list was found")


def _numbered(numbers: set[int], text: str, page: int) -> Iterator[Doubt]:
    for gap in missing_numbers(numbers):
        yield Doubt(
            code="reference_missing",
            message=f"reference {listed(gap)} {'is' if len(gap) == 1 else 'are'} missing in the list",
            page=page,
        )
    cited = set(_cited_numbers(text))
    beyond = sorted(cited - set(range(max(numbers) + 1)))
    # Without the habit, and far beyond the list, brackets hold intervals, years or lines of code.
    near = [number for number in beyond if number <= 2 * max(numbers)]
    if near and len(cited & numbers) >= _HABIT:
        yield Doubt(
            code="citation_without_reference",
            message=f"the text cites {listed(near)}, and the list ends at {max(numbers)}",
            page=page,
        )


def _cited_numbers(text: str) -> Iterator[int]:
    for match in _BRACKETED.finditer(text):
        for part in re.split(r"[,;]", match[1]):
            first, *last = (int(number) for number in re.split(r"[–-]", part))
            if first and (not last or first < last[0] < first + 30):
                yield from range(first, (last or [first])[0] + 1)


def _named(references: Sequence[Reference], text: str) -> Iterator[Doubt]:
    listed_works = [(_folded(reference.text), str(reference.year or "")) for reference in references]
    found, lost = 0, []
    for name, year in _cited_names(text):
        surname = _folded(name)
        if any(surname in entry and (year == known or year in entry) for entry, known in listed_works):
            found += 1
        else:
            lost.append(f"{name} {year}")
    if lost and found >= _HABIT:
        more = f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else ""
        yield Doubt(
            code="citation_without_reference",
            message=f"cited, but not in the reference list: {', '.join(lost[:_SHOWN])}{more}",
            page=references[0].page,
        )


def _cited_names(text: str) -> list[tuple[str, str]]:
    """Surname and year of each work that is cited by them, in the order of the text."""
    found = ((match["name"], match["year"]) for match in _AUTHOR_YEAR.finditer(text))
    works = dict.fromkeys((re.sub(r"[’']s?$", "", name), year) for name, year in found)
    return [(name, year) for name, year in works if name not in _MONTHS and _is_surname(name)]


def _is_surname(name: str) -> bool:
    """Whether it is written as one: acronyms of venues and data sets stand before years too."""
    return sum(char.isupper() for char in name) < _ACRONYM and any(char.islower() for char in name)


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if char.isalnum())

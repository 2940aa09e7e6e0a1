"""The text of a file: whether it is there, in order, without what does not belong to it."""

import re
from collections.abc import Iterable, Iterator

from rapidfuzz.distance import Levenshtein

from paperatlas.core.types import ParsedDocument
from paperatlas.eval.parsing.comparing import phrase_key, plain_text
from paperatlas.eval.parsing.labels import Labels
from paperatlas.eval.parsing.noting import Notes

__all__ = ["note_texts"]


def note_texts(labels: Labels, read: ParsedDocument, notes: Notes) -> None:
    """Similarity, phrases, order, hyphens, and what should not be there."""
    pages = {page.number: page.text for page in read.pages}
    for page in labels.text:
        wanted, got = plain_text(page.text), plain_text(pages.get(page.page, ""))
        notes.share("text_similarity", Levenshtein.normalized_similarity(wanted, got))
    keys = {number: phrase_key(text) for number, text in pages.items()}
    _note_order(labels, keys, notes)
    _note_hyphens(labels, plain_text(" ".join(pages.values())).casefold(), notes)
    for phrase in labels.not_in_body:
        kept_out = not any(_stands(phrase, pages[number], keys[number]) for number in pages)
        notes.fact("text_absent", right=kept_out, missed=f"in the body: {phrase!r}")


def _note_order(labels: Labels, keys: dict[int, str], notes: Notes) -> None:
    for page, first, second in labels.reading_order:
        places = [keys.get(page, "").find(phrase_key(phrase)) for phrase in (first, second)]
        for place, phrase in zip(places, (first, second), strict=True):
            notes.fact("text_present", right=place >= 0, missed=f"page {page} lacks {phrase!r}")
        notes.fact("order", right=0 <= places[0] < places[1], missed=f"page {page}: {first!r} does not come before {second!r}")
    whole = "".join(keys[number] for number in sorted(keys))
    for first, second in labels.cross_page_order:
        one, other = whole.find(phrase_key(first)), whole.find(phrase_key(second))
        notes.fact("order_across_pages", right=0 <= one < other, missed=f"{first!r} does not come before {second!r}")


def _note_hyphens(labels: Labels, body: str, notes: Notes) -> None:
    for phrase in _both(labels.dehyphenate, labels.keep_hyphen):
        notes.fact("hyphens", right=plain_text(phrase).casefold() in body, missed=f"not as it should be: {phrase!r}")


def _both(*some: Iterable[str]) -> Iterator[str]:
    return (phrase for each in some for phrase in each)


def _stands(phrase: str, text: str, key: str) -> bool:
    """A bare number is only a page number where it is a line of its own."""
    if phrase.isdigit():
        return re.search(rf"^\s*{phrase}\s*$", text, re.MULTILINE) is not None
    return phrase_key(phrase) in key

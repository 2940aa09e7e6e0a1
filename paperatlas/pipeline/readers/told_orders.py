"""Warnings of text that gives orders to the programs that read it: where it stands on a page, and where a file only holds it."""

import re
from collections.abc import Iterable, Iterator, Sequence

from paperatlas.core.orders import orders_in
from paperatlas.core.types import Metadata, Page, ParseWarning

__all__ = ["beside_markup", "of_metadata", "of_pages", "of_unshown"]

_SHOWN = 120
"""Characters that a warning repeats: enough to see what it is about."""
_MOST = 20
"""Warnings of one file: a collection of prompts has hundreds."""
_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
_ATTRIBUTE = re.compile(
    r"\s(?:alt|title|content|summary|placeholder|descr|longdesc|aria-[a-z]{1,20}|data-[\w-]{1,40})\s{0,4}=\s{0,4}"
    r"(?:\"([^\"<]{12,2000})\"|'([^'<]{12,2000})')",
    re.IGNORECASE,
)
"""Words for other readers than those of the page: descriptions of pictures, hints, metadata."""


def of_pages(pages: Sequence[Page]) -> Iterator[ParseWarning]:
    """One warning a page: more say no more."""
    told = 0
    for page in pages:
        found = list(orders_in(page.text))
        if not found or told == _MOST:
            continue
        told += 1
        start, end, order = found[0]
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        message = (
            f"page {page.number} holds text that gives orders to a language model ({order}{more}); it is shown marked and "
            f"answers nothing: {_cut(page.text[start:end])!r}"
        )
        yield ParseWarning(code="orders_in_text", message=message, page=page.number)


def of_metadata(metadata: Metadata) -> Iterator[ParseWarning]:
    """What a file says of itself is shown in lists and beside quotes."""
    for name, text in (("title", metadata.title), ("venue", metadata.venue), *metadata.fields):
        if next(orders_in(text), None) is not None:
            message = f"the {name} reads like an order to a language model: {_cut(text)!r}"
            yield ParseWarning(code="orders_in_metadata", message=message)


def of_unshown(texts: Iterable[str]) -> Iterator[ParseWarning]:
    """Of texts that the file holds and its readers do not see: they were not read, whatever they say."""
    seen: set[str] = set()
    for text in texts:
        for start, end, order in orders_in(text):
            said = _cut(text[start:end])
            if said not in seen and len(seen) < _MOST:
                seen.add(said)
                message = (
                    f"the file holds, where its readers do not see it, orders to a language model ({order}), left out: {said!r}"
                )
                yield ParseWarning(code="hidden_orders", message=message)


def beside_markup(text: str) -> Iterator[str]:
    """What a page in HTML or XML holds beside its text: comments, and attributes in words."""
    yield from (found[1] for found in _COMMENT.finditer(text, 0, text.rfind("-->") + 3))  # none behind it is closed
    yield from (found[1] or found[2] for found in _ATTRIBUTE.finditer(text))


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"

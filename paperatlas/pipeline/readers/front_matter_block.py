"""The YAML block at the head of a Markdown file."""

import datetime as dt
import re
from collections.abc import Iterator, Mapping

import yaml

from paperatlas.core.types import Metadata, ParseWarning
from paperatlas.pipeline.front.identifiers import arxiv_id_in, doi_in

__all__ = ["split_front_matter"]

_BLOCK = re.compile(r"\A---[ \t]*\n(?P<yaml>.{0,65536}?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_KNOWN = frozenset(
    "title author authors date year doi arxiv arxiv_id abstract description venue journal booktitle conference lang"
    " language".split()
)


def split_front_matter(text: str) -> tuple[Metadata, str, tuple[ParseWarning, ...]]:
    """What the block states, and the text after it. A block that is not valid YAML is left in the text, with a warning."""
    match = _BLOCK.match(text)
    if not match:
        return Metadata(), text, ()
    try:
        stated = yaml.safe_load(match["yaml"])
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        reason = str(error).splitlines()[0]
        return (
            Metadata(),
            text,
            (ParseWarning(code="bad_front_matter", message=f"The front matter is not valid YAML: {reason}."),),
        )
    if not isinstance(stated, Mapping):
        return Metadata(), text, ()
    return _metadata({str(key).lower(): value for key, value in stated.items()}), text[match.end() :], ()


def _metadata(stated: Mapping[str, object]) -> Metadata:
    def first(*keys: str) -> str:
        return next((_text(stated[key]) for key in keys if _text(stated.get(key))), "")

    date = re.search(r"\b(1[89]\d\d|20\d\d)\b", first("year", "date"))
    return Metadata(
        title=first("title"),
        authors=tuple(_names(stated.get("authors") or stated.get("author"))),
        year=int(date[0]) if date else None,
        venue=first("venue", "journal", "booktitle", "conference"),
        doi=doi_in(first("doi")),
        arxiv_id=arxiv_id_in(f"arXiv:{first('arxiv', 'arxiv_id')}"),
        abstract=first("abstract", "description"),
        language=first("language", "lang")[:2].lower(),
        fields=tuple((key, _text(value)) for key, value in stated.items() if key not in _KNOWN and _text(value)),
    )


def _text(value: object) -> str:
    """A value as text, a list of values joined by commas; empty for a mapping."""
    if isinstance(value, list):
        return ", ".join(filter(None, map(_text, value)))
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(str(value).split()) if isinstance(value, str | int | float | dt.date) else ""


def _names(value: object) -> Iterator[str]:
    """Authors as a list of names or of mappings with a name, or as one text."""
    if isinstance(value, list):
        for each in value:
            yield from _names(each.get("name") if isinstance(each, Mapping) else each)
    elif text := _text(value):
        yield from (name for name in re.split(r"\s*;\s*|\s*,\s*(?:and\s+)?|\s+and\s+", text) if name)

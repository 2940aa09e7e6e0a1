"""A note on one paper in Markdown, as Obsidian and its like read it: what it is, what it says with its pages, what it is tied to.

Text of papers is escaped, so that it stays text: a paper must not place links, pictures or queries into somebody's notes.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from paperatlas.core.answers import Citation
from paperatlas.core.standing import STANDINGS
from paperatlas.core.summaries import Summary
from paperatlas.core.types import Document

__all__ = ["KEY", "MARKER", "Quoted", "Ties", "note_text", "own_part"]

KEY = "paperatlas"
"""The property that says which paper a note is on."""
MARKER = "%% What stands below this line is yours: it stays when the note is written again. %%"
_SPECIAL = re.compile(r"([\\`*_{}<>#|\[\]$%~=])")
_OURS = (KEY, "title", "authors", "year", "venue", "doi", "arxiv", "url", "collections", "standing", "added")


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoted:
    """A passage that an answer cited, and what had been asked."""

    question: str
    citation: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class Ties:
    """What a paper has to do with others, by the names of their notes."""

    cites: tuple[str, ...] = ()
    cited_by: tuple[str, ...] = ()
    shares: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Another note, and the names that both papers speak of."""


def note_text(
    document: Document, *, file: str, summary: Summary, quoted: Sequence[Quoted], ties: Ties, kept: Mapping[str, Any], own: str
) -> str:
    """The whole note: `file` is the address of the paper's file, empty where it has none, `kept` are the properties that the note
    has already, of which those that are not ours stay, and `own` is what a person wrote below the marker.
    """
    parts = (
        _properties(document, kept),
        f"# {_plain(document.title)}",
        _against(document),
        _about(document, file),
        _section("Summary", [f"- {_plain(each.text)} {_pages(each.citations, file)}".rstrip() for each in summary.sentences]),
        _section("Quotes", [_quote(each, file) for each in quoted], between="\n\n"),
        _section("Cites", [f"- [[{name}]]" for name in ties.cites]),
        _section("Cited by", [f"- [[{name}]]" for name in ties.cited_by]),
        _section("Speaks of the same", [f"- [[{name}]]: {', '.join(map(_plain, names))}" for name, names in ties.shares]),
        MARKER,
    )
    return "\n\n".join(filter(None, parts)) + (own or "\n")


def own_part(text: str) -> str | None:
    """What a person wrote below the marker; None where it is gone, so that nothing tells theirs from ours."""
    _, found, own = text.replace("\r\n", "\n").partition(f"\n{MARKER}")
    return own if found else None


def _properties(document: Document, kept: Mapping[str, Any]) -> str:
    import yaml  # noqa: PLC0415 - start-up time

    said = document.metadata
    ours: dict[str, Any] = {
        KEY: document.name,
        "title": document.title,
        "authors": list(said.authors),
        "year": said.year,
        "venue": said.venue,
        "doi": said.doi,
        "arxiv": said.arxiv_id,
        "url": document.url,
        "collections": list(document.collections),
        "standing": document.standing,
        "added": document.added_at[:10],
    }
    theirs = {name: value for name, value in kept.items() if name not in _OURS}
    stated = {name: value for name, value in ours.items() if value}
    written: str = yaml.safe_dump({**stated, **theirs}, allow_unicode=True, sort_keys=False, width=1 << 20)
    return f"---\n{written}---"


def _against(document: Document) -> str:
    if not document.standing:
        return ""
    notices = [
        f"{each.date} [{_plain(each.doi)}](<https://doi.org/{_address(each.doi)}>)" for each in document.notices if each.doi
    ]
    return "\n".join([f"> [!danger] {STANDINGS[document.standing]}", *(f"> {each.strip()}" for each in notices)])


def _about(document: Document, file: str) -> str:
    said = document.metadata
    place = ", ".join(filter(None, (said.venue, str(said.year or ""))))
    links = [f"[{_plain(document.name)}](<{file}>)"] if file else []
    links += [f"[{_plain(document.url)}](<{_address(document.url)}>)"] if document.url else []
    stated = ". ".join(filter(None, (_plain(", ".join(said.authors)), _plain(place))))
    return "\n".join(filter(None, (stated, " · ".join(links))))


def _section(heading: str, lines: Sequence[str], *, between: str = "\n") -> str:
    return f"## {heading}\n\n{between.join(lines)}" if lines else ""


def _quote(quoted: Quoted, file: str) -> str:
    citation = quoted.citation
    section = f", {_plain(citation.section.rpartition(' > ')[2])}" if citation.section else ""
    return "\n".join(
        (
            f"> {_plain(citation.row or citation.quote)}",
            ">",
            f"> {_page(citation, file)}{section}. Asked: {_plain(quoted.question)}",
        )
    )


def _pages(citations: Sequence[Citation], file: str) -> str:
    return " ".join(dict.fromkeys(f"({_page(citation, file)})" for citation in citations))


def _page(citation: Citation, file: str) -> str:
    """As "[p. 3](<files/moss.pdf#page=3>)": PDF readers open the page, whatever number is printed on it."""
    label = f"p. {_plain(citation.page_label) or citation.page}"
    return f"[{label}](<{file}#page={citation.page}>)" if file.lower().endswith(".pdf") else label


def _address(address: str) -> str:
    """An address that cannot end its link."""
    return quote(address, safe=":/?#[]@!$&'()*+,;=%~")


def _plain(text: str) -> str:
    """Text that is shown as it is, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))

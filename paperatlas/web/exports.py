"""Answers as files that other programs read: Markdown, BibTeX, RIS, CSL-JSON, and the evidence with all its places."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from paperatlas.core.answers import Answer, Citation
from paperatlas.core.conversation import TurnRecord
from paperatlas.core.types import Document
from paperatlas.core.wire_runs import turn_json
from paperatlas.library.bibliography.cited import cited_in
from paperatlas.library.bibliography.writing import BIBLIOGRAPHIES, BibliographyForm, bibliography

__all__ = ["FORMATS", "Format", "export"]

Format: TypeAlias = BibliographyForm | Literal["markdown", "evidence"]
FORMATS: Mapping[Format, tuple[str, str]] = {
    "markdown": (".md", "text/markdown"),
    "bibtex": BIBLIOGRAPHIES["bibtex"],
    "ris": BIBLIOGRAPHIES["ris"],
    "csl-json": BIBLIOGRAPHIES["csl-json"],
    "evidence": (".evidence.json", "application/json"),
}
"""The ending of the file's name, and its media type."""
_SPECIAL = re.compile(r"([\\`*_{}<>#|])")
"""What Markdown would take for markup, HTML too."""


def export(turns: Sequence[TurnRecord], documents: Sequence[Document], form: Format) -> str:
    """Turns of a conversation in a format. `documents` are those of the library: what is gone has its name still."""
    match form:
        case "markdown":
            return "\n\n".join(_as_markdown(kept) for kept in turns) + "\n"
        case "evidence":
            names = {document.id: document.name for document in documents}
            evidence = {"format": "paperatlas-evidence", "version": 1, "turns": [turn_json(kept, names) for kept in turns]}
            return json.dumps(evidence, ensure_ascii=False, indent=2) + "\n"
        case _:
            return bibliography(cited_in(turns, documents), form)


def _as_markdown(kept: TurnRecord) -> str:
    answer = kept.turn.answer
    heading = f"## {_plain(kept.turn.question)}"
    if answer is None:
        return heading
    sources = "\n".join(_source(citation) for citation in answer.citations)
    return "\n\n".join(filter(None, (heading, _plain(_told(answer)), sources)))


def _told(answer: Answer) -> str:
    """Lists stay lists: a single line's end is none to Markdown."""
    return answer.text.replace("\n", "\n\n")


def _source(citation: Citation) -> str:
    """As "1. *Title*, p. 3, 4.2 Results: “quote”"."""
    place = f"p. {citation.page_label or citation.page}{f', {citation.section}' if citation.section else ''}"
    quote = " ".join((citation.row or citation.quote).split())
    translation = f" [{citation.translation}, translated by a model]" if citation.translation else ""
    title = _plain(citation.title or citation.doc)
    return f"{citation.n}. *{title}*, {_plain(place)}: “{_plain(quote)}”{_plain(translation)}"


def _plain(text: str) -> str:
    """Text that Markdown shows as it is. `[1]` may stay: without an address behind it, it is no link."""
    return _SPECIAL.sub(r"\\\1", text)

"""A document as a BibTeX entry, from what it says of itself."""

import re
import unicodedata
from typing import TYPE_CHECKING

from paperatlas.core.standing import STANDINGS
from paperatlas.core.types import Document

if TYPE_CHECKING:
    from bibtexparser.model import Entry

__all__ = ["bibtex"]

_SPECIAL = str.maketrans({char: f"\\{char}" for char in "&%$#_"})
_PROCEEDINGS = re.compile(r"\b(?:proceedings|conference|workshop|symposium)\b", re.IGNORECASE)


def bibtex(document: Document) -> str:
    from bibtexparser import Library, write_string  # noqa: PLC0415 - start-up time

    written: str = write_string(Library([_entry(document)]))
    return f"{written.strip()}\n"


def _entry(document: Document) -> "Entry":
    from bibtexparser.model import Entry, Field  # noqa: PLC0415

    metadata = document.metadata
    proceedings = bool(_PROCEEDINGS.search(metadata.venue))
    values = {
        "title": f"{{{metadata.title or document.name}}}",  # kept as it is: styles would make names small
        "author": " and ".join(metadata.authors),
        "year": str(metadata.year or ""),
        "booktitle" if proceedings else "journal": metadata.venue,
        "doi": metadata.doi,
        "eprint": metadata.arxiv_id,
        "archiveprefix": "arXiv" if metadata.arxiv_id else "",
        "url": document.url,
        "note": STANDINGS[document.standing],
    }
    verbatim = {"doi", "url", "eprint"}
    fields = [Field(name, value if name in verbatim else value.translate(_SPECIAL)) for name, value in values.items() if value]
    kind = "inproceedings" if proceedings else "article" if metadata.venue else "misc"
    return Entry(kind, _key(document), fields)


def _key(document: Document) -> str:
    """As in "sato2024twelve"."""
    metadata = document.metadata
    surname = metadata.authors[0].split()[-1] if metadata.authors else "anon"
    first = next((word for word in re.findall(r"\w+", metadata.title) if len(word) > 3), "")
    plain = unicodedata.normalize("NFKD", f"{surname}{metadata.year or ''}{first}").encode("ascii", "ignore").decode()
    return re.sub(r"\W", "", plain).lower() or document.id[:12]

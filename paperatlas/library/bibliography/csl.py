"""A document as an item of CSL-JSON, the form that Zotero, Pandoc and word processors read; names as in its schema."""

import re
from typing import Any

from paperatlas.core.standing import STANDINGS
from paperatlas.core.types import Document

__all__ = ["csl_item"]

_PROCEEDINGS = re.compile(r"\b(?:proceedings|conference|workshop|symposium)\b", re.IGNORECASE)
_PARTICLES = frozenset("af al bin da de del della den der di dos du el la le ten ter van von y zu".split())
"""Written small, and part of a family's name though not what it is sorted by."""


def csl_item(document: Document) -> dict[str, Any]:
    """What the document says of itself; what it does not say is left out."""
    said = document.metadata
    item = {
        "id": document.id,
        "type": _type(document),
        "title": said.title or document.name,
        "author": [_name(each) for each in said.authors],
        "issued": {"date-parts": [[said.year]]} if said.year else None,
        "container-title": said.venue,
        "DOI": said.doi,
        "number": f"arXiv:{said.arxiv_id}" if said.arxiv_id else "",
        "publisher": "arXiv" if said.arxiv_id and not said.venue else "",
        "URL": document.url,
        "abstract": said.abstract,
        "language": said.language,
        "note": STANDINGS[document.standing],
    }
    return {key: value for key, value in item.items() if value}


def _type(document: Document) -> str:
    said = document.metadata
    if said.venue:
        return "paper-conference" if _PROCEEDINGS.search(said.venue) else "article-journal"
    return "article" if said.arxiv_id else "document"


def _name(author: str) -> dict[str, str]:
    """Given and family name; what has no space is one name, as an institution's or a Chinese one."""
    if "," in author:
        family, _, given = (part.strip() for part in author.partition(","))
        return {"family": family, "given": given} if given else {"literal": family}
    words = author.split()
    if len(words) < 2:
        return {"literal": author}
    start = len(words) - 1
    while start > 1 and words[start - 1] in _PARTICLES:
        start -= 1
    particle = {"non-dropping-particle": " ".join(words[start:-1])} if start < len(words) - 1 else {}
    return {"family": words[-1], "given": " ".join(words[:start]), **particle}

"""Documents as a bibliography that other programs read."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from paperatlas.core.types import Document
from paperatlas.library.bibliography.bibtex import bibtex
from paperatlas.library.bibliography.csl import csl_item
from paperatlas.library.bibliography.ris import ris

__all__ = ["BIBLIOGRAPHIES", "BibliographyForm", "bibliography"]

BibliographyForm: TypeAlias = Literal["bibtex", "ris", "csl-json"]
BIBLIOGRAPHIES: Mapping[BibliographyForm, tuple[str, str]] = {
    "bibtex": (".bib", "application/x-bibtex"),
    "ris": (".ris", "application/x-research-info-systems"),
    "csl-json": (".csl.json", "application/vnd.citationstyles.csl+json"),
}
"""The ending of the file's name, and its media type."""
_KEY = re.compile(r"^(@\w+\{)([^,\s]+)", re.MULTILINE)


def bibliography(documents: Sequence[Document], form: BibliographyForm) -> str:
    """An entry a document, in their order."""
    match form:
        case "bibtex":
            return _as_bibtex(documents)
        case "ris":
            return "\n".join(map(ris, documents))
        case "csl-json":
            return json.dumps([csl_item(document) for document in documents], ensure_ascii=False, indent=2) + "\n"


def _as_bibtex(documents: Sequence[Document]) -> str:
    """Entries whose keys differ: a bibliography with one key twice is refused."""
    seen: Counter[str] = Counter()

    def told_apart(begin: re.Match[str]) -> str:
        seen[begin[2]] += 1
        return begin[1] + begin[2] + (_letters(seen[begin[2]] - 1) if seen[begin[2]] > 1 else "")

    return "\n".join(_KEY.sub(told_apart, bibtex(document), count=1) for document in documents)


def _letters(n: int) -> str:
    """1 is b, 25 is z, 26 is aa: as styles tell works of one author and year apart."""
    return chr(ord("a") + n) if n < 26 else _letters(n // 26 - 1) + chr(ord("a") + n % 26)

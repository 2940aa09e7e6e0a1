"""Company filings in HTML (10-K, 10-Q, 20-F): facts in inline XBRL, and headings that are nothing but bold lines."""

import re
from dataclasses import dataclass

from lxml import etree

from paperatlas.core.types import Metadata
from paperatlas.pipeline.readers.html_text import Inline, inline, tag_of

__all__ = ["Headings", "filing_metadata"]

_FACTS = {
    "dei:entityregistrantname": "company",
    "dei:tradingsymbol": "ticker",
    "dei:documenttype": "form",
    "dei:documentfiscalyearfocus": "fiscal_year",
    "dei:documentfiscalperiodfocus": "fiscal_period",
    "dei:documentperiodenddate": "period_end",
    "dei:entitycentralindexkey": "cik",
}
_PART = re.compile(r"part\s+[IVX]+\b", re.IGNORECASE)
_ITEM = re.compile(r"item\s+\d{1,2}[A-C]?\s*[.:—–-]", re.IGNORECASE)
_PAGE_NUMBER = re.compile(r"(?:page\s+)?(?:[A-Z]{1,2}-)?\d{1,4}$|[-–]\s*\d{1,4}\s*[-–]$|table of contents$", re.IGNORECASE)
_LONGEST = 16
"""Words of a line that may be a heading: the titles of items run to fourteen."""


def filing_metadata(root: etree._Element) -> Metadata:
    """What the facts of a filing say of it; empty for a page that is none."""
    facts: dict[str, str] = {}
    for element in root.iter():
        if tag_of(element) in ("ix:nonnumeric", "ix:nonfraction") and (key := _FACTS.get(element.get("name", "").lower())):
            facts.setdefault(key, " ".join("".join(element.itertext()).split()))
    if "company" not in facts:
        return Metadata()
    year = re.search(r"\b(?:19|20)\d\d\b", facts.get("fiscal_year", "") or facts.get("period_end", ""))
    title = " ".join(
        filter(None, (facts["company"], facts.get("form"), facts.get("fiscal_period", "").replace("FY", ""), year and year[0]))
    )
    return Metadata(
        title=" ".join(title.split()),
        year=int(year[0]) if year else None,
        fields=tuple((key, value) for key, value in facts.items() if value),
    )


@dataclass(slots=True)
class Headings:
    """Finds headings among the lines of a page that has no heading elements."""

    _wanted: bool
    _is_filing: bool
    _begun: bool = False
    """The first part or item of a filing was seen; the bold lines before it are its cover."""

    @classmethod
    def of(cls, root: etree._Element) -> "Headings":
        marked = sum(1 for element in root.iter("h1", "h2", "h3", "h4", "h5", "h6") if inline(element).text)
        items = sum(1 for text in root.itertext() if _ITEM.match(text.strip()))
        return cls(_wanted=marked < 2, _is_filing=marked < 2 and items >= 2)

    def level(self, line: Inline) -> int:
        """1 for the outermost; 0 for a line that is no heading."""
        text = line.text
        if not self._wanted or len(text.split()) > _LONGEST or not any(char.isalpha() for char in text):
            return 0
        if self._is_filing and _PART.match(text) and len(text.split()) <= 6:
            self._begun = True
            return 1
        if self._is_filing and _ITEM.match(text):
            self._begun = True
            return 2
        if (
            not line.bold
            or self.is_page_number(line)
            or text.endswith((".", ",", ";", ":"))
            or (self._is_filing and not self._begun)
        ):
            return 0
        return 4 if line.italic else 3

    def is_page_number(self, line: Inline) -> bool:
        """True for the foot of a printed page that stands between the paragraphs of a filing."""
        return self._is_filing and _PAGE_NUMBER.match(line.text) is not None

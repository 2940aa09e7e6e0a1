"""Where and when a paper appeared: from its proceedings, journal, citation or copyright line."""

import re
from collections.abc import Sequence

from paperatlas.pipeline.front.identifiers import years_in

__all__ = ["find_venue", "find_year", "is_citation"]

_PROCEEDINGS = re.compile(
    r"(?:In )?((?:Proceedings|Proc\.) of .+|[A-Z][\w ]{1,200}: Proceedings of .+|(?:Findings of|Advances in|Transactions of) .+)"
)
_MEETING = re.compile(
    r"((?:\d{1,3}(?:st|nd|rd|th)|(?:The )?[A-Z][a-z]+(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|th|ieth))"
    r" (?:[\w/&'’-]+ ){0,6}?(?:Conference|Workshop|Symposium|Meeting|Congress|Colloquium)\b[^.;]*)"
)
_PAPER_AT = re.compile(
    r"(?:published as (?:a |an )?(?:[\w-]+ ){0,10}(?:paper|report|article) (?:at|in)|accepted (?:at|to|by|for publication in)"
    r"|to appear (?:at|in)"
    r"|presented at|appears? in|published in) (?P<venue>.+)",
    re.IGNORECASE,
)
_NAME_WORD = r"(?:[A-ZÀ-Þ&][\w&.'’-]{0,60}+|of|the|and|in|for|on|de|la|für|der)"
_NAME = rf"{_NAME_WORD}(?: {_NAME_WORD}){{0,9}}"
_VOLUME = r"\d{1,4}\s?[a-zA-Z]?"
_PLACE = r"[A-Za-z]?\d+(?:\s?[-–—]\s?[A-Za-z]?\d+)?"
_YEAR = r"(?:1[89]|20)\d\d"
_JOURNAL = (
    re.compile(rf"(?P<venue>{_NAME})[ ,]+{_YEAR}[,;:]\s*{_VOLUME}"),
    re.compile(rf"(?P<venue>{_NAME}),?\s+{_VOLUME}\s?(?:\(\d[\d–-]*\))?\s?[,:]\s*{_PLACE}.{{0,500}}?\(?{_YEAR}\)?"),
    re.compile(rf"(?P<venue>{_NAME}),?\s+\(?{_YEAR}\)?,?\s+{_VOLUME}\s?(?:\(\d[\d–-]*\))?\s?[,:]\s*{_PLACE}"),
    re.compile(rf"(?P<venue>{_NAME})\s+{_VOLUME}\s?(?:\(\d[\d–-]*\))?\s?\({_YEAR}\)"),
    re.compile(rf"(?P<venue>{_NAME}),?\s+[Vv][Oo][Ll](?:\.|ume)\s?{_VOLUME}.{{0,500}}?{_YEAR}"),
)
_MASTHEAD = re.compile(
    r"^(?:The )?(?:[A-Z][\w&-]+ ){0,4}(?:Journal|Transactions|Annals|Letters|Bulletin|Archives|Magazine)(?: (?:of|on|in"
    r"|for) [A-Z].*)?$"
)
_PAGES = re.compile(r"(?:,\s*+|(?<![\s,])\s*+)(?:\bpages?\b|\bpp\b\.?|\bp\.)\s*[\dA-Z].*$")
_COPYRIGHT = re.compile(r"(?:©|\(c\)|c⃝|copyright)\s*(?:by\s+[\w ]+,?\s*)?(?:the authors?,?\s*)?", re.IGNORECASE)
_PUBLISHED = re.compile(r"(?:published|publication date|available|accepted|date)\b", re.IGNORECASE)
_CITE = re.compile(r"^.*\b(?:Citation|Cite this article as|Cite as)\s*:?")
_ISSUE = re.compile(
    r"\b(?:vol(?:ume)?\b|no\.|issue\b|conference|workshop|symposium|proceedings|meeting|journal|press\b)", re.IGNORECASE
)


def find_venue(lines: Sequence[str], paragraphs: Sequence[str]) -> str:
    """The venue, empty when none is named.

    Args:
        lines: the printed lines of the page's head, foot and front.
        paragraphs: the same lines, wrapped ones mended: names of proceedings are long.
    """
    for text in paragraphs:
        if found := _PROCEEDINGS.search(text):
            return _trim(found.group(1))
    for text in paragraphs:
        if found := _MEETING.search(text):
            return _trim(re.sub(r"(\([A-Z][\w’' -]*\d{2,4}\)).*$", r"\1", found.group(1)))
    for text in paragraphs:
        if found := _PAPER_AT.search(text):
            return _trim(found["venue"])
    for pattern in _JOURNAL:
        for text in lines:
            if found := pattern.search(_CITE.sub("", text)):
                return _trim(found["venue"])
    return next((text.strip() for text in lines if _MASTHEAD.match(text.strip())), "")


def is_citation(text: str) -> bool:
    """Whether a text names a journal with its volume and year."""
    return any(pattern.search(text) for pattern in _JOURNAL)


def find_year(lines: Sequence[str], paragraphs: Sequence[str]) -> int | None:
    """The year of the venue's line, else of the copyright, else of the day of publication."""
    named = [text for text in paragraphs if any(pattern.search(text) for pattern in (_PROCEEDINGS, _MEETING, _PAPER_AT))]
    cited = [text for pattern in _JOURNAL for text in lines if pattern.search(text)]
    issues = [text for text in lines if _ISSUE.search(text)]
    owned = [text[found.start() :] for text in lines if (found := _COPYRIGHT.search(text))]
    published = [text[found.start() :] for text in lines if (found := _PUBLISHED.search(text))]
    for text in [*named, *cited, *issues, *owned, *published]:
        if years := years_in(_PAGES.sub(_keep_date, text)):
            return years[0]
    return None


def _keep_date(pages: re.Match[str]) -> str:
    """Page numbers can look like years; what stands after them (place and date) is kept."""
    return re.sub(r"^\D*[\dA-Z]+(?:\s?[-–—]\s?[\dA-Z]+)?", " ", pages.group())


def _trim(text: str) -> str:
    text = _PAGES.sub("", re.sub(r"\s+", " ", text))
    text = re.sub(r"\s*(?:c⃝|©|\(c\)\s|\bISBN|\bISSN|\b97[89]-\d|doi:|https?:).*$", "", text, flags=re.IGNORECASE).strip(" ,;:–-|")
    abbreviated = "." in text[:-1]
    return text if abbreviated else text.rstrip(" .")

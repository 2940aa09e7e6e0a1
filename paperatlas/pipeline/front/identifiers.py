"""DOI, arXiv id, e-mail addresses and years as they are printed."""

import re

__all__ = ["arxiv_id_in", "arxiv_year", "doi_in", "emails_in", "years_in"]

_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>{}|\\^`]+", re.IGNORECASE)
_ARXIV = re.compile(r"arxiv(?:\.org/(?:abs|pdf)/|\s?:\s?)((?:\d{4}\.\d{4,5})|(?:[a-z-]+(?:\.[A-Z]{2})?/\d{7}))", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d.:/-])(?:1[89]|20)\d\d(?![\d:/]|\.\d)")
_HOST = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}"
_EMAIL = re.compile(
    rf"(?:[{{(\[]\s*(?P<many>[\w.+-]+(?:\s*[,;|]\s*[\w.+-]+)*)\s*[}})\]]|(?P<one>[\w.+-]{{1,64}}+))\s?@\s?(?P<host>{_HOST})"
)
_FIRST_TWO_DIGITS = 91
"""arXiv opened in 1991: a two-digit year from here on is of the last century."""


def doi_in(text: str) -> str:
    """The first DOI, without the punctuation of the sentence around it; empty when there is none."""
    found = _DOI.search(text)
    if not found:
        return ""
    doi = found.group().rstrip(".,;:'’”*")
    while doi.endswith((")", "]")) and doi.count("(") + doi.count("[") < doi.count(")") + doi.count("]"):
        doi = doi[:-1].rstrip(".,;:")
    return doi


def arxiv_id_in(text: str) -> str:
    """The first arXiv id, without its version."""
    found = _ARXIV.search(text)
    return found.group(1) if found else ""


def arxiv_year(arxiv_id: str) -> int | None:
    """The year of first submission, which the id names (YYMM); the date of a stamp is that of a later version."""
    digits = re.search(r"(?:^|/)(\d\d)(\d\d)", arxiv_id)
    if not digits or not 1 <= int(digits.group(2)) <= 12:
        return None
    short = int(digits.group(1))
    return (1900 if short >= _FIRST_TWO_DIGITS else 2000) + short


def emails_in(text: str) -> tuple[str, ...]:
    """Addresses in order, each once; "{a, b}@x.org" is two of them."""
    found: dict[str, None] = {}
    for match in _EMAIL.finditer(text):
        names = [name.strip() for name in re.split(r"[,;|]", match["many"])] if match["many"] else [match["one"]]
        found.update(dict.fromkeys(f"{name.strip('.')}@{match['host']}" for name in names))
    return tuple(found)


def years_in(text: str) -> tuple[int, ...]:
    """Four-digit years in order; numbers of pages, identifiers and dates in digits are not taken for one."""
    return tuple(int(year) for year in _YEAR.findall(text))

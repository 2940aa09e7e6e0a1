"""Authors, year, title, venue and identifiers of one reference.

Four families of styles are read, each by its own signs: the year right behind the authors (ACL, APA, Harvard), names
with their initials behind (Vancouver, MDPI, ICML), names as spoken (IEEE, NeurIPS, CVPR), and volume, page and year at
the end (physics). What fits none
keeps its text and gets no fields: a wrong field is worse than a missing one.
"""

import re
from dataclasses import dataclass
from itertools import islice

from paperatlas.pipeline.bibliography.reference_names import (
    and_others,
    inverted_names,
    names_in,
    reads_as_names,
    spoken_initials,
)
from paperatlas.pipeline.bibliography.reference_venue import reads_as_journal, venue_in

__all__ = ["Fields", "read_fields"]

_DOI = re.compile(r"(?:doi\.org/|doi[:\s]\s*|\b)(10\.\d{4,9}/\S+)", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf)/|arxiv[:\s]*(?:preprint\s*)?(?:arxiv[:\s]*)?(?:abs/)?|abs/)"
    r"(\d{4}\.\d{4,5}|[a-z-]{1,20}(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?",
    re.IGNORECASE,
)
_BARE_ARXIV = re.compile(r"(?<![\w./-])((?:0[7-9]|[12]\d)(?:0[1-9]|1[0-2])\.\d{4,5})(?:v\d+)?(?![\w./-]*\d)")
"""An arXiv number without the word: year, month and a running number that no price, page or volume looks like."""
_URL = re.compile(r"(?:https?\s?://|www\.)\s?\S+(?:\s+\S*[/_]\S*)*", re.IGNORECASE)
"""With what a line's end has cut off it."""
_TAGS = re.compile(r"\s*\[(?:CrossRef|PubMed|Google Scholar|PMC free article|Medline|Web of Science)\]", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\w.:/–-])((?:1[89]|20)\d{2})(?P<letter>[a-z])?(?![\w/]|[-–]\d|\.\d)")

_QUOTED = re.compile(r"[“\"«]([^”\"»]{8,}?)[,.]?[”\"»]")
_NO_STOP = r"(?<![.\s-][A-Z])(?<!^[A-Z])(?<!\bal)(?<!\bvs)(?<!\bSt)(?<!\bJr)(?<!\bNo)(?<!\bcf)(?<!\bU\.S)"
"""Before a full stop that closes an abbreviation or an initial, not a sentence."""
_NEW_SENTENCE = r"(?=[\"“(]?[A-Z0-9À-Þ¿¡]|[a-z]+[A-Z]|in |arXiv|https?:)"
_SAME_NUMBER = r"(?!(?<=\d\.)\s\d)"
"""Not within a number that was printed or joined with a space after its point."""
_BREAK = re.compile(rf"(?:{_NO_STOP}([.?!]){_SAME_NUMBER}\s+{_NEW_SENTENCE}|[.]\s+(?=arXiv))")
_TITLE_END = re.compile(rf"(?:{_NO_STOP}([.?!]){_SAME_NUMBER}(?:\s+{_NEW_SENTENCE}|\s*$)|[.]\s+(?=arXiv))")
_IN = re.compile(r"[\s,.]*(?:in:?|published in)\s", re.IGNORECASE)
_VOLUME = re.compile(
    r"^(?P<title>.*?)(?:^|,\s)(?P<venue>[A-Z][^\d,]*),?\s{1,20}\d+[A-Z]?,?\s*(?:\((?:1[89]|20)\d\d\)\s*[A-Z]?\d+\S*"
    r"|(?:\(\d+\),?\s*)?[A-Z]?\d+\S*\s*\((?:1[89]|20)\d\d\))\.?$"
)
"""Volume, page and year in brackets at the end, as physicists print them, with or without a title before."""


_MOST_STOPS = 50
"""Full stops behind which the name of a journal is looked for: so many sentences are no entry of a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """What a reference says; empty where it does not."""

    authors: tuple[str, ...] = ()
    year: int | None = None
    title: str = ""
    venue: str = ""
    doi: str = ""
    arxiv_id: str = ""


def read_fields(text: str) -> Fields:
    """The fields of a reference without its number."""
    text = _TAGS.sub("", " ".join(text.split())).strip()
    doi, arxiv = _DOI.search(text), _ARXIV.search(text) or _BARE_ARXIV.search(text)
    bare = _URL.sub(" ", _DOI.sub(" ", text))
    names, year, title, venue = _by_volume(bare) or _by_sentences(bare)
    return Fields(
        authors=tuple(names_in(names)),
        year=year if year is not None else _year_of_issue(_BARE_ARXIV.sub(" ", _ARXIV.sub(" ", bare))),
        title=title,
        venue=venue or ("arXiv" if arxiv else ""),
        doi=doi[1].rstrip(".,;)]}>\"'").rstrip("/") if doi else "",
        arxiv_id=arxiv[1] if arxiv else "",
    )


def _by_volume(text: str) -> tuple[str, int | None, str, str] | None:
    """Authors, year, title and venue of a reference whose parts commas divide; None for any other."""
    names = spoken_initials(text)
    volume = _VOLUME.match(text[names[1] :]) if names else None
    if names is None or volume is None:
        return None
    return text[: names[0]], None, _bare_title(volume["title"]), volume["venue"].strip(" ,.")


def _by_sentences(text: str) -> tuple[str, int | None, str, str]:
    names, year, rest = _heads(text)
    return names, year, *_title_and_venue(rest)


def _heads(text: str) -> tuple[str, int | None, str]:
    """The author list, the year if it stands right behind, and what follows."""
    year = _YEAR.search(text)
    if year is not None and year.start() > 2:
        before = text[: year.start()].rstrip(" (,.")
        closed = re.match(r"[\s).,:;]*", text[year.end() :])
        if not _BREAK.search(before) and not _quotation(before) and closed and len(before) < 0.8 * len(text):
            follows = text[year.end() + closed.end() :]
            if len(follows) > 12 and not re.match(r"\d", follows):
                return before, int(year[1]), follows
    spoken = _BREAK.search(text)
    if not (spoken and reads_as_names(text[: spoken.start()])) and (names := inverted_names(text)):
        return text[: names[0]], None, text[names[1] :]
    if quoted := _quotation(text):
        return text[: quoted.start()].rstrip(" ,"), None, text[quoted.start() :]
    if (others := and_others(text)) and not _BREAK.search(text[: others.start()]):
        return text[: others.start()], None, text[others.end() :]
    if stop := _BREAK.search(text):
        return text[: stop.start()], None, text[stop.end() :]
    return "", None, text


def _quotation(text: str) -> re.Match[str] | None:
    """The first text between quotation marks; behind the last that closes one none is looked for."""
    return _QUOTED.search(text, 0, 1 + max(map(text.rfind, '”"»')))


def _title_and_venue(rest: str) -> tuple[str, str]:
    if quoted := _QUOTED.match(rest.strip()):
        return quoted[1].rstrip(" ,."), venue_in(rest.strip()[quoted.end() :])
    stops = list(islice(_TITLE_END.finditer(rest), _MOST_STOPS))
    if not stops:
        return _bare_title(rest), ""
    # A title may have a stop within it: it goes on as long as what follows cannot be the name of a journal.
    following = (stop for stop in stops if stop.end() < len(rest) and reads_as_journal(rest[stop.end() :]))
    stop = stops[0] if _IN.match(rest[stops[0].end() :]) else next(following, stops[0])
    end = stop.start() + ((stop[1] or ".") in "?!")
    return _bare_title(rest[:end]), venue_in(rest[stop.end() :])


def _bare_title(text: str) -> str:
    """A title without the volume of its series and the year behind it."""
    text = re.sub(r"(?<![\s.,])[\s.,]++(?:1[89]|20)\d{2}[a-z]?$", "", text.strip(" .,"))
    return re.sub(r",\s*vol(?:ume|\.)\s*\w+$", "", text)


def _year_of_issue(text: str) -> int | None:
    """The year before a semicolon or in brackets, where journals put it, else the last one named."""
    years = list(_YEAR.finditer(text))
    issued = [year for year in years if text[year.end() :].lstrip()[:1] == ";" or text[: year.start()].endswith("(")]
    chosen = issued[:1] or years[-1:]
    return int(chosen[0][1]) if chosen else None

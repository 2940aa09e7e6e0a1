"""Authors, year, title, venue and identifiers of one reference.

Three families of styles are read, each by its own signs: the year right behind the authors (ACL, APA, Harvard),
names with their initials behind (Vancouver, MDPI, ICML), and names as spoken (IEEE, NeurIPS, CVPR). What fits none
keeps its text and gets no fields: a wrong field is worse than a missing one.
"""

import re
from dataclasses import dataclass

__all__ = ["Fields", "read_fields"]

_DOI = re.compile(r"(?:doi\.org/|doi[:\s]\s*|\b)(10\.\d{4,9}/\S+)", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf)/|arxiv[:\s]*(?:preprint\s*)?(?:arxiv[:\s]*)?(?:abs/)?|abs/)"
    r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?",
    re.IGNORECASE,
)
_BARE_ARXIV = re.compile(r"(?<![\w./-])((?:0[7-9]|[12]\d)(?:0[1-9]|1[0-2])\.\d{4,5})(?:v\d+)?(?![\w./-]*\d)")
"""An arXiv number without the word: year, month and a running number that no price, page or volume looks like."""
_URL = re.compile(r"(?:https?\s?://|www\.)\s?\S+(?:\s+\S*[/_]\S*)*", re.IGNORECASE)
"""With what a line's end has cut off it."""
_TAGS = re.compile(r"\s*\[(?:CrossRef|PubMed|Google Scholar|PMC free article|Medline|Web of Science)\]", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\w.:/–-])((?:1[89]|20)\d{2})(?P<letter>[a-z])?(?![\w/]|[-–]\d|\.\d)")

_PARTICLE = r"(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|ten|ter|el|al|bin|ibn|st\.)[ ]"
_PART = r"[A-ZÀ-ÖØ-ÞĀ-Ž](?=[^\s,;]{0,30}[a-zß-ÿā-ž])[\w'’‐-]{1,30}"
_SURNAME = rf"(?:{_PARTICLE}){{0,3}}{_PART}(?:[ ]{_PART}){{0,2}}"
_LETTER = r"[A-ZÀ-ÖØ-ÞĀ-Ž]"
_COMMA_NAME = re.compile(rf"({_SURNAME}),[ ]({_LETTER}[a-z]?\.(?:[ -]?{_LETTER}[a-z]?\.){{0,4}})(?:,? (?:Jr|Sr|II|III|IV)\b\.?)?")
"""Surname, comma, initials with stops: MDPI, APA, ICML."""
_VANCOUVER_NAME = re.compile(rf"({_SURNAME})[ ]({_LETTER}{{1,4}})(?!\w|\.\w)(?:,?[ ](?:Jr|Sr|2nd|3rd)\b)?")
"""Surname and bare initials: Vancouver."""
_BETWEEN = re.compile(r",?[ ](?:and|&)[ ]|[;,][ ](?:and[ ]|&[ ])?")
_ET_AL = re.compile(r"(?:,?[ ](?:et\.?[ ]al|and[ ]others)\.?)?[.,:]?(?:[ ]|$)")
_QUOTED = re.compile(r"[“\"«]([^”\"»]{8,}?)[,.]?[”\"»]")
_NO_STOP = r"(?<![.\s-][A-Z])(?<!^[A-Z])(?<!\bal)(?<!\bvs)(?<!\bSt)(?<!\bJr)(?<!\bNo)(?<!\bcf)(?<!\bU\.S)"
"""Before a full stop that closes an abbreviation or an initial, not a sentence."""
_NEW_SENTENCE = r"(?=[\"“(]?[A-Z0-9À-Þ¿¡]|[a-z]+[A-Z]|in |arXiv|https?:)"
_BREAK = re.compile(rf"{_NO_STOP}([.?!])\s+{_NEW_SENTENCE}")
_TITLE_END = re.compile(rf"{_NO_STOP}([.?!])(?:\s+{_NEW_SENTENCE}|\s*$)")
_AND_OTHERS = re.compile(r",?\s*(?:\bet\.? al|\band others)\b\.?[,:]?\s+(?=[\"“A-Z0-9])")
_EDITORS = re.compile(r"^.{3,200}?,?\s*\(?\b(?:editors?|eds?\.)\)?[,.]?\s+(?=[\"“]?[A-Z])")
_VENUE_END = re.compile(
    r"[,.;(]?\s*(?:\(?\b(?:1[89]|20)\d{2}\b|\bvol(?:ume)?\b\.?|\bpages?\b|\bpp?\.\s|\bno\.\s|\bnumber\b|\d+\s*[(:,]|arXiv:|abs/|https?:|doi\b|\beditors?\b)",
    re.IGNORECASE,
)


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
    text = _TAGS.sub("", text).strip()
    doi, arxiv = _DOI.search(text), _ARXIV.search(text) or _BARE_ARXIV.search(text)
    bare = _URL.sub(" ", _DOI.sub(" ", text))
    names, year, rest = _heads(bare)
    title, venue = _title_and_venue(rest)
    return Fields(
        authors=tuple(_names(names)),
        year=year if year is not None else _year_of_issue(_BARE_ARXIV.sub(" ", _ARXIV.sub(" ", bare))),
        title=title,
        venue=venue,
        doi=doi[1].rstrip(".,;)]}>\"'").rstrip("/") if doi else "",
        arxiv_id=arxiv[1] if arxiv else "",
    )


def _heads(text: str) -> tuple[str, int | None, str]:
    """The author list, the year if it stands right behind, and what follows."""
    year = _YEAR.search(text)
    if year is not None and year.start() > 2:
        before = text[: year.start()].rstrip(" (,.")
        closed = re.match(r"[\s).,:;]*", text[year.end() :])
        if not _BREAK.search(before) and not _QUOTED.search(before) and closed and len(before) < 0.8 * len(text):
            follows = text[year.end() + closed.end() :]
            if len(follows) > 12 and not re.match(r"\d", follows):
                return before, int(year[1]), follows
    for pattern in (_COMMA_NAME, _VANCOUVER_NAME):
        names, end = _name_list(pattern, text)
        stop = _ET_AL.match(text, end)
        if names and stop and (pattern is _COMMA_NAME or stop[0].strip()):
            return text[:end], None, text[stop.end() :]
    if quoted := _QUOTED.search(text):
        return text[: quoted.start()].rstrip(" ,"), None, text[quoted.start() :]
    if (others := _AND_OTHERS.search(text)) and not _BREAK.search(text[: others.start()]):
        return text[: others.start()], None, text[others.end() :]
    if stop := _BREAK.search(text):
        return text[: stop.start()], None, text[stop.end() :]
    return "", None, text


def _title_and_venue(rest: str) -> tuple[str, str]:
    if quoted := _QUOTED.match(rest.strip()):
        return quoted[1].rstrip(" ,."), _venue(rest.strip()[quoted.end() :])
    stop = _TITLE_END.search(rest)
    if stop is None:
        return _bare_title(rest), ""
    end = stop.start() + (stop[1] in "?!")
    return _bare_title(rest[:end]), _venue(rest[stop.end() :])


def _bare_title(text: str) -> str:
    return re.sub(r",\s*(?:1[89]|20)\d{2}[a-z]?$", "", text.strip(" .,"))


def _venue(rest: str) -> str:
    rest = re.sub(r"^[\s,.]*(?:in:?|published in)\s+", "", rest.strip(" ,.;"), flags=re.IGNORECASE)
    rest = _EDITORS.sub("", rest)
    end = _VENUE_END.search(rest)
    venue = rest[: end.start()] if end else rest
    return venue.strip(" ,.;(")


def _year_of_issue(text: str) -> int | None:
    """The year before a semicolon or in brackets, where journals put it, else the last one named."""
    years = list(_YEAR.finditer(text))
    issued = [year for year in years if text[year.end() :].lstrip()[:1] == ";" or text[: year.start()].endswith("(")]
    chosen = issued[:1] or years[-1:]
    return int(chosen[0][1]) if chosen else None


def _names(text: str) -> list[str]:
    """Names as spoken: "Y. Bengio", whatever way round they are printed."""
    text = re.sub(r",?\s*(?:\bet\.? al\b|\band others\b)\.?\s*$", "", text.strip(" ,;"))
    text = re.sub(r",?\s*\(?\b(?:[Ee]ds?|[Ee]ditors?)\b\.?\)?$", "", text)
    for pattern in (_COMMA_NAME, _VANCOUVER_NAME):
        dotted = text if text.endswith(".") or pattern is _VANCOUVER_NAME else f"{text}."
        names, end = _name_list(pattern, dotted.removesuffix(".") if pattern is _VANCOUVER_NAME else dotted)
        if names and end >= len(dotted.rstrip(".")):
            return [f"{_dotted(initials)} {surname}" for surname, initials in names]
    parts = re.split(r",\s+(?:and|&)\s+|\s+(?:and|&)\s+|[;,]\s+", text.strip("."))
    return [part.strip(" ,;") for part in parts if part.strip(" ,;.")]


def _name_list(pattern: re.Pattern[str], text: str) -> tuple[list[tuple[str, str]], int]:
    """Surnames and initials of the names from the start on, one after the other, and where they end."""
    names: list[tuple[str, str]] = []
    end = at = 0
    while match := pattern.match(text, at):
        names.append((match[1], match[2]))
        end = match.end()
        between = _BETWEEN.match(text, end)
        if between is None:
            break
        at = between.end()
    return names, end


def _dotted(initials: str) -> str:
    return initials if "." in initials else " ".join(f"{letter}." for letter in initials)

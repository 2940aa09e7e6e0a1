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
_URL = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_TAGS = re.compile(r"\s*\[(?:CrossRef|PubMed|Google Scholar|PMC free article|Medline|Web of Science)\]", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\w.:/–-])((?:1[89]|20)\d{2})(?P<letter>[a-z])?(?![\w/]|[-–]\d|\.\d)")

_PARTICLE = r"(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|ten|ter|el|al|bin|ibn|st\.)[ ])"
_SURNAME = rf"(?:{_PARTICLE}{{0,3}}(?:[dDO]['’]|Mc|Mac)?[A-ZÀ-ÖØ-ÞĀ-Ž][\w'’‐-]+(?:[ -][A-ZÀ-ÖØ-ÞĀ-Ž][\w'’-]+){{0,2}})"
_DOTTED = r"(?:[A-ZÀ-ÞĀ-Ž][a-zà-ž]?\.(?:[ -]?[A-ZÀ-ÞĀ-Ž][a-zà-ž]?\.)*)"
_SUFFIX = r"(?:,? (?:Jr|Sr|II|III|IV)\.?)?"
_COMMA_NAME = rf"(?:{_SURNAME},[ ]{_DOTTED}{_SUFFIX})"
_VANCOUVER_NAME = rf"(?:{_SURNAME}[ ][A-ZÀ-ÞĀ-Ž]{{1,4}}(?:[ ](?:Jr|Sr|2nd|3rd))?)"
_AND = r"(?:,?[ ](?:and|&)[ ]|[;,][ ](?:and[ ]|&[ ])?)"
_ET_AL = r"(?:,?[ ](?:et[ ]al|and[ ]others)\.?)?"
_COMMA_LIST = re.compile(rf"(?P<names>{_COMMA_NAME}(?:{_AND}{_COMMA_NAME})*){_ET_AL}[.,:]?[ ]")
_VANCOUVER_LIST = re.compile(rf"(?P<names>{_VANCOUVER_NAME}(?:,[ ](?:and[ ])?{_VANCOUVER_NAME})*){_ET_AL}[.:][ ]?")
_QUOTED = re.compile(r"[“\"«]([^”\"»]{8,}?)[,.]?[”\"»]")
_BREAK = re.compile(
    r"(?<![.\s][A-Z])(?<!^[A-Z])(?<!\bal)(?<!\bvs)(?<!\bSt)(?<!\bJr)(?<!\bNo)(?<!\bcf)([.?!])\s+(?=[\"“(]?[A-Z0-9À-Þ¿¡]|[a-z]+[A-Z]|in |arXiv)"
)
_TITLE_END = re.compile(
    r"(?<![.\s(][A-Z])(?<!\bvs)(?<!\bSt)(?<!\bNo)(?<!\bU\.S)([.?!])(?:\s+(?=[\"“(]?[A-Z0-9À-Þ]|[a-z]+[A-Z]|in |arXiv|https?:)|\s*$)"
)
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
    doi, arxiv = _DOI.search(text), _ARXIV.search(text)
    bare = _URL.sub(" ", _DOI.sub(" ", text))
    names, year, rest = _heads(bare)
    title, venue = _title_and_venue(rest)
    return Fields(
        authors=tuple(_names(names)),
        year=year if year is not None else _last_year(_ARXIV.sub(" ", bare)),
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
    for pattern in (_COMMA_LIST, _VANCOUVER_LIST):
        if match := pattern.match(text):
            return match["names"], None, text[match.end() :]
    if quoted := _QUOTED.search(text):
        return text[: quoted.start()].rstrip(" ,"), None, text[quoted.start() :]
    if stop := _BREAK.search(text):
        return text[: stop.start()], None, text[stop.end() :]
    return "", None, text


def _title_and_venue(rest: str) -> tuple[str, str]:
    if quoted := _QUOTED.match(rest.strip()):
        return quoted[1].rstrip(" ,."), _venue(rest.strip()[quoted.end() :])
    stop = _TITLE_END.search(rest)
    if stop is None:
        return rest.strip(" .,"), ""
    end = stop.start() + (stop[1] in "?!")
    return rest[:end].strip(" .,"), _venue(rest[stop.end() :])


def _venue(rest: str) -> str:
    rest = re.sub(r"^[\s,.]*(?:in:?|published in)\s+", "", rest.strip(" ,.;"), flags=re.IGNORECASE)
    end = _VENUE_END.search(rest)
    venue = rest[: end.start()] if end else rest
    return venue.strip(" ,.;(")


def _last_year(text: str) -> int | None:
    years = _YEAR.findall(text)
    return int(years[-1][0]) if years else None


def _names(text: str) -> list[str]:
    """Names as spoken: "Y. Bengio", whatever way round they are printed."""
    text = re.sub(r",?\s*(?:\bet al\b|\band others\b)\.?\s*$", "", text.strip(" .,;"))
    text = re.sub(r"\s*\((?:eds?|hrsg)\.?\)", "", text, flags=re.IGNORECASE)
    if not text:
        return []
    if re.match(rf"{_COMMA_NAME}(?:{_AND}|$)", text + "" if text.endswith(".") else text + "."):
        return [_spoken(name) for name in re.findall(_COMMA_NAME, text if text.endswith(".") else text + ".")]
    if re.fullmatch(rf"{_VANCOUVER_NAME}(?:,[ ](?:and[ ])?{_VANCOUVER_NAME})*", text):
        return [_from_vancouver(name) for name in re.findall(_VANCOUVER_NAME, text)]
    parts = re.split(r",\s+(?:and|&)\s+|\s+(?:and|&)\s+|[;,]\s+", text)
    return [part.strip(" ,;") for part in parts if part.strip(" ,;.")]


def _spoken(name: str) -> str:
    surname, _, initials = name.partition(", ")
    return f"{initials} {surname}"


def _from_vancouver(name: str) -> str:
    surname, _, initials = name.rpartition(" ")
    if initials in ("Jr", "Sr", "2nd", "3rd"):
        surname, _, initials = surname.rpartition(" ")
    return f"{' '.join(letter + '.' for letter in initials)} {surname}"

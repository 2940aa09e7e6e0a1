"""Names of persons as printed in a byline: what one looks like, and how a line of them comes apart."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paperatlas.pipeline.front.rows import is_mark
from paperatlas.pipeline.layout import Word

__all__ = ["Author", "authors_in", "is_institution", "is_name"]

_NEW_NAME_GAP = 0.85
"""Ems between two names that nothing but white space parts; a word space is a quarter to a third of an em."""
_DEGREES = re.compile(
    r"(?:M\.?D|Ph\.?\s?D|M\.?Sc|B\.?Sc|M\.?S|B\.?S|M\.?A|B\.?A|MPH|MBA|MBBS|MRCP|FRCP|FACC|FAHA|FACP|FESC|RN|BSN|MSN|DO|DDS"
    r"|DVM|PharmD|DrPH"
    r"|Dr\.?\s?rer\.?\s?nat|D\.?Phil|ScD|JD|EdD|PsyD|RD|CRNP|NP|PA-C|Dr|Prof|Dipl\.?-?Ing|(?:(?:Student|Senior|Life"
    r"|Graduate Student) )?(?:Member|Fellow)|IEEE|ACM)\.?"
)  # fmt: skip
_ORCID = re.compile(r"\[?\d{4}-\d{4}-\d{4}-\d{3}[\dX]\]?")
_TITLES = re.compile(r"^(?:(?:Dr|Prof|Professor|Mr|Mrs|Ms|Sir)\.?\s+)+(?=\S+\s+\S)")
_LEAD = re.compile(r"^(?:by|authors?\s*:)\s+", re.IGNORECASE)
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
_PARTICLES = frozenset(
    re.findall(
        r"\S+",
        "de la der van von den di da dos das do del della delle el al bin ibn ben ter ten te le les du des y e zu zur zum af av"
        " 't d' dal lo und i abu op vander vom ap",
    )
)
_AND = frozenset({"and", "&", "und", "et", "y", ";", "·", "•", "|", "and,"})
_INSTITUTION = re.compile(
    r"universi|institut|\bdep(?:t|artment|artamento)\b|département|\bschool|college|laborator|\blabs?\b|research|centr[eo]"
    r"|\bcenter|zentrum"
    r"|hospital|facult|fakult|academ|akadem|\binc\b|\bltd|\bllc|\bcorp|gmbh|\bcompany|foundation|clinic|technolog|\bgroup\b"
    r"|ministry"
    r"|\bnational\b|division|\bunit\b|association|observator|\bcnrs\b|\binria\b|\bcampus|polytechn|politecn|école|\becole"
    r"|escuela|hochschule"
    r"|sciences?\b|engineering|\bstreet|\bavenue|\bp\.?o\.? box|\broad\b|\bteam\b|\bproject\b|consortium|collaboration"
    r"|library|museum"
    r"|大学|学院|研究|公司|병원|대학교",
    re.IGNORECASE,
)
_PLACES = re.compile(
    r"\b(?:USA|U\.S\.A\.|United States|UK|U\.K\.|United Kingdom|England|Scotland|Ireland|China|P\.?R\.? China|Japan|Korea"
    r"|India|Germany"
    r"|Deutschland|France|Italy|Italia|Spain|España|Portugal|Netherlands|Belgium|Switzerland|Austria|Sweden|Norway|Denmark"
    r"|Finland|Poland"
    r"|Czech Republic|Czechia|Hungary|Greece|Turkey|Türkiye|Israel|Iran|Iraq|Egypt|Russia|Ukraine|Canada|Mexico|México|Brazil"
    r"|Brasil"
    r"|Argentina|Chile|Colombia|Australia|New Zealand|Singapore|Taiwan|Hong Kong|Thailand|Vietnam|Indonesia|Malaysia"
    r"|Philippines|Pakistan"
    r"|Bangladesh|Nigeria|Kenya|South Africa|Saudi Arabia|Qatar|UAE|Romania|Bulgaria|Serbia|Croatia|Slovenia|Slovakia|Estonia"
    r"|Latvia"
    r"|Lithuania|Luxembourg|Iceland|[A-Z]{2},? \d{5})\b|,\s*(?!MD|DO|RN|NP|RD|JD|MS|BS)[A-Z]{2}$"
)
_NOT_A_NAME = re.compile(
    r"\b(?:abstract|introduction|article|paper|review|received|accepted|published|revised|volume|vol|issue|journal"
    r"|proceedings|conference"
    r"|workshop|letter|report|editor|corresponding|correspondence|anonymous|submission|preprint|draft|version|keywords?"
    r"|january|february"
    r"|march|april|june|july|august|september|october|november|december|open access|original|equal|contribution|available"
    r"|online|http"
    r"|www|doi|copyright|licen[sc]e|fictional|sample)\b",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[^\W\d_]++(?:[.'’‘-]++[^\W\d_]++)*+\.?")
_HAN_NAME = re.compile(r"[\u4e00-\u9fff\u3040-\u30ff]{2,6}|[\uac00-\ud7af]{2,5}")


@dataclass(frozen=True, slots=True)
class Author:
    """A name and the marks printed at it."""

    name: str
    marks: tuple[str, ...] = ()
    x: float = 0.0
    y: float = 0.0
    """Centre of the name on the page."""


def is_institution(text: str) -> bool:
    """Whether a text names an organisation or an address."""
    text = _ORCID.sub("", text)
    return bool(_INSTITUTION.search(text) or _PLACES.search(text) or re.search(r"\d{4,}", text))


def is_name(text: str) -> bool:
    """Whether a text has the form of one person's name: two to six capitalised words, initials and particles."""
    if _HAN_NAME.fullmatch(text):
        return True
    tokens = text.split()
    if not 2 <= len(tokens) <= 6 or _NOT_A_NAME.search(text) or is_institution(text):
        return False
    capitals = 0
    for token in tokens:
        bare = token.strip(",")
        if bare.lower() in _PARTICLES and bare.islower():
            continue
        if not _TOKEN.fullmatch(bare) or not (bare[0].isupper() or "-" in bare or bare[:2] in {"d'", "d’", "al"}):
            return False
        capitals += 1
    longest = max(len(token.strip(".")) for token in tokens)
    return capitals >= 2 and longest >= 2


def authors_in(words: Sequence[Word], size: float) -> list[Author]:
    """The names in a run of words, in order, with their marks; pieces that are no name are kept for the caller to judge."""
    found: list[Author] = []
    for piece, marks in _pieces(words, size):
        name = _clean(" ".join(word.text for word in piece))
        if found and (not name or _DEGREES.fullmatch(name) or name.lower().strip(".") in _SUFFIXES):
            last = found.pop()
            suffix = f" {name}" if name.lower().strip(".") in _SUFFIXES else ""
            found.append(Author(last.name + suffix, (*last.marks, *marks), last.x, last.y))
        elif name:
            x, y = (piece[0].x0 + piece[-1].x1) / 2, (piece[0].y0 + piece[-1].y1) / 2
            found.append(Author(name, marks, x, y))
    return found


def _pieces(words: Sequence[Word], size: float) -> Iterator[tuple[list[Word], tuple[str, ...]]]:
    piece: list[Word] = []
    marks: list[str] = []
    for word in words:
        if is_mark(word, size):
            marks += _marks(word.text)
            continue
        text = word.text.strip()
        wide = piece and word.x0 - piece[-1].x1 > _NEW_NAME_GAP * size and len(piece) > 1
        if text.lower() in _AND or text.startswith((",", ";")) or marks or wide:
            if piece or marks:
                yield piece, tuple(marks)
            piece, marks = [], []
            text = text.lstrip(",; ")
        if text.lower() in _AND or not text:
            continue
        parted = text.endswith((",", ";"))
        glued = re.fullmatch(r"(.*?[^\W\d_]\.?)((?:\d[\d,]*+|[*∗†‡§¶‖∥#⋆♠♣♥♦✉])+),?", text)
        if glued:
            text = glued.group(1)
            marks += _marks(glued.group(2))
        piece.append(word._replace(text=text.rstrip(",;")))
        if parted:
            yield piece, tuple(marks)
            piece, marks = [], []
    if piece or marks:
        yield piece, tuple(marks)


def _marks(text: str) -> list[str]:
    """The single marks of a run: "1,2∗" is three."""
    return re.findall(r"\d+|[^\W\d_]+|[^\w\s,;.]", unicodedata.normalize("NFKC", text))


def _clean(name: str) -> str:
    name = _ORCID.sub("", name)
    name = _TITLES.sub("", _LEAD.sub("", re.sub(r"\s+", " ", name).strip(" ,;:*'\"’´`^°")))
    parts = name.split(" ")
    # In a byline of capitals "MA" may well be a surname.
    while len(parts) > 2 and not name.isupper() and _DEGREES.fullmatch(parts[-1].strip(",")):
        parts.pop()
    return unicodedata.normalize("NFC", " ".join(parts)).strip(" ,;")

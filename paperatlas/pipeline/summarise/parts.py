"""Which part of a paper a sentence stands in, and what is no part of its argument."""

import re
from typing import Literal, TypeAlias

from paperatlas.core.text import match_key
from paperatlas.core.types import Block, BlockKind

__all__ = ["PART_WEIGHT", "Part", "is_aside", "is_boilerplate", "is_imprint", "is_of_the_field", "part_of"]

Part: TypeAlias = Literal["abstract", "closing", "opening", "body"]

PART_WEIGHT = {"abstract": 1.0, "closing": 0.6, "opening": 0.4, "body": 0.25}
"""An abstract says in one sentence what the other parts say in three."""

_ABSTRACT = re.compile(r"\babstract\b", re.IGNORECASE)
_CLOSING = re.compile(r"\b(?:conclusions?|concluding|discussion|summary)\b", re.IGNORECASE)
_OPENING = re.compile(r"\bintroduction\b", re.IGNORECASE)
_ASIDE = re.compile(
    r"\b(?:related work|(?:prior|previous) work|literature review|appendi(?:x|ces)|supplementa\w+|background)\b", re.IGNORECASE
)
_BOILERPLATE = re.compile(
    r"\b(?:acknowledge?ments?|references|bibliography|works cited|literature cited|funding|front matter|conflicts? of interests?"
    r"|competing interests?|declarations?|author contributions?|contributions of the authors|data availability"
    r"|(?:reproducibility|responsible \w+) checklist|about the authors?|table of contents|contents|copyright|licen[cs]e"
    r"|signatures|index)\b",
    re.IGNORECASE,
)
_IMPRINT = re.compile(
    r"©|\bcopyright\b|all rights reserved|\blicen[cs]ed under\b|creative commons|public domain|\bCC[- ](?:BY|0)"
    r"|permission to (?:make|copy|reproduce)|\bpermissions? (?:from|@)|\bISSN\b|\bISBN\b|\bdoi:|\barXiv:\d|\bpreprint\b"
    r"|^(?:Published|Proceedings|Presented|Accepted|Submitted|Received|Keywords?|Index terms|Correspondence|Corresponding)\b"
    r"|^\d+(?:st|nd|rd|th) (?:\S+ ){0,6}(?:Conference|Workshop|Symposium|Meeting)\b"
    r"|\bequal(?:ly)? contribut|\bcontributed equally\b"
    r"|\bwork (?:was )?(?:done|performed|carried out) (?:while|during|when)\b|[\w.]@[\w.]"
    r"|\b(?:we|authors?) (?:\S+ ){0,3}(?:thank|grateful)\b"
    r"|\bsupported by (?:\S+ ){0,8}(?:grants?|fund\w*|foundation|program\w*)\b",
    re.IGNORECASE,
)


def part_of(block: Block, abstract: str) -> Part:
    """`abstract` is the match key of the paper's abstract: not every abstract has a heading, those are known by their text."""
    top = block.section.split(" > ", maxsplit=1)[0]
    if block.kind is BlockKind.ABSTRACT or _ABSTRACT.search(top) or (match_key(block.text) or "-") in abstract:
        return "abstract"
    if _CLOSING.search(top):
        return "closing"
    return "opening" if _OPENING.search(top) else "body"


def is_boilerplate(section: str) -> bool:
    """Thanks, references, legal and editorial matter: any heading of the path says so."""
    return any(_BOILERPLATE.match(re.sub(r"^[\W\d]+", "", name)) for name in section.split(" > "))


def is_aside(section: str) -> bool:
    """What speaks of other work, or is put behind the paper: sections that a document's own summary does not draw on."""
    return _ASIDE.search(section) is not None


def is_of_the_field(section: str) -> bool:
    """Where a paper speaks of what others found, unless it says "we"."""
    return is_aside(section) or _OPENING.search(section) is not None


def is_imprint(sentence: str) -> bool:
    """A sentence about the publication rather than of it: rights, venue, addresses, thanks."""
    return _IMPRINT.search(sentence) is not None

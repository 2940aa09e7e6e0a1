"""Questions of what stands at a place: the first sentence on a page, the text of a section, how a paper ends."""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from paperatlas.agents.forms.wording import DOCUMENT

__all__ = ["Position", "Unit", "read_position"]

Unit: TypeAlias = Literal["sentence", "paragraph", "word", "line", "text", "heading", "headings", "which_section", "caption"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A place and how much of it is wanted."""

    unit: Unit
    nth: int = 0
    """0 is the first; -1 the last, -2 the one before it."""
    many: int = 1
    """How many from there on; with a negative `nth` of -1, the last so many."""
    page: int | None = None
    section: str = ""
    """A section's number or name; empty for the whole document or page."""
    label: str = ""
    """The figure or table whose caption is asked for."""


_NTH = {
    "first": 0,
    "1st": 0,
    "opening": 0,
    "initial": 0,
    "second": 1,
    "2nd": 1,
    "third": 2,
    "3rd": 2,
    "fourth": 3,
    "4th": 3,
    "fifth": 4,
    "5th": 4,
    "sixth": 5,
    "6th": 5,
    "seventh": 6,
    "7th": 6,
    "eighth": 7,
    "8th": 7,
    "ninth": 8,
    "9th": 8,
    "tenth": 9,
    "10th": 9,
    "last": -1,
    "final": -1,
    "closing": -1,
    "concluding": -1,
    "penultimate": -2,
    "second to last": -2,
    "second-to-last": -2,
    "second last": -2,
    "next to last": -2,
}
_SMALL = {"two": 2, "three": 3, "four": 4, "five": 5, "2": 2, "3": 3, "4": 4, "5": 5}
_PAGES = {word: nth + 1 for word, nth in _NTH.items() if nth >= 0}
_ORDINAL = "|".join(sorted(map(re.escape, _NTH), key=len, reverse=True))
_NAMES = (
    r"abstract|introduction|conclusions?|discussion(?: and conclusions?)?|results(?: and discussion)?|methods?"
    r"|methodology|materials and methods|related works?"
    r"|(?:literature )?background|literature review|experiments?|experimental setup|evaluation"
    r"|acknowledge?ments?|appendix(?: [a-z0-9])?|references|bibliography|limitations|future work"
    r"|ethics statement|ethical considerations|preliminaries|analysis|implementation"
)
_SECTION = (
    r"(?:(?:section|sec\.?|§|chapter|appendix)\s*(?P<number>[a-z]?\d+(?:\.\d+)*|[a-z](?:\.\d+)*|[ivx]+)\b"
    rf"|(?:section|chapter) [\"']?(?P<title>[a-z][\w -]+?)[\"']?|(?P<name>{_NAMES})(?: section| chapter)?)"
)
_PAGE = rf"(?:pages?|p\.)\s*(?:number\s+)?(?P<page>\d+)|(?:the )?(?P<page_word>{_ORDINAL}) page"
_WHOLE = rf"(?:(?:the|this|that|whole|entire|main|\w+) ){{0,3}}(?:{DOCUMENT}|text|body)"
_OF = rf"(?: (?:of|in|from) (?:the |this )?(?:[\w'.:&-]+ ){{0,8}}?{DOCUMENT})?"
_PLACE = rf"(?:the |its |this )?(?:{_PAGE}|{_SECTION}|(?P<whole>{_WHOLE}|it))"
_END = rf"{_OF}(?: (?:start|begin|say|read)s?)?(?: please)?\s*[?.!]*$"

_UNIT_FORM = re.compile(
    rf"\b(?P<nth>{_ORDINAL}) (?:(?P<many>two|three|four|five|[2-5]) )?(?:full |complete )?(?P<unit>sentence"
    r"|paragraph|word|line)s?\b(?: (?:that )?(?:is |are )?(?:printed |written |found |appearing )?(?:on|of|in"
    rf"|from|at|under|within) {_PLACE}{_END}|\s*[?.!]*$)"
)
_TURNED_FORM = re.compile(
    rf"^(?:on |in |of )?{_PLACE}{_OF}[,:]? (?:what is |which is |give me "
    rf"|quote )?(?:the )?(?P<nth>{_ORDINAL}) (?:(?P<many>two|three|four|five|[2-5]) )?(?P<unit>sentence"
    r"|paragraph|word|line)s?\b"
)
_TEXT_FORMS = tuple(
    re.compile(form)
    for form in (
        (
            r"^(?:tell me )?what(?: is| are| does| do)?(?: it)?(?: (?:written|said|say|stated|there|described"
            rf"|discussed|covered|printed|shown))* (?:in|on|under|inside) {_PLACE}{_END}"
        ),
        (
            rf"^what does {_PLACE}{_OF} (?:say|state|contain|cover|discuss|describe|talk about|deal with|read|present"
            r"|include)(?: about)?\s*[?.!]*$"
        ),
        (
            r"^(?:can you |could you )?(?:show|read|give|print|display|quote|open|return|get|tell|output"
            r"|fetch)(?: me)?(?: out)?(?: the)?(?: (?:full|whole|complete|entire|exact))?(?: (?:text|contents?"
            rf"|wording))?(?: (?:of|from|on|in))? {_PLACE}{_END}"
        ),
        rf"^what (?:is|are) the (?:text|contents?|wording) of {_PLACE}{_END}",
        rf"^(?:the )?(?:full )?(?:text|contents?) of {_PLACE}{_END}",
    )
)
_EDGE_FORMS = tuple(
    re.compile(form)
    for form in (
        (
            rf"\b(?:how|what) do(?:es)? {_PLACE}{_OF} (?P<edge>start|begin|open|end|close|finish|conclude)s?(?: with"
            r"| on| off| out| like)*\s*[?.!]*$"
        ),
        rf"^(?:which|what) (?:sentence|words?|paragraph) (?P<edge>open|start|begin|close|end|finish|conclude)s? {_PLACE}{_END}",
        rf"\b(?:at|from) the (?P<edge>top|beginning|start|bottom|end) of {_PLACE}{_END}",
        rf"\bwith (?:what|which) (?:sentence|words?) do(?:es)? {_PLACE}{_OF} (?P<edge>start|begin|open|end|close)",
    )
)
_WHICH_SECTION = re.compile(
    r"\bwhat (?:comes|follows|stands) (?:right |directly )?(?:after|before) the (?:abstract|introduction"
    r"|conclusions?|method|results|discussion)\b|\b(?:in |under )?(?:which|what) (?:sub)?(?:sections?|chapter"
    r"|part of the paper)\b(?! (?:of the (?:brain|population|society|market)|headings|titles))"
)
_HEADING_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"\b(?:heading|title|name|headline) of (?:the )?{_PLACE}{_END}",
        rf"\bwhat is {_PLACE}{_OF} (?:called|titled|named)",
        rf"\bwhat is the (?P<nth>{_ORDINAL}) section(?: called| titled| about)?{_END}",
    )
)
_HEADINGS = re.compile(
    r"\btable of contents\b|\b(?:section )?headings\b(?! used)|\b(?:list|show|give|name|what are"
    r"|print)\b[^?]*\b(?:sections|section titles|chapters)\b|\bwhat sections\b|\bhow is (?:the|this) (?:paper"
    r"|article|report|document) (?:organi[sz]ed|structured)"
)
_CAPTION = re.compile(
    r"\bcaption (?:of|to|for|under) (?:the )?(?P<kind>table|figure|fig\.?) (?P<label>[a-z]?\d+)"
    r"|\bwhat does the caption\b.*\b(?P<kind2>table|figure|fig\.?) (?P<label2>[a-z]?\d+)"
)


def read_position(text: str) -> Position | None:
    """The place that a plain question asks about; None when it asks for something else."""
    low = re.sub(r"\s+", " ", text.lower())
    if found := _CAPTION.search(low):
        kind = "Table" if (found["kind"] or found["kind2"]) == "table" else "Figure"
        return Position(unit="caption", label=f"{kind} {(found['label'] or found['label2']).upper()}")
    for form in _HEADING_FORMS:
        if (found := form.search(low)) and not found.groupdict().get("whole"):
            return Position(
                unit="heading", nth=_NTH.get(found.groupdict().get("nth") or "", 0), page=_page(found), section=_section(found)
            )
    for form in (_UNIT_FORM, _TURNED_FORM):
        if (found := form.search(low)) and _asks(low):
            return Position(
                unit=_unit(found["unit"]),
                nth=_NTH[found["nth"]],
                many=_SMALL.get(found["many"] or "", 1),
                page=_page(found),
                section=_section(found),
            )
    for form in _EDGE_FORMS:
        if found := form.search(low):
            last = found["edge"] in ("end", "close", "finish", "conclude", "bottom")
            return Position(unit="sentence", nth=-1 if last else 0, page=_page(found), section=_section(found))
    for form in _TEXT_FORMS:
        if (found := form.search(low)) and not found["whole"] and not _is_other(found):
            return Position(unit="text", page=_page(found), section=_section(found))
    if _HEADINGS.search(low):
        return Position(unit="headings")
    return Position(unit="which_section") if _WHICH_SECTION.search(low) else None


def _asks(low: str) -> bool:
    """It asks for the words at the place, not for something about them."""
    return re.search(r"^(?:why|does|do|did|is|are|how (?:many|long|often))\b", low) is None


def _unit(word: str) -> Unit:
    units: dict[str, Unit] = {"sentence": "sentence", "paragraph": "paragraph", "word": "word", "line": "line"}
    return units[word]


def _page(found: re.Match[str]) -> int | None:
    groups = found.groupdict()
    if groups.get("page"):
        return int(groups["page"])
    return _PAGES.get(groups.get("page_word") or "") or (-1 if groups.get("page_word") in ("last", "final") else None)


def _section(found: re.Match[str]) -> str:
    groups = found.groupdict()
    return next((value.strip() for name in ("number", "title", "name") if (value := groups.get(name))), "")


def _is_other(found: re.Match[str]) -> bool:
    """The abstract as a whole is metadata, and the reference list is too."""
    whole = re.search(r"\btext\b|\bsay|\bstate|\bcontain|\bcover|\bdescribe|\bread\b", found.group()) is None
    return found.groupdict().get("name") in ("abstract", "references", "bibliography") and whole

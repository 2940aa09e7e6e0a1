"""What headings are called and how they are numbered."""

import re

from paperatlas.pipeline.flow.han_headings import FULL_WIDTH, split_han_number

__all__ = ["is_caption", "is_introduction", "is_known", "is_outermost", "is_references", "split_number", "starts_with_number"]

_NUMBER = re.compile(
    r"^(?P<number>(?:appendix|annex|chapter|part|section)\s+(?:\d+|[A-Z]|[IVX]+)(?=\W|$)"
    r"|\d{1,2}(?:\.\d{1,2}){0,4}(?![\d年月日])|[A-Z](?:\.\d{1,2}){1,4}|[IVX]{1,5}(?=\.)|[A-Z](?=[.)]?\s))"
    r"[.):—–-]?\s*(?P<text>\S.*)$",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"^\d{1,2}(?:\.\d{1,2}){0,4}\.?$")
_KNOWN = re.compile(
    r"^(?:abstract|summary|introduction|background|related works?|methodology|experiments?|evaluation|limitations|keywords"
    r"|(?:materials? and )?methods?(?: and materials?)?|results?|(?:results and )?discussions?|conclusions?(?: and .*)?"
    r"|references|bibliography|literature cited|works cited|acknowledge?ments?|appendix|appendices|supplementary materials?"
    r"|index terms|funding|author contributions?|conflicts? of interest|competing interests|ethics statement"
    r"|data availability(?: statement)?|broader impact"
    r"|摘\s*要|前\s*言|引\s*言|绪\s*论|緒\s*論|结\s*论|結\s*論|结\s*语|讨\s*论|参考文献|參考文獻|致\s*谢|謝\s*辞|附\s*录|付録|目\s*[录次錄]"
    r"|はじめに|おわりに|まとめ|关键词|キーワード)[.:：]?$",
    re.IGNORECASE,
)
_OUTERMOST = re.compile(
    r"^(?:abstract|keywords?|index terms|references|bibliography|literature cited|works cited|acknowledge?ments?|funding"
    r"|author(?:s['’])? contributions?|(?:declaration of )?(?:conflicts? of|competing) interests?|appendix|appendices"
    r"|data availability(?: statement)?|supplementary materials?|institutional review board statement|abbreviations"
    r"|informed consent statement|ethics(?: statement| approval)?"
    r"|摘\s*要|关键词|キーワード|致\s*谢|謝\s*辞|附\s*录|付録|目\s*[录次錄])\s*[.:：—-]?$",
    re.IGNORECASE,
)
_REFERENCES = re.compile(
    r"^(?:\d+\.?\s*|[IVX]+\.\s*)?(?:references(?: and notes| cited)?|bibliography|literature(?: cited)?|works cited"
    r"|literatur(?:verzeichnis)?|bibliographie|referencias|riferimenti|参考文献|參考文獻)\s*[:.]?$",
    re.IGNORECASE,
)
_INTRODUCTION = re.compile(
    r"^(?:\d+\.?|[IVX]+\.)?\s*(?:introduction|einleitung|introducción|引\s*言|前\s*言|绪\s*论|緒\s*論|はじめに)\s*[:.]?$",
    re.IGNORECASE,
)
_CAPTION = re.compile(r"^(?:table|figure|fig\.?|algorithm|listing|scheme|[图圖図表])\s*\d|^[（(]?单位\s?[:：]", re.IGNORECASE)


def is_known(text: str) -> bool:
    """Whether a text is one that papers use as a heading."""
    return bool(_KNOWN.match(text))


def is_outermost(text: str) -> bool:
    """Whether a heading names a section that stands beside the numbered ones, however it is set."""
    return bool(_OUTERMOST.match(text)) or is_references(text)


def is_references(text: str) -> bool:
    """Whether a heading names the reference list."""
    return bool(_REFERENCES.match(" ".join(text.split())))


def is_introduction(text: str) -> bool:
    return bool(_INTRODUCTION.match(" ".join(text.split())))


def is_caption(text: str) -> bool:
    """Whether a text begins with the label of a table or figure, or names a table's unit."""
    return bool(_CAPTION.match(text))


def starts_with_number(text: str) -> bool:
    """Whether a text begins with an Arabic section number that stands by itself."""
    first, *rest = text.split(maxsplit=1)
    return bool(_DIGITS.match(first)) and bool(rest)


def split_number(text: str, *, set_off: bool) -> tuple[str, str]:
    """A heading's number ("" if it has none) and its text.

    Args:
        text: the heading as printed.
        set_off: whether its first word is set off by a wide space, as numbers are. Else a single letter without a
            stop is an article: "A closer look".
    """
    if han := split_han_number(text):
        return han
    match = _NUMBER.match(text.translate(FULL_WIDTH))
    if match is None or not any(char.isalpha() for char in match["text"]):
        return "", text
    number = match["number"]
    if number[0].islower():
        return "", text
    bare_letter = len(number) == 1 and number.isalpha() and text[1:2] not in {".", ")"}
    return ("", text) if bare_letter and not set_off else (number, text[match.start("text") :])

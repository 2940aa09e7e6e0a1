"""Where sentences of scientific prose begin and end.

Rules rather than a model: a split must be the same on every machine and in every version, since answers quote what it
yields. Each mark is judged by the word before it and the word after it, so that the time is linear in the text.
"""

import re

__all__ = ["runs_on", "sentences"]

_END = re.compile(
    r"[.!?…]+[\"'”’»›)\]]*(?:\s?\[\d[\d\s,;–-]{0,60}\])*"
    r"|(?<=[^\W\d_][.])\d{1,3}(?:[,–-]\d{1,3}){0,8}(?=\s)"
    r"|(?:(?<=[.!?…])|(?<=[.!?…][”)\]]))[⁰¹²³⁴-⁹]{1,3}(?:[,–⁻-][⁰¹²³⁴-⁹]{1,3}){0,8}(?=\s)"
    r"|[。！？｡．।॥؟۔]+[”’」』）》】]*"
)
"""A closing mark with the quotes, brackets and citations after it; a raised citation after a stop ("results.12", "results.¹²");
a closing mark of a script that needs no space after it."""
_SELF_SUFFICIENT = frozenset("。！？｡．।॥؟۔")
_BULLET = re.compile(r"(?<=\s)[•‣▪●◦∙■□]\s")
_TOKEN = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*$")
_NEXT = re.compile(r"\s+([\"'“‘«‹(\[¿¡]*)(\S)")
_CAMEL = re.compile(r"[^\W\d_][\w-]*[A-Z0-9]")
"""A name that begins small: iPhone, word2vec, p53, tRNA."""
_LABEL = re.compile(r"[(\[]?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxIVX]{1,5})[.)]+$")
"""The number or letter of a list item or section, which belongs to what follows it."""
_LABEL_INSIDE = re.compile(r"[:;]\s*\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})$")
"""The same within a line, after a colon: "three steps: 1. Collect"."""
_LONGEST_LABEL = 14
"""Characters looked back at: enough for "3.12.1." and for every abbreviation below."""
_NUMBER_LIKE = re.compile(r"\s*[\[(]?(?:\d|[A-Z]\d*\b|[IVX]+\b|[a-z]\))")
_WORD = re.compile(r"\s+[\"'“‘«(\[]*([A-Z][a-z]*)(?![\w.])")

_NEVER = frozenset(
    "e.g i.e c.f cf vs viz approx resp ca incl esp sp spp subsp dr mr mrs ms prof st gen rev hon mt messrs".split()
)
"""Abbreviations that are always followed by what they belong to."""
_BEFORE_NUMBER = frozenset(
    "fig figs eq eqs eqn eqns sec secs sect tab tabs ref refs no nos vol vols ch chap p pp app ver v art col par para ex"
    " thm lem prop def cor alg ed eds l ll suppl".split()
)
"""Abbreviations, many of them words as well, that do not end a sentence before a number or letter ("Fig. 3", "No. 5")."""
_MAYBE = frozenset("al etc inc ltd corp co jr sr ph.d dept univ assoc bros jan feb mar apr jun jul aug sept oct nov dec".split())
"""Abbreviations that end a sentence only before a word that begins one; so do initials and acronyms with stops ("U.S.")."""
_STARTERS = frozenset(
    "A Additionally Afterwards All Also Although Among An And Another Any As At Based Because Besides Both But By Compared"
    " Consequently Conversely Despite During Each Either Even Every Few Finally First For From Further Furthermore Given Hence"
    " Here How However If Importantly In Indeed Instead Interestingly It Its Later Likewise Many Moreover Most Nevertheless Next"
    " No None Nonetheless Not Note Notably Now On Once One Only Or Other Others Our Overall Recently Second Several She Similarly"
    " Since So Some Specifically Still Subsequently Such That The Their Then There Therefore These They Third This Those Though"
    " Thus To Together Two Under Unfortunately Unlike Unless Until Using We What When Whenever Where Whereas Whether Which While"
    " Why With Within Without Yet You".split()
)
_OPEN_ENDED = frozenset("a an and at between by for from into its of or our than the their to versus whose with".split())
"""Words that no sentence ends with."""
_CLOSED = frozenset(".!?:;…。！？")
_ITEM = re.compile(r"(?:[a-z]|[ivx]{1,4})[.)]\s")
_LAST_WORD = re.compile(r"(?<![\w'’-])[a-z]+$")


def sentences(text: str) -> list[tuple[int, int]]:
    """Half-open offsets of the sentences of a text, stripped of outer white space, in order and without overlap.

    Every character that is not white space is in one of them. A line break ends a sentence unless the next line takes it
    up (`runs_on`): that is a paragraph that runs over a page's end. An empty line always does.
    """
    found: list[tuple[int, int]] = []
    for start, end in _paragraphs(text):
        begin = start
        for cut in _cuts(text, start, end):
            if _is_end(text, begin, cut, end):
                _add(found, text, begin, cut.start() if cut.re is _BULLET else cut.end())
                begin = cut.start() if cut.re is _BULLET else cut.end()
        _add(found, text, begin, end)
    return found


def runs_on(before: str, after: str) -> bool:
    """True when a line takes up the sentence that the line before it left open."""
    ending, beginning = before.rstrip().rstrip("\"'”’»)]"), after.lstrip()
    if not ending or not beginning or ending[-1] in _CLOSED or _ITEM.match(beginning):
        return False
    last = _LAST_WORD.search(ending[-_LONGEST_LABEL:])
    return beginning[0].islower() or (last is not None and last[0] in _OPEN_ENDED and beginning[0].isalnum())


def _paragraphs(text: str) -> list[tuple[int, int]]:
    bounds: list[tuple[int, int]] = []
    start = line = 0
    for line_break in re.finditer(r"\n", text):
        at = line_break.start()
        if not runs_on(text[line:at], text[at + 1 : at + 1 + _LONGEST_LABEL].split("\n", 1)[0]):
            bounds.append((start, at))
            start = at + 1
        line = at + 1
    bounds.append((start, len(text)))
    return bounds


def _cuts(text: str, start: int, end: int) -> list[re.Match[str]]:
    """Places that may part two sentences: closing marks, and bullets within a line."""
    return sorted((*_END.finditer(text, start, end), *_BULLET.finditer(text, start, end)), key=lambda match: match.start())


def _is_end(text: str, begin: int, mark: re.Match[str], end: int) -> bool:
    if mark.re is _BULLET or mark.group()[0] in _SELF_SUFFICIENT:
        return True
    following = _NEXT.match(text, mark.end(), end)
    if following is None or not _opens(text, following):
        return False
    if not mark.group().startswith(".") or mark.group().startswith(".."):
        return True
    if mark.end() - begin <= _LONGEST_LABEL and _LABEL.match(text[begin : mark.end()].strip()):
        return False
    if _LABEL_INSIDE.search(text[max(begin, mark.start() - _LONGEST_LABEL) : mark.start()]):
        return False
    return not _abbreviates(text, begin, mark, end)


def _opens(text: str, following: re.Match[str]) -> bool:
    """Whether what comes next can begin a sentence: no small letter, unless of a name that begins small."""
    first = following[2]
    if first.islower():
        return _CAMEL.match(text, following.start(2)) is not None
    return first.isalnum() or bool(following[1]) or first in "$£€#@§•‣▪●◦–—-+<>≤≥~±∼≈−"


def _abbreviates(text: str, begin: int, mark: re.Match[str], end: int) -> bool:
    token = _TOKEN.search(text[max(begin, mark.start() - _LONGEST_LABEL) : mark.start()])
    if token is None:
        return False
    word = token[0].lower()
    if word in _NEVER:
        return True
    if word in _BEFORE_NUMBER and _NUMBER_LIKE.match(text, mark.end(), end):
        return True
    if word in _MAYBE or (len(word) == 1 and token[0].isupper()) or re.fullmatch(r"(?:\w\.)+\w", word):
        starter = _WORD.match(text, mark.end(), end)
        return starter is None or starter[1] not in _STARTERS
    return False


def _add(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    if stripped := piece.strip():
        offset = start + len(piece) - len(piece.lstrip())
        found.append((offset, offset + len(stripped)))

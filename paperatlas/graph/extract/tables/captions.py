"""The data that a caption says its table's numbers were measured on."""

import re
from collections.abc import Mapping

from paperatlas.core.naming import name_key
from paperatlas.graph.extract.tables.printed_names import bare_name

__all__ = ["data_in"]

_WORD = r"(?:[A-Z][\w+’'-]*+|[^\W\d]*+\d[\w+-]*+|[a-z]++[A-Z][\w-]*+)(?:\.\w[\w+-]*+)*"
_NAME = rf"{_WORD}(?:[ /]{_WORD}){{0,4}}"
_DATA = (
    r"data ?sets?|corpus|corpora|benchmarks?|(?:test|dev|development|validation|val|training|detection|evaluation)"
    r"(?: data)?[- ]?(?:sets?|splits?|data)?|tasks?"
)
_SAID = re.compile(rf"\b(?:of|in|for|on)(?: the)?(?: [a-z-]+){{0,2}}? ({_NAME}) (?:[a-z]+ )?(?:{_DATA})\b")
"""On the MIRACL dev set."""
_ON = re.compile(rf"\bon (?:the )?({_NAME})(?= (?:using|with|for|in|under|when|by|and)\b|\s*[.(\[:;]|$)")
"""Results on NarrativeQA."""
_REFERS = re.compile(r"(?:.*\b)?(?:Tables?|Tab|Figures?|Fig|Sections?|Sec|Appendix|[GTC]PUs?|Results?|We|In|The)\b|\d+$")

_KINDS = frozenset({"dataset", "task"})
_BEFORE = 20
"""Characters before a name that are looked at: enough for "and" and the spaces around it."""


def data_in(caption: str, known: Mapping[str, str]) -> tuple[str, str]:
    """Name and kind of the one data set (or task) that a caption names; empty strings when it names none, or several."""
    told = [_accepted(match, known) for pattern in (_SAID, _ON) for match in pattern.finditer(caption)]
    names = {name_key(name): name for name in told if name}
    names = {key: name for key, name in names.items() if not any(key != other and key in other for other in names)}
    if len(names) == 1:
        ((key, name),) = names.items()
        kind = known.get(key, "")
        return name, kind if kind in _KINDS else "dataset"
    return ("", "") if names else _known_in(caption, known)


def _accepted(match: re.Match[str], known: Mapping[str, str]) -> str:
    name = bare_name(match[1])
    before = match.string[max(0, match.start() - _BEFORE) : match.start()]
    listed = re.match(r"\s*(?:,|and\b|or\b)", match.string[match.end(1) :]) or re.search(r"(?:,|\band)\s*$", before)
    if (
        listed
        or _REFERS.match(name)
        or known.get(name_key(name), "dataset") not in {*_KINDS, "concept", "organisation", "creation"}
    ):
        return ""
    return name


def _known_in(caption: str, known: Mapping[str, str]) -> tuple[str, str]:
    """The data set, else the task, of the text's own that a caption names; several make it doubtful."""
    folded = f" {name_key(caption)} "
    for kind in ("dataset", "task"):
        keys = {key for key, each in known.items() if each == kind and key and f" {key} " in folded}
        keys = {key for key in keys if not any(key != other and f" {key} " in f" {other} " for other in keys)}
        if len(keys) == 1:
            return _printed(caption, keys.pop()), kind
    return "", ""


def _printed(caption: str, key: str) -> str:
    """How a caption prints a name with this key."""
    words = caption.split()
    count = len(key.split())
    for length in range(1, count + 1):
        for start in range(len(words) - length + 1):
            text = " ".join(words[start : start + length])
            if name_key(text) == key:
                return text.strip(" .,:;()")
    return key

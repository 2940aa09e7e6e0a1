"""What a passage is about: the name that its first sentence is said of."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from paperatlas.graph.extract.dictionary import Place
from paperatlas.graph.extract.found import Passage
from paperatlas.graph.extract.names import Candidate
from paperatlas.graph.extract.schema import Schema
from paperatlas.graph.extract.wording import WORD, is_stop

__all__ = ["Defined", "called_as_well", "defined", "opens", "subject"]

_DEFINED = re.compile(
    r"[\s\"'“‘*_]*(?P<name>[^\W_a-z](?:[^\n(.;\"“”]|\.(?! [A-Z][a-z]+ )){0,90}?)[\s\"'”’*_]*"
    r"(?:\([^\n]{0,200}?\)[\s,]*|(?<!,\s),[^\n.(]{0,120}?,\s|(?<=[,\s])also known as[^\n.(,]{0,80}?(?=\s)){0,3}"
    r"\s?(?<!\w)(?:is|was|are|were)\s(?=(?:an?|the|one|considered|also)\s|[A-Z])"
)
"""A text that opens with what its subject is: "X (born 1950) was a …"."""
_NEVER = frozenset("he she it they this that these those there his her its their we our who what which where i my".split())
"""No name begins with them, unless one of several capitals."""
_LONGEST = 12
"""Words of a title that is defined."""
_SAID = 9
"""Words after "is" among which the noun stands that says what it is."""
_CALLED_AS_WELL = re.compile(
    r"(?:known|released|titled|credited|styled|billed|called|spelled)"
    r"(?: (?:professionally|internationally|simply|mononymously))? as (?:the |The )?[\"'“‘ ]*$| (?:or|aka|a\.k\.a\.) $"
)
_OPENING = re.compile(
    r"[\s\"'“”‘’(*_]*(?:(?:The|A|An|Sir|Dame|Saint|St\.|Dr\.|Prof\.|Lord|Lady|Mr\.|Mrs\.|Lieutenant|Captain|Major|Colonel|General"
    r"|President|Pope)[\s-]*)*"
)
"""What may stand before the name that a passage opens with."""


class Defined(NamedTuple):
    """The name that a text opens with and says what it is, and the kind that it says."""

    start: int
    end: int
    kind: str


def defined(text: str, schema: Schema) -> Defined | None:
    """None for a text that does not open so."""
    match = _DEFINED.match(text)
    if match is None:
        return None
    words = WORD.findall(match["name"])
    if not words or len(words) > _LONGEST or not _can_be_named(words):
        return None
    name, kind = match["name"], _kind(text[match.end() :], schema)
    if kind != "creation":
        name, _, _ = name.partition(" or ")  # of people and places two names, of a film its title
    return Defined(match.start("name"), match.start("name") + len(name.rstrip(" ,")), kind)


def _can_be_named(words: Sequence[str]) -> bool:
    if words[0] in {"The", "A", "An"} and len(words) > 1:
        return not words[1][0].islower()
    large = sum(word[0].isupper() for word in words[1:])
    return not is_stop(words[0]) or (large > 1 and words[0].lower() not in _NEVER) or large > 2


def _kind(predicate: str, schema: Schema) -> str:
    """Of "a 1998 drama film directed by …": that of the last noun before the phrase ends."""
    kind = ""
    for word in WORD.findall(re.split(r"[,.;(\n]", predicate, maxsplit=1)[0])[:_SAID]:
        if kind and is_stop(word):
            break
        kind = schema.by_head.get(word.lower(), kind)
    return kind


def called_as_well(text: str, names: Sequence[Candidate], about: Defined, until: int) -> list[str]:
    """Further names that the first sentence gives: "X, known professionally as Y", "X or Y", "X is a film, also known as Y"."""
    copula = re.compile(r"\b(?:is|was|are|were)\b").search(text, about.end, until)
    said = copula.start() if copula else until
    found = []
    for name in names:
        if not (about.end < name.start and name.end <= until and name.proper):
            continue
        if _CALLED_AS_WELL.search(text[about.end : name.start]):
            found.append(name.text)
        elif name.start > said:
            break  # what comes next may be said of this one
    return found


def opens(text: str, start: int) -> bool:
    """Whether nothing but articles, titles and marks stands before a place."""
    opening = _OPENING.match(text)
    return opening is not None and start <= opening.end()


def subject(passage: Passage, names: Sequence[Place]) -> int | None:
    """Index of the name that a passage opens with, else of the one that stands for the first sentence's subject."""
    if not names:
        return None
    if opens(passage.chunk.text, names[0].start):
        return 0
    if not passage.syntax.has_annotation("DEP"):
        return None
    sentence = next(iter(passage.syntax.sents), None)
    if sentence is None or sentence.root.lemma_ != "be":
        return None
    for child in sentence.root.children:
        if child.dep_ in {"nsubj", "nsubjpass"}:
            begin, end = child.left_edge.idx, child.right_edge.idx + len(child.right_edge)
            return next((at for at, name in enumerate(names) if name.start < end and begin < name.end), None)
    return None

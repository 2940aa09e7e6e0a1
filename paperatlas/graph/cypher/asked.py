"""A question as parts: entities, kinds, verbs and their prepositions, in order."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from paperatlas.core.text import fold
from paperatlas.graph.cypher.lexicon import Lexicon, Sense, is_kind_noun, is_participle, kinds_of_noun, reserved_words
from paperatlas.graph.cypher.linking import Linked

__all__ = ["Asked", "Kind", "Relating", "read"]

_BE = frozenset("is are was were be been being".split())
_WH = frozenset("which what who whom whose where how many list show give name find all every tell".split())
_DETERMINERS = frozenset("the a an these those most fewest different distinct of by in about and".split())
_TOKEN = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*|¤\d+¤")


class Kind(NamedTuple):
    """A noun that asks for a kind of entity."""

    at: int
    """Place among the question's words."""
    noun: str
    kinds: tuple[str, ...]
    """Empty for any."""


class Relating(NamedTuple):
    """A verb or a noun that relates what is asked to what is named."""

    at: int
    sense: Sense
    word: str
    passive: bool
    """"Used by X": what stands before the verb is its object."""
    noun: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, read."""

    text: str
    """Folded, with each entity written as its sign."""
    words: tuple[str, ...]
    linked: tuple[Linked, ...]
    places: tuple[int, ...]
    """Where each entity stands among the words."""
    kinds: tuple[Kind, ...]
    relating: tuple[Relating, ...]

    @property
    def plain(self) -> str:
        """Folded, without entities: what is asked of them."""
        return re.sub(r"¤\d+¤", "¤", self.text)

    def has(self, pattern: str) -> bool:
        return re.search(pattern, self.plain) is not None

    def unread(self, own: str = "") -> list[str]:
        """Words with a meaning that no part of the question accounts for, nor a template by its own words (a pattern)."""
        read = {one.at for one in self.relating} | {one.at for one in self.kinds}
        return [
            word
            for at, word in enumerate(self.words)
            if at not in read
            and not word.startswith("¤")
            and not word.isdecimal()
            and word not in reserved_words()
            and not (own and re.fullmatch(own, word))
        ]

    @property
    def wanted(self) -> Kind | None:
        """The kind of what is asked for: the first that is not said of an entity."""
        return self.kinds[0] if self.kinds else None


def read(question: str, linked: Sequence[Linked], lexicon: Lexicon) -> Asked:
    """The parts of a question whose entities are known."""
    signs, at = [], 0
    for number, one in enumerate(linked):
        signs.append(f"{question[at : one.start]} ¤{number}¤ ")
        at = one.end
    text = fold("".join([*signs, question[at:]]))
    words = tuple(match.group() for match in _TOKEN.finditer(text))
    places = tuple(words.index(f"¤{number}¤") for number in range(len(linked)))
    relating = _relating(words, lexicon)
    verbs = {one.at for one in relating if not one.noun}
    return Asked(
        text=text,
        words=words,
        linked=tuple(linked),
        places=places,
        kinds=_kinds(words, verbs),
        relating=relating,
    )


def _kinds(words: Sequence[str], verbs: set[int]) -> tuple[Kind, ...]:
    found = []
    for at, word in enumerate(words):
        if at in verbs or not is_kind_noun(word):
            continue
        after = words[at + 1] if at + 1 < len(words) else ""
        before = words[at - 1] if at else ""
        # "the dataset X", "X datasets": said of X, unless it is what is asked for ("which datasets X uses").
        asked = before in _WH or before in {"different", "distinct"}
        if not asked and (after.startswith("¤") or before.startswith("¤")) and not word.endswith("s"):
            continue
        found.append(Kind(at, word, kinds_of_noun(word)))
    return tuple(found)


def _relating(words: Sequence[str], lexicon: Lexicon) -> tuple[Relating, ...]:
    found = []
    for at, word in enumerate(words):
        if word.startswith("¤"):
            continue
        if relating := (_noun(words, at, lexicon) or _verb(words, at, lexicon)):
            found.append(relating)
    return tuple(found)


def _noun(words: Sequence[str], at: int, lexicon: Lexicon) -> Relating | None:
    """A relation said by a noun: "the authors of X", "X's authors"."""
    sense = lexicon.noun(words[at])
    if sense is None:
        return None
    if lexicon.verb(words[at], "") and not (at + 1 < len(words) and words[at + 1] == "of"):
        return None  # "uses", "causes", "references"
    if sense.predicates == ("IS_A",) and at and words[at - 1] in {"what", "which"}:
        return None  # "what kind of thing is X" asks of X itself
    after, before = words[at + 1] if at + 1 < len(words) else "", words[at - 1] if at else ""
    if after in {"of", "for", "in"} or before.startswith("¤") or (after in _BE and before in _WH):
        return Relating(at, sense, words[at], passive=False, noun=True)
    return None


def _verb(words: Sequence[str], at: int, lexicon: Lexicon) -> Relating | None:
    word = words[at]
    if is_kind_noun(word) and at and words[at - 1] in _WH | _DETERMINERS:
        return None  # "which authors", "the most works"
    preposition = _preposition(words, at, lexicon)
    sense = lexicon.verb(word, preposition)
    if sense is None:
        return None
    taken = lexicon.takes(word, preposition)
    passive = not taken and is_participle(word) and _in_passive(words, at, preposition)
    return Relating(at, sense, word, passive)


def _preposition(words: Sequence[str], at: int, lexicon: Lexicon) -> str:
    """The preposition of a verb: just after it, after one noun, or stranded at the end ("what is X evaluated on")."""
    following = words[at + 1 : at + 4]
    for word in following[:1]:
        if lexicon.takes(words[at], word):
            return word
    if words[0] == "where":  # "where was X published", "where does X work"
        for word in ("in", "at"):
            if lexicon.takes(words[at], word):
                return word
    last = words[-1]
    if lexicon.takes(words[at], last) and len(words) - at > 1:
        return last
    for word in following[1:]:
        if lexicon.takes(words[at], word) and words[at] not in {"uses", "use"}:
            return word
    return following[0] if following else ""


def _in_passive(words: Sequence[str], at: int, after: str) -> bool:
    """Whether something is done to a verb's subject ("used by", "is X used"): a participle without "have" and without object."""
    if after in {"by", "in", "for", "to"} or (words[-1] == "by"):
        return True
    before = words[:at]
    if "has" in before or "have" in before or "had" in before:
        return "been" in before
    return any(word in _BE for word in before)

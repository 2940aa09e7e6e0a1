"""A question to a graph as tokens, each with what it may mean there."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.core.naming import name_key
from paperatlas.core.text import fold
from paperatlas.graph.cypher.foreign.vocabulary import Named, Property, Relation, Vocabulary
from paperatlas.graph.cypher.lexicon import stem
from paperatlas.graph.cypher.templates.numbers import NUMBER_WORDS

__all__ = ["Token", "tokens_of"]

_PIECES = re.compile(
    r"\"(?P<double>[^\"]*)\"|(?<!\w)'(?P<single>(?:[^']|'(?=\w)){1,1000})'(?!\w)|(?P<number>(?<!\d)\d++(?:\.\d++)?)(?P<decade>s)?\b"
    r"|(?P<word>[^\W\d_]+(?:[’'][^\W\d_]+)*)|(?P<typed>[A-Z]+(?:_[A-Z]+)+)|(?P<sign>[,;])"
)
_LONGEST_NAME = 8


@dataclass(slots=True, kw_only=True)
class Token:
    """A word, number, quoted text or name of a node."""

    text: str
    """Folded; of a quoted text as written."""
    quoted: bool = False
    number: float | None = None
    decade: bool = False
    """ "1990s"."""
    names: tuple[Named, ...] = ()
    label: str = ""
    agents: tuple[Relation, ...] = ()
    verbs: tuple[Relation, ...] = ()
    properties: tuple[Property, ...] = ()
    read: bool = False
    """Accounted for in the query."""

    @property
    def noun(self) -> bool:
        """Whether it may say what is asked for."""
        return bool(self.label or self.agents)


def tokens_of(question: str, words: Vocabulary) -> list[Token]:
    """The question's tokens in order; names of nodes are one token."""
    pieces = list(_PIECES.finditer(question))
    tokens, at = [], 0
    while at < len(pieces):
        if found := _name(question, pieces, at, words):
            token, taken = found
            tokens.append(token)
            at += taken
            continue
        tokens.append(_token(pieces[at], words))
        at += 1
    return tokens


def _name(question: str, pieces: Sequence[re.Match[str]], at: int, words: Vocabulary) -> tuple[Token, int] | None:
    """The longest name that begins here, unless it is a word in lower case."""
    if pieces[at].lastgroup in {"double", "single", "sign"} or not question[pieces[at].start()].isupper():
        return None
    for taken in range(min(_LONGEST_NAME, len(pieces) - at), 0, -1):
        text = question[pieces[at].start() : pieces[at + taken - 1].end()]
        bare = re.sub(r"['’]s$", "", text)
        if named := words.names.get(name_key(bare)):
            if taken == 1 and (stem(bare) in words.labels or at == 0):
                return None
            return Token(text=bare, names=named), taken
    return None


def _token(piece: re.Match[str], words: Vocabulary) -> Token:
    quoted = piece["double"] if piece["double"] is not None else piece["single"]
    if quoted is not None:
        text = quoted.strip()
        relations = tuple(relation for relation in words.relations if relation.type == text)
        if relations:
            return Token(text=text, verbs=relations)
        return Token(text=text, quoted=True, names=words.names.get(name_key(text), ()))
    if piece["number"]:
        return Token(text=piece["number"], number=float(piece["number"]), decade=bool(piece["decade"]))
    if piece["typed"]:
        return Token(text=piece["typed"], verbs=tuple(one for one in words.relations if one.type == piece["typed"]))
    if piece["sign"]:
        return Token(text=piece["sign"], read=True)
    return _word(fold(piece["word"]), words)


def _word(text: str, words: Vocabulary) -> Token:
    if text in NUMBER_WORDS:
        return Token(text=text, number=float(NUMBER_WORDS[text]))
    root = stem(text)
    return Token(
        text=text,
        label=words.labels.get(root, ""),
        agents=words.agents.get(text) or words.agents.get(text.removesuffix("s"), ()),
        verbs=words.verbs.get(root, ()),
        properties=words.properties.get(root, ()),
    )

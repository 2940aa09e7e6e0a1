"""Cypher as tokens: strings, quoted names and comments can neither hide a clause nor look like one.

A query is judged, changed where engines differ, and then written out again from its tokens: comments and odd white space
never reach an engine, so no engine can see more in them than was seen here.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from paperatlas.core.errors import CypherRejected

__all__ = ["Kind", "Token", "closing", "rendered", "tokens", "written"]


class Kind(StrEnum):
    """The classes of tokens, in the order in which they are tried."""

    STRING = "string"
    QUOTED = "quoted"
    """A name in backticks."""
    PARAMETER = "parameter"
    NUMBER = "number"
    WORD = "word"
    """A keyword, a name, a function."""
    SYMBOL = "symbol"


@dataclass(frozen=True, slots=True)
class Token:
    kind: Kind
    text: str
    spaced: bool = False
    """Whether white space or a comment stands before it."""

    def apart(self) -> "Token":
        return replace(self, spaced=True)

    @property
    def keyword(self) -> str:
        """A word in upper case; empty for what is no word."""
        return self.text.upper() if self.kind is Kind.WORD else ""

    @property
    def is_name(self) -> bool:
        return self.kind in (Kind.WORD, Kind.QUOTED)


_TOKEN = re.compile(
    r"""
    (?P<blank>     \s+ | //[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]* | /\*.*?\*/ )
  | (?P<string>    '(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*" )
  | (?P<quoted>    `(?:``|[^`\\])+` )
  | (?P<parameter> \$(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+|`(?:``|[^`\\])+`) )
  | (?P<number>    (?:0x[0-9A-Fa-f]+|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?!\w) )
  | (?P<word>      [A-Za-z_][A-Za-z0-9_]*(?!\w) )
  | (?P<symbol>    \.\. | =~ | /(?!\*) | [()\[\]{}.,:;|<>=+\-*%^!&] )
    """,
    re.VERBOSE | re.DOTALL,
)
"""Read narrowly where engines may read otherwise: a comment ends where any of them might end it; a number does not run into
a word ("1SET" is two tokens to some); words are ASCII, since "ſet" is "SET" to who folds case."""
_PAIRS = {"(": ")", "[": "]", "{": "}"}


def tokens(cypher: str) -> list[Token]:
    """The tokens of a query, without comments.

    Raises:
        CypherRejected: it has a character or an escape that engines read differently.
    """
    # Neo4j resolves these before it looks for strings and comments, and so lets them end one.
    if re.search(r"\\[uU]", cypher):
        raise CypherRejected(
            r"Unicode escapes (\u…) are not allowed in a graph query.",
            hint="Write the character itself, or pass it as a parameter.",
        )
    found: list[Token] = []
    position, spaced = 0, False
    while position < len(cypher):
        match = _TOKEN.match(cypher, position)
        if match is None:
            raise CypherRejected(
                f"The graph query cannot be read at character {position + 1}: {cypher[position : position + 20]!r}.",
                hint="Close every string, comment and backtick, and put names with other than ASCII letters into backticks.",
            )
        position = match.end()
        if match.lastgroup == "blank":
            spaced = True
            continue
        found.append(Token(Kind(match.lastgroup or ""), match.group(), spaced))
        spaced = False
    return found


def written(cypher: str) -> list[Token]:
    """Tokens of a piece of Cypher of our own, set apart from what stands before it."""
    first, *rest = tokens(cypher)
    return [first.apart(), *rest]


def rendered(kept: Iterable[Token]) -> str:
    return "".join(f" {token.text}" if token.spaced else token.text for token in kept).strip()


def closing(kept: list[Token], start: int) -> int:
    """The index of the bracket that closes the one at `start`; the number of tokens where none does."""
    stack: list[str] = []
    for index in range(start, len(kept)):
        text = kept[index].text if kept[index].kind is Kind.SYMBOL else ""
        if text in _PAIRS:
            stack.append(_PAIRS[text])
        elif stack and text == stack[-1]:
            stack.pop()
            if not stack:
                return index
    return len(kept)

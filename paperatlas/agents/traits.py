"""What the router sees of a question's wording: pieces of words in any language, words, shape, and what a rule said of it."""

import re
import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from paperatlas.core.answers import Kind
from paperatlas.core.ports import Float32

__all__ = ["BUCKETS", "Sparse", "Turn", "traits"]

BUCKETS = 1 << 14
"""Places that traits are hashed to: what shares one is rarely met in one question, and the weights fit in 100 KB."""

Sparse = tuple[np.ndarray, Float32]
"""Int64[n] places, each at most once, and Float32[n] values."""

_QUOTED = re.compile(r"\"[^\"]*\"|[«„“「『][^»“”」』]{0,1000}[»“”」』]|(?<!\w)'[^']+'(?!\w)")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
"""Scripts that put no space between words, or glue what tells a question's kind to its words."""
_WORD = re.compile(r"[^\W_]+")
_PIECES = (3, 4, 5)
"""Letters of a piece of a word: enough to know an ending or a stem, few enough to survive a slip."""
_GLYPHS = (1, 2, 3, 4)
_SHORT = 4
"""Words of a question that says little by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A question, and what has been read of it."""

    text: str
    """As asked."""
    plain: str
    """As the rules read it."""
    history: Sequence[str]
    said: Kind
    """The kind that a rule gave it."""
    confidence: float
    leans: str
    """How it leans on what was said before: "strong", "weak" or not at all."""


def traits(turn: Turn) -> Sparse:
    """The traits of a question."""
    low = _masked(turn.text)
    blocks = (
        (1.0, [*_pieces(low), *_glyphs(low)]),
        (1.0, list(_words(_masked(turn.plain)))),
        (1.0, list(_shape(turn, low))),
        (1.0, [f"rule {turn.said} {turn.confidence}", f"rule {turn.said}"]),
    )
    values: dict[int, float] = {}
    for weight, names in blocks:
        unique = dict.fromkeys(names)
        each = weight / max(1, len(unique)) ** 0.5
        for name in unique:
            place = zlib.crc32(name.encode()) % BUCKETS
            values[place] = values.get(place, 0.0) + each
    return np.fromiter(values, dtype=np.int64, count=len(values)), np.fromiter(
        values.values(), dtype=np.float32, count=len(values)
    )


def _masked(text: str) -> str:
    """In small letters, with what is quoted and every number made alike: they are what is asked about, not how."""
    masked = _QUOTED.sub(" qq ", unicodedata.normalize("NFKC", text))
    return re.sub(r"\d+(?:[.,]\d+)*", "0", masked).lower()


def _pieces(low: str) -> Iterator[str]:
    for word in _WORD.findall(_UNSPACED.sub(" ", low)):
        padded = f"<{word}>"
        for size in _PIECES:
            for at in range(max(1, len(padded) - size + 1)):
                yield f"p{padded[at : at + size]}"


def _glyphs(low: str) -> Iterator[str]:
    for run in _UNSPACED.findall(low):
        for size in _GLYPHS:
            for at in range(len(run) - size + 1):
                yield f"g{run[at : at + size]}"
        yield f"gend {run[-2:]}"


def _words(low: str) -> Iterator[str]:
    found = _WORD.findall(low)
    yield from (f"w{word}" for word in found)
    yield from (f"w{one} {two}" for one, two in pairwise(found))
    yield from (f"w{one} {two} {three}" for one, two, three in zip(found, found[1:], found[2:], strict=False))
    for size in (1, 2, 3):
        if len(found) >= size:
            yield f"open {' '.join(found[:size])}"
            yield f"close {' '.join(found[-size:])}"


def _shape(turn: Turn, low: str) -> Iterator[str]:
    size = len(_WORD.findall(_UNSPACED.sub(lambda run: " x" * (len(run.group()) // 2), low)))
    brief = min(size, 12)
    yield f"size {brief}"
    yield f"quoted {_QUOTED.search(turn.text) is not None}"
    yield f"numbers {'0' in low}"
    yield f"names {re.search(r'(?<=.)[A-Z]', turn.text) is not None}"
    yield f"asks {turn.text.rstrip()[-1:] in '?？'}"
    yield f"leans {turn.leans}"
    yield f"after {bool(turn.history)}"
    if turn.history:
        yield f"after, leans {turn.leans}"
        yield f"after, brief {size <= _SHORT}"
        yield f"after, size {brief}"
        yield f"after, opens {' '.join(_WORD.findall(low)[:1])}"

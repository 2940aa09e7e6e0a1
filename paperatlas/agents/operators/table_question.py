"""What a question wants of a table."""

import re
from dataclasses import dataclass
from typing import Literal

from paperatlas.agents.terms import Term, question_terms

__all__ = ["TableQuestion"]

_TABLE_LABEL = re.compile(r"\btab(?:le|\.)\s*([A-Z]?\d+|[IVX]+)\b", re.IGNORECASE)
_HIGH = frozenset(
    "highest best most largest greatest maximum max longest biggest top strongest fastest heaviest deepest widest latest".split()
)
_LOW = frozenset("lowest worst least smallest minimum min shortest fewest weakest slowest cheapest lightest earliest".split())
_LOWER_IS_BETTER = frozenset(
    "perplexity ppl error errors loss latency time cost wer cer rmse mae mse fid distance runtime memory flops".split()
)
_RANK_LABEL = re.compile(r"\btop[- ]?\d+\b", re.IGNORECASE)
"""Top-1, top-5: a measure's name, not a superlative."""
_PHRASE_END = re.compile(
    r"\b(?:in|of|for|on|at|by|to|from|with|among|across|when|than|according|using|is|are|was|were|does|do|did|has|have|result(?:s|ed)?)\b|[,;?.]",
    re.IGNORECASE,
)
_QUALITY = frozenset("best worst strongest weakest top".split())
"""Superlatives whose direction depends on whether the measure is better high or low."""
_SLOW = frozenset("fastest slowest".split())
"""Superlatives of speed, turned round when the measure is a time."""
_EMPTY = frozenset(
    "table score scored according metric terms achieve achieves achieved reach reached produce produces result results resulted"
    " across".split()
)
"""Words that say that a table is asked, not what of it."""
_PLURAL = re.compile(r"\w{2}[^\Wsui]s$")
"""A plural noun, and no "loss", "status" or "analysis"."""
_ASKS_VALUE = re.compile(
    r"\b(?:how (?:many|much|large|big|fast|long|well)|what (?:is|was|are|were) the|what [\w-]+ (?:[\w-]+ )?(?:does|did|do))\b",
    re.IGNORECASE,
)
_COMPARES = re.compile(r"\b(?:compare[ds]?|comparison|versus|vs|than|difference between|or)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableQuestion:
    """What a question wants of a table."""

    terms: tuple[Term, ...]
    label: str
    direction: Literal["", "high", "low"]
    wants_number: bool
    compares: bool

    measured: tuple[Term, ...]
    """The words that name the measure: those right after the superlative, else those of "what is the … of"."""
    wanted: tuple[Term, ...]
    """The words after "which" or "what": what kind of thing wins."""

    @property
    def wants_several(self) -> bool:
        """Whether the question asks for more than one thing ("What budgets does …?")."""
        return bool(self.wanted) and _PLURAL.search(self.wanted[-1].word) is not None

    @classmethod
    def read(cls, text: str) -> "TableQuestion":
        label = _TABLE_LABEL.search(text)
        plain = _TABLE_LABEL.sub(" ", text)
        superlatives = [
            match
            for match in re.finditer(r"[A-Za-z]+", _RANK_LABEL.sub(lambda m: " " * len(m[0]), plain))
            if match[0].lower() in _HIGH | _LOW
        ]
        said = {word.lower() for word in re.findall(r"[A-Za-z0-9]+", plain)}
        which = re.search(r"\b(?:which|what)\b", plain, re.IGNORECASE)
        return cls(
            terms=tuple(term for term in question_terms(plain) if term.word not in _HIGH | _LOW | _EMPTY),
            label=label[1].upper() if label else "",
            direction=_direction({match[0].lower() for match in superlatives}, said),
            wants_number=bool(superlatives or label or _ASKS_VALUE.search(text)),
            compares=_COMPARES.search(plain) is not None,
            measured=question_terms(_phrase(plain, superlatives[-1].end()) if superlatives else _noun(plain)),
            wanted=_kind_of_thing(plain, which.end(), superlatives[0].start() if superlatives else len(plain)) if which else (),
        )


def _kind_of_thing(text: str, start: int, end: int) -> tuple[Term, ...]:
    """What wins, in "which training data size … the highest": the words up to the verb or the superlative."""
    return question_terms(_phrase(text, start)[: max(0, end - start)])


def _noun(text: str) -> str:
    """What is asked for in "what is the … of", "how many … are"; empty when it is put otherwise."""
    found = re.search(r"\b(?:what (?:is|are|was|were) the|how many) ", text, re.IGNORECASE)
    return _phrase(text, found.end()) if found else ""


def _phrase(text: str, start: int) -> str:
    """The words from `start` to the next preposition, verb or mark."""
    end = _PHRASE_END.search(text, start)
    return text[start : end.start() if end else len(text)]


def _direction(superlatives: set[str], said: set[str]) -> Literal["", "high", "low"]:
    if not superlatives:
        return ""
    high = bool(superlatives & _HIGH)
    lower_is_better = bool(said & _LOWER_IS_BETTER)
    if superlatives & _QUALITY and lower_is_better:
        high = not high
    if superlatives & _SLOW and said & {"time", "latency", "runtime"}:
        high = not high
    return "high" if high else "low"

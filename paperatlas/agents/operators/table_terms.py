"""How the words of a question meet the headers of a table: stems, the field's abbreviations, symbols."""

from collections.abc import Iterable, Sequence
from functools import cache

from paperatlas.agents.terms import Term, stems

__all__ = ["meets", "share", "tokens"]

_SYMBOLS = {
    "Δ": "difference",
    "∆": "difference",
    "δ": "difference",
    "#": "number",
    "%": "percent",
    "σ": "deviation",
    "±": "deviation",
}
"""What printed symbols are called in a question."""

_SAME = (
    frozenset({"improvement", "gain", "difference", "change", "increase", "delta", "diff", "improve", "drop"}),
    frozenset({"size", "number", "count", "amount", "total", "sizes"}),
    frozenset({"average", "mean", "avg", "overall"}),
    frozenset({"parameters", "params", "size"}),
    frozenset({"time", "latency", "runtime", "duration", "seconds"}),
    frozenset({"method", "model", "system", "approach"}),
    frozenset({"male", "men", "man"}),
    frozenset({"female", "women", "woman"}),
)
"""Words that tables and questions exchange for each other."""

_SHORTEST_ABBREVIATION = 3
_ABBREVIATED = 0.8
"""An abbreviation or a synonym is a little less sure than the word itself."""


@cache
def _alike() -> dict[str, frozenset[str]]:
    kin: dict[str, set[str]] = {}
    for group in _SAME:
        stemmed = {stem for word in group for stem in stems(word)}
        for stem in stemmed:
            kin.setdefault(stem, set()).update(stemmed)
    return {stem: frozenset(found) for stem, found in kin.items()}


def tokens(text: str) -> frozenset[str]:
    """Stems of a header, its symbols spelled out."""
    for symbol, name in _SYMBOLS.items():
        text = text.replace(symbol, f" {name} ")
    return frozenset(stems(text))


def meets(term: Term, header: Iterable[str]) -> float:
    """How surely a question's term is among a header's tokens: 1 for the word, less for an abbreviation, 0 for no."""
    header = frozenset(header)
    if term.stem in header:
        return 1.0
    if term.blends & header or _alike().get(term.stem, frozenset()) & header:
        return _ABBREVIATED
    return _ABBREVIATED if any(_abbreviates(token, term.word) for token in header) else 0.0


def _abbreviates(token: str, word: str) -> bool:
    """Like "ppl" for "perplexity", "acc" for "accuracy": same first letter, the rest in order, and clearly shorter."""
    if len(token) < _SHORTEST_ABBREVIATION or len(word) < len(token) + 2 or token[0] != word[0] or not token.isalpha():
        return False
    if word.startswith(token):
        return True
    rest = iter(word)
    consonants = not set(token[1:]) & set("aeiou")
    return consonants and all(letter in rest for letter in token)


def share(terms: Sequence[Term], header: Iterable[str]) -> float:
    """The share (0 to 1) of the terms' weight that a header covers."""
    header = frozenset(header)
    total = sum(term.weight for term in terms)
    return sum(term.weight * meets(term, header) for term in terms) / total if total else 0.0

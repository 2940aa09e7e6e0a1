"""How a document as a whole writes its words: what one sentence cannot tell of a name."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paperatlas.core.types import Reference

__all__ = ["Usage", "usage"]

_LOWER = re.compile(r"(?<![\w-])[^\W\d_A-Z][\w’'-]*")
_MIDST = re.compile(r"(?<=[a-z,;] )[A-Z][\w-]+")
"""Capitalised where no sentence begins."""
_PAPER = re.compile(
    r"\b(?:[Tt]his (?:paper|study|work|article|thesis|report)|we|our|We [a-z]+|Our [a-z]+|et al"
    r"|[Ee]xperiments?|[Ee]xperimental results|(?:is|are) (?:proposed|presented|introduced|investigated)|p ?[<=] ?0?\.\d"
    r"|significantly|in vi(?:tro|vo)|patients with|randomi[sz]ed)(?![\w’'])"
)
"""What is said in abstracts and hardly anywhere else."""
_SYMBOL = 3
"""A symbol stands in formulas once in so many times at least; the text speaks of it in between."""
_EQUAL = r"[=∈∑∏√≤≥∗×·∇∂⊕]"
_SYMBOLS = re.compile(rf"\b(\w++) ?{_EQUAL}|{_EQUAL} ?(\w+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Counts of words as written, and whether the document is a paper."""

    small: Counter[str]
    """Words that begin with a small letter."""
    large: Counter[str]
    """Words that begin with a capital inside a sentence."""
    cited: frozenset[str]
    """Surnames of the authors in its list of references."""
    scholarly: bool
    """It has a list of references or an abstract: its capitals name methods and data rather than people and places."""

    symbols: Counter[str]
    """Words beside a sign of equality or the like."""
    words: Counter[str]

    def is_symbol(self, word: str) -> bool:
        """A variable with its index, as "Wlex" of a formula's W with a subscript; not an acronym with its value, "AUC = 0.9"."""
        return not word.isupper() and self.symbols[word] * _SYMBOL > self.words[word]

    def is_plain(self, word: str) -> bool:
        """A capitalised word that the document writes small as well, and more often."""
        return self.small[word.lower()] > self.large[word]


def usage(texts: Iterable[str], references: Sequence[Reference] = ()) -> Usage:
    """Of a document's running text."""
    small, large, symbols, all_words = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    kept = list(texts)
    for text in kept:
        symbols.update(word for pair in _SYMBOLS.findall(text) for word in pair if word)
        all_words.update(re.findall(r"\w+", text))
        small.update(_LOWER.findall(text))
        large.update(_MIDST.findall(text))
    surnames = (name.split()[-1] for reference in references for name in reference.authors if name.split())
    scholarly = bool(references) or any(map(_PAPER.search, kept))
    return Usage(symbols=symbols, words=all_words, small=small, large=large, cited=frozenset(surnames), scholarly=scholarly)

"""Relations told by the words alone that stand between two names: what the parser often gets wrong around unknown names."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from spacy.tokens import Span, Token

from paperatlas.graph.extract.relations.arguments import Arguments
from paperatlas.graph.extract.relations.nominal import Stated

__all__ = ["adjacent"]

_NOUN = r"(?: (?:models?|methods?|algorithms?|approach|systems?|frameworks?|architectures?|networks?|datasets?|corpus))?"
_ADVERB = r"(?: (?:\w+ly|also|then|further|often|both|first))*"
_BE = r" (?:is|are|was|were|has been|have been)"
_THE = r"(?: (?:the|a|an|both|all|our|their|its))?"
_PATTERNS = tuple(
    (predicate, re.compile(rf"{_NOUN}{words}{_THE} $"), backwards)
    for predicate, words, backwards in (
        # predicate, what stands between the names, whether the second is the head
        ("outperforms", rf"{_ADVERB} (?:outperforms?|surpass(?:es)?|outperformed|surpassed)", False),
        ("outperforms", rf"{_BE}{_ADVERB} (?:outperformed|surpassed) by", True),
        ("trained_on", rf"{_BE}{_ADVERB} (?:pre-?|fine-?)?(?:trained|tuned)(?: from scratch)? on", False),
        ("evaluated_on", rf"{_BE}{_ADVERB} (?:evaluated|tested|benchmarked|assessed) on", False),
        ("based_on", rf"{_BE}{_ADVERB} (?:based|built) (?:up)?on(?: top of)?", False),
        ("extends", rf"{_ADVERB} (?:extends|generali[sz]es)", False),
        ("uses", rf"{_ADVERB} (?:uses|utili[sz]es|employs|leverages|adopts|incorporates)", False),
        ("proposes", rf"{_BE}{_ADVERB} (?:proposed|introduced|developed|released) by", True),
        ("part_of", rf"{_BE} (?:a )?(?:part|component|subset) of", False),
    )
)
_CONFIDENCE = 0.8
_LIST = re.compile(r",|,? (?:and|or)")


def adjacent(sentence: Span, arguments: Arguments) -> Iterator[Stated]:
    """What is said in so many words between one list of names and the next."""
    found = arguments.within(sentence)
    for number, ((left, _), (right, _)) in enumerate(pairwise(found)):
        between = f" {sentence.doc[left.end : right.start].text} "
        match = next(((predicate, back) for predicate, pattern, back in _PATTERNS if pattern.fullmatch(_spaced(between))), None)
        if match is None:
            continue
        predicate, backwards = match
        verb = _verb(sentence.doc[left.end : right.start])
        for first in _list(found[: number + 1][::-1]):
            for second in _list(found[number + 1 :]):
                head, tail = (second, first) if backwards else (first, second)
                yield Stated(verb, head, predicate, tail, _CONFIDENCE)


def _spaced(text: str) -> str:
    """With single blanks; the parts of "pre-trained" are words of their own to the parser, but not here."""
    return re.sub(r"\s+", " ", text)


def _verb(between: Span) -> Token:
    return next((word for word in reversed(between) if word.tag_.startswith("VB")), between[-1])


def _list(names: Sequence[tuple[Span, int]]) -> Iterator[int]:
    """The first name, and those that a list joins to it; to the left or to the right."""
    if names:
        yield names[0][1]
    for (one, _), (other, index) in pairwise(names):
        left, right = sorted((one, other), key=lambda span: span.start)
        if not _LIST.fullmatch(left.doc.text[left.end_char : right.start_char].rstrip()):
            return
        yield index

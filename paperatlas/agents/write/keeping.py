"""Conditions and reserve of a quote that a sentence has lost, put back: "in mice", "on the development set", "may".

A result that is told without them is another result.
"""

import re
from collections.abc import Iterator

from paperatlas.agents.verify.align import Alignment, align, is_content
from paperatlas.agents.verify.lexicon import HEDGES, PARTIAL
from paperatlas.agents.verify.words import Sentence, Word, read
from paperatlas.core.text import words

__all__ = ["hedges_lost", "with_conditions"]

_LIMITS = frozenset(
    "in on under for with without among at during within when if unless while only except until above below".split()
)
"""Words with which a phrase limits what is said; "of" and "to" belong to the thing itself."""
_LONGEST = 70
"""Characters of a phrase that is put back: a longer one is a statement of its own."""
_MOST = 2
_LEAST_WEIGHT = 5.0
"""Nats of the weightiest word: "in this case" limits nothing."""
_TELLING = 4
"""Words from which a sentence says something by itself: "36 hours." answers a question that has named the condition."""
_JOINING = frozenset("and but while whereas although though or".split())
_STATED = frozenset({"VERB", "AUX"})
_POINTING = frozenset("this that these those our we it its their such".split())
_FURNITURE = re.compile(
    r"\b(?:tables?|fig(?:ure|s|\.)?|sections?|appendi\w+|equations?|papers?|works?|stud(?:y|ies))\b", re.IGNORECASE
)
"""Where a paper says something is no condition of it."""


def with_conditions(text: str, quoted: str, question: str) -> str:
    """The sentence with the conditions that its quote has and it has not, as printed; those that the question names are known."""
    if len(words(text)) < _TELLING:
        return text
    alignment = _laid(text, quoted)
    known = set(words(f"{text} {question}"))
    lost = [phrase for phrase in dict.fromkeys(_conditions(alignment)) if not _is_known(phrase, known)][:_MOST]
    if not lost:
        return text
    body, stop = (text[:-1], text[-1]) if text[-1:] in ".!?" else (text, "")
    return f"{body} ({'; '.join(lost)}){stop}"


def hedges_lost(text: str, quoted: str) -> bool:
    """Whether the quote says with reserve what the sentence states flatly."""
    alignment = _laid(text, quoted)
    own = alignment.claim.lowers
    return not own & (HEDGES | PARTIAL) and bool(_reserve(alignment))


def _laid(text: str, quoted: str) -> Alignment:
    (claim,) = read([(0, text)])
    return align(claim, read([(0, quoted)]))


def _reserve(alignment: Alignment) -> set[str]:
    """Hedges that govern a verb which the sentence takes up: "may reduce", "we expect that it reduces"."""
    found: set[str] = set()
    for rank, place in alignment.taken:
        sentence = alignment.evidence[rank]
        if sentence.words[place].part not in _STATED:
            continue
        beside = [sentence.words[child] for child in sentence.children[place]]
        head = sentence.words[sentence.words[place].head]
        above = [head] if sentence.words[place].relation in {"ccomp", "xcomp"} else []
        found.update(word.lower for word in (*beside, *above) if word.lower in HEDGES and _is_reserve(word))
    return found


def _is_reserve(word: Word) -> bool:
    """A condition that opens with "if" is put back as such, and "can" says what is possible in fact."""
    return word.lower not in {"if", "whether", "can", "future", "plan", "plans", "planned"}


def _conditions(alignment: Alignment) -> Iterator[str]:
    """Phrases at words that the sentence takes up, none of whose own words it has."""
    for rank, place in sorted(alignment.taken | _same_values(alignment)):
        sentence = alignment.evidence[rank]
        if sentence.words[place].part not in {*_STATED, "NOUN", "ADJ", "NUM", "SYM"}:
            continue
        for child in sentence.children[place]:
            word = sentence.words[child]
            if word.relation not in {"prep", "advcl"} or _opening(sentence, child) not in _LIMITS:
                continue
            inside = sorted(sentence.under(child))
            if (inside[0] < place and word.relation == "advcl") or _is_of_another_clause(place, inside[0], sentence):
                continue
            if not any((rank, index) in alignment.taken for index in inside) and _limits(inside, sentence):
                phrase = sentence.text[sentence.words[inside[0]].start : sentence.words[inside[-1]].end].strip(" ,;")
                if len(phrase) <= _LONGEST:
                    yield " ".join(phrase.split())


def _same_values(alignment: Alignment) -> set[tuple[int, int]]:
    """Numbers that both say, and their units: what is aligned is words."""
    own = alignment.claim.lowers
    return {
        (rank, place + step)
        for rank, sentence in enumerate(alignment.evidence)
        for place, word in enumerate(sentence.words)
        if word.is_number and word.lower in own
        for step in (0, 1)
        if place + step < len(sentence.words) and sentence.words[place + step].lower in own
    }


def _is_of_another_clause(place: int, begin: int, sentence: Sentence) -> bool:
    """Whether a conjunction stands between: parsers hang the end of a sentence on its first verb."""
    between = sentence.words[min(place, begin) + 1 : max(place, begin)]
    return any(word.lower in _JOINING for word in between)


def _opening(sentence: Sentence, child: int) -> str:
    return sentence.words[min(sentence.under(child))].lower


def _limits(inside: list[int], sentence: Sentence) -> bool:
    told = [sentence.words[index] for index in inside]
    phrase = " ".join(word.text for word in told)
    if _FURNITURE.search(phrase) or any(word.lower in _POINTING for word in told):
        return False
    return max((word.weight for word in told if is_content(word)), default=0.0) >= _LEAST_WEIGHT


def _is_known(phrase: str, known: set[str]) -> bool:
    own = [word for word in words(phrase) if word not in _LIMITS]
    return bool(own) and sum(word in known for word in own) >= len(own) / 2

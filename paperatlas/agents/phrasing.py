"""A question in the words of the paper it is put to."""

import re
from collections.abc import Collection, Sequence

from paperatlas.agents.terms import Term, stems

__all__ = ["in_the_papers_words", "phrases", "without"]

_AUTHORS = re.compile(
    r"\b(?:the|these|this|its|their)\s+(?:(?:\w+\s+)?(?:authors?|researchers?|stud(?:y|ies)|papers?|articles?))\b", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+(?:\.\d+)*")


def in_the_papers_words(question: str, terms: Sequence[Term], given: Collection[str]) -> str:
    """The question as the paper would put it: it speaks of itself as "we", and does not name what it is about.

    A sentence such as "We start with a learning rate of 0.1" is far from a question that names the paper's model, and
    any sentence that names the model is near it, whatever else it says. A question about nothing but what is given
    ("What is ResNet?") stays as it is.
    """
    named = [term for term in terms if term.is_name and term.stem in given]
    if len(named) == len(terms):
        return question
    return _AUTHORS.sub("we", without(question, named))


def without(question: str, terms: Sequence[Term]) -> str:
    """The question with these terms left out."""
    out = {term.stem for term in terms}
    kept = _WORD.sub(lambda word: "" if out & set(stems(word.group())) else word.group(), question)
    return re.sub(r"\s+(?=[?.!,]|$)|(?<=\s)[-–/]+(?=\s|[?.!,]|$)", "", re.sub(r"\s+", " ", kept)).strip()


def phrases(question: str, terms: Sequence[Term]) -> list[str]:
    """The terms as the question prints them; two that stand side by side are one phrase: "training hardware"."""
    wanted = {term.stem for term in terms}
    spots = [word.span() for word in _WORD.finditer(question) if wanted & set(stems(word.group()))]
    runs: list[tuple[int, int]] = []
    for start, end in spots:
        if runs and question[runs[-1][1] : start] in {" ", "-"} and len(_WORD.findall(question[slice(*runs[-1])])) == 1:
            runs[-1] = runs[-1][0], end
        else:
            runs.append((start, end))
    return list(dict.fromkeys(question[start:end] for start, end in runs))

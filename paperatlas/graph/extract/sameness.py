"""Which ways of writing a name are one name within a document."""

import re

from paperatlas.core.naming import name_key
from paperatlas.graph.extract.wording import is_shaped

__all__ = ["form_key", "is_said_along", "singular", "without_head"]

_LONGEST_ACRONYM = 5
"""Letters up to which capitals are part of an acronym: "GLUE" is not "glue", "US" not "us"."""
_SAID_ALONG = frozenset(
    "mechanism measure technique method algorithm approach procedure framework strategy scheme dataset corpus benchmark"
    " score metric task problem optimizer optimiser model system network architecture module toolkit library package tool"
    " challenge layer gene protein virus".split()
)
"""Nouns that are said along with a name or left out: "Adam optimizer", "lightning attention mechanism"."""


def form_key(form: str) -> str:
    """The same for all ways of writing a form: case, hyphens, plural; not for other numbers or versions."""
    if is_shaped(form):
        form = re.sub(r"(?<=[A-Z\d])s$", "", form)
        if form.isupper() and form.isalpha() and len(form) <= _LONGEST_ACRONYM:
            return form
    words = name_key(form).split(" ")
    return " ".join((*words[:-1], singular(words[-1])))


def singular(word: str) -> str:
    """Close enough to compare by: it need not be a word."""
    if len(word) < 4 or not word.isalpha() or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "xes", "ches", "shes")) else word.removesuffix("s")


def is_said_along(noun: str) -> bool:
    """Whether a noun behind a name can be left out: "score" of "BLEU score"."""
    return noun in _SAID_ALONG


def without_head(key: str, *, proper: bool) -> str:
    """The key without the noun that only says its kind; "" where it has none.

    "The SQuAD dataset" is SQuAD, but a question answering dataset is not question answering: of terms only those nouns can be
    left out that leave the thing what it is.
    """
    rest, _, head = key.rpartition(" ")
    return rest if head in (_SAID_ALONG if proper else _SAID_OF_TERMS) else ""


_SAID_OF_TERMS = frozenset(
    "mechanism technique method algorithm approach procedure framework strategy scheme task problem".split()
)

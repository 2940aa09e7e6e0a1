"""How sure an answer is, as a word for people, and why it is not surer."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

__all__ = ["DOUBTS", "LIKELY", "SURE", "Doubt", "Sureness", "sureness_of"]

Sureness: TypeAlias = Literal["sure", "likely", "unsure"]
Doubt: TypeAlias = Literal["read_from_picture", "words_missing", "header_ambiguous", "not_borne_out", "one_source"]

SURE = 0.8
"""Confidence from which an answer is sure. Of questions that had no part in fitting, four of five with as much have their
answer in the papers."""
LIKELY = 0.6
"""Confidence from which it is likely: two of three have. Below, hardly more than every other."""

DOUBTS: Mapping[Doubt, str] = {
    "read_from_picture": "read from a picture of the page",
    "words_missing": "the sentence does not speak of all that is asked",
    "header_ambiguous": "the table's headers leave open which cell is meant",
    "not_borne_out": "a sentence goes beyond its quotes",
    "one_source": "one source",
}
"""What makes an answer unsure, in words."""


def sureness_of(confidence: float) -> Sureness:
    """The word for a confidence."""
    if confidence >= SURE:
        return "sure"
    return "likely" if confidence >= LIKELY else "unsure"

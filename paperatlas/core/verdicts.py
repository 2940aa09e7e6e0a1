"""What is said of a claim after it was compared with a text or with the papers of a library."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from paperatlas.core.answers import Citation, Label

__all__ = ["ClaimVerifier", "Judgement", "Quoted", "Verdict"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoted:
    """A part of the text that a claim was compared with: `text[start:end]`, half-open code points."""

    quote: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The verdict on a claim by a given text."""

    claim: str
    label: Label
    score: float
    """Probability that it is supported."""
    evidence: tuple[Quoted, ...]
    why: str
    """For a person: "the text says 512, the claim says 256"."""
    against: str = ""
    """What kind of fault `why` tells of: number, name, denied, opposite, swapped, …; empty where it tells of none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The verdict on a claim by the papers of a library; its evidence is cited, also where it contradicts."""

    claim: str
    label: Label
    score: float
    citations: tuple[Citation, ...]
    why: str


class ClaimVerifier(Protocol):
    """Judges claims by texts. Pure: the same claim and text have the same judgement. Safe to use from many threads."""

    def verify(self, claim: str, text: str, *, about: Sequence[tuple[int, str]] = ()) -> Judgement:
        """The judgement of a claim; one of several statements is judged by its worst.

        `about` is what the text speaks of, from an offset on: the titles of the papers that passages are from.
        """
        ...

"""What the verifier says of a claim."""

from dataclasses import dataclass

from paperatlas.core.answers import Label

__all__ = ["Finding", "Judgement", "Quoted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoted:
    """A part of the text that was verified against: `text[start:end]`, half-open code points."""

    quote: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one check found wrong with a claim."""

    kind: str
    weight: float
    """0 to 1: how much this check, by itself, speaks against the claim."""
    reason: str
    """For a person: "the text says 512, the claim says 256"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The verdict on a claim, the probability that it is supported, what it rests on, and why."""

    claim: str
    label: Label
    score: float
    evidence: tuple[Quoted, ...]
    why: str

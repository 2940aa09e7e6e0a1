"""What a check has found wrong with a claim."""

from dataclasses import dataclass

__all__ = ["Finding"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One fault, and how it is told to a person."""

    kind: str
    weight: float
    """0 to 1: how much this check, by itself, speaks against the claim."""
    reason: str
    """ "the text says 512, the claim says 256"."""

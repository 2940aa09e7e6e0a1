"""What was found out about a library by asking it what it says, and what it does not say."""

from dataclasses import dataclass

__all__ = ["Calibration", "RiskPoint"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskPoint:
    """When only the surest share of the questions is answered."""

    coverage: float
    threshold: float
    """The confidence of the least sure of them."""
    risk: float
    """The share of those answers that is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """A threshold of refusal and what it rests on."""

    threshold: float
    """The confidence below which questions are refused from now on."""
    before: float
    answerable: int
    """Questions whose answer is in the library."""
    unanswerable: int
    curve: tuple[RiskPoint, ...] = ()
    refused_right: float = 0.0
    """The share of the unanswerable that this threshold refuses."""
    refused_wrong: float = 0.0
    """The share of the answerable that it refuses."""
    before_right: float = 0.0
    """The share of the unanswerable that the threshold before refuses."""
    before_wrong: float = 0.0
    """The share of the answerable that it refuses."""

    @property
    def is_enough(self) -> bool:
        """Whether there were questions enough to fit anything to; else nothing was changed."""
        return bool(self.curve)

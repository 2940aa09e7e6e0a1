"""Whether a text bears out a claim: explicit checks that can say why, weighed by a small fitted model."""

from paperatlas.agents.verify.verifier import Verifier

__all__ = ["Verifier"]

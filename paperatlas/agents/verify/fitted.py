"""The verifier's model as `benchmarks/fit_verifier.py` fitted it: three labels, linear in the signals.

Two models in one: for a quote, where every word of a claim should be found and one fault makes it false, and for a longer text,
where a claim sums up what several sentences say and shared words tell the most.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from paperatlas.core.answers import Label

__all__ = ["LABELS", "Model", "Part", "model", "quoted_share"]

LABELS: tuple[Label, ...] = ("supported", "contradicted", "unverifiable")
_QUOTE, _TEXT = 3, 6
"""Sentences up to which a text is a quote, and from which it is none; between them both models are asked."""


def quoted_share(sentences: int) -> float:
    """How much a text of so many sentences is judged as a quote, 0 to 1."""
    return min(1.0, max(0.0, (_TEXT - sentences) / (_TEXT - _QUOTE)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A softmax over the labels; inputs it does not name count for nothing."""

    intercepts: Mapping[Label, float]
    weights: Mapping[str, Mapping[Label, float]]
    costs: Mapping[Label, float]
    """What is added to a label's log-odds when one has to be chosen, as the training folds had it."""

    def odds(self, inputs: Mapping[str, float]) -> dict[Label, float]:
        return {
            label: self.intercepts[label] + sum(weight[label] * inputs[name] for name, weight in self.weights.items())
            for label in LABELS
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    quote: Part
    text: Part

    def judge(self, inputs: Mapping[str, float], sentences: int) -> tuple[Label, float]:
        """The label, and the probability that the claim is supported."""
        share = quoted_share(sentences)
        parts = ((self.quote, share), (self.text, 1 - share))
        plain = _mixed([(part.odds(inputs), weight) for part, weight in parts if weight])
        costed = _mixed([(_with(part.odds(inputs), part.costs), weight) for part, weight in parts if weight])
        return max(LABELS, key=costed.__getitem__), plain["supported"]


def _with(odds: Mapping[Label, float], costs: Mapping[Label, float]) -> dict[Label, float]:
    return {label: odds[label] + costs[label] for label in LABELS}


def _mixed(parts: list[tuple[dict[Label, float], float]]) -> dict[Label, float]:
    """The probabilities of several models, each by its share."""
    mixed = dict.fromkeys(LABELS, 0.0)
    for odds, weight in parts:
        top = max(odds.values())
        raised = {label: math.exp(odds[label] - top) for label in LABELS}
        total = sum(raised.values())
        for label in LABELS:
            mixed[label] += weight * raised[label] / total
    return mixed


@cache
def model() -> Model:
    read = json.loads((resources.files(__package__) / "verifier.json").read_text(encoding="utf-8"))
    return Model(quote=_part(read["quote"]), text=_part(read["text"]))


def _part(read: Mapping[str, Any]) -> Part:
    return Part(intercepts=read["intercepts"], weights=read["weights"], costs=read["costs"])

"""The verifier's model as `benchmarks/fit_verifier.py` fitted it: three labels, linear in the signals."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from paperatlas.core.answers import Label

__all__ = ["Model", "model"]

LABELS: tuple[Label, ...] = ("supported", "contradicted", "unverifiable")


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A softmax over the labels; inputs it does not name count for nothing."""

    intercepts: Mapping[Label, float]
    weights: Mapping[str, Mapping[Label, float]]
    cuts: Mapping[Label, float]
    """What is added to a label's log-odds when one has to be chosen: costs of the kinds of error, chosen on training folds."""

    def probabilities(self, inputs: Mapping[str, float]) -> dict[Label, float]:
        odds = {
            label: self.intercepts[label] + sum(weight[label] * inputs[name] for name, weight in self.weights.items())
            for label in LABELS
        }
        top = max(odds.values())
        raised = {label: math.exp(value - top) for label, value in odds.items()}
        total = sum(raised.values())
        return {label: value / total for label, value in raised.items()}

    def label(self, probabilities: Mapping[Label, float]) -> Label:
        return max(LABELS, key=lambda label: math.log(max(probabilities[label], 1e-12)) + self.cuts[label])


@cache
def model() -> Model:
    read = json.loads((resources.files(__package__) / "verifier.json").read_text(encoding="utf-8"))
    return Model(intercepts=read["intercepts"], weights=read["weights"], cuts=read["cuts"])

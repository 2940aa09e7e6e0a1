"""The two small models of the extractive reasoner, as `benchmarks/fit_answerability.py` fitted them."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

__all__ = ["Logistic", "answerable_weights", "refusal_threshold", "sentence_weights"]

_FILE = "answerability.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Logistic:
    """A logistic model over named inputs; inputs it does not name count for nothing."""

    intercept: float
    weights: Mapping[str, float]

    def log_odds(self, inputs: Mapping[str, float]) -> float:
        return self.intercept + sum(weight * inputs[name] for name, weight in self.weights.items())

    def probability(self, inputs: Mapping[str, float]) -> float:
        return 1.0 / (1.0 + math.exp(-self.log_odds(inputs)))


@cache
def _fitted() -> Mapping[str, Mapping[str, float]]:
    read: Mapping[str, Mapping[str, float]] = json.loads((resources.files(__package__) / _FILE).read_text(encoding="utf-8"))
    return read


def _model(name: str) -> Logistic:
    weights = dict(_fitted()[name])
    return Logistic(intercept=weights.pop("intercept"), weights=weights)


@cache
def sentence_weights() -> Logistic:
    """Whether a sentence is the one that answers, from its `Signals`."""
    return _model("sentence")


@cache
def answerable_weights() -> Logistic:
    """Whether a question is answered by what was found, from `answerability.Reading`."""
    return _model("answerable")


def refusal_threshold() -> float:
    """The probability below which a question is refused: where a wrong answer and a needless refusal cost the same."""
    return float(_fitted()["threshold"]["probability"])

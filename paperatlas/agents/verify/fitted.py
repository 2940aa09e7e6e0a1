"""The verifier's model as `benchmarks/fit_verifier.py` fitted it.

Two parts: for a quote, where every word of a claim should be found and one fault makes it false, and for a longer text, where a
claim sums up what several sentences say and shared words tell the most. Each has two heads, logistic in the signals: is the claim
supported; and if it is not, does the text say the contrary, or nothing.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from paperatlas.agents.fitted import Logistic
from paperatlas.core.answers import Label

__all__ = ["Head", "Model", "Part", "model"]

_QUOTE, _TEXT = 3, 6
"""Sentences up to which a text is a quote, and from which it is none; between them both parts are asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """One question of a part, and the log-odds from which its answer is yes."""

    logistic: Logistic
    cut: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    supported: Head
    contradicted: Head
    """Of a claim that is not supported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    quote: Part
    text: Part

    def judge(self, inputs: Mapping[str, float], sentences: int) -> tuple[Label, float]:
        """The label of a claim by a text of so many sentences, and the probability that it is supported."""
        quoted = min(1.0, max(0.0, (_TEXT - sentences) / (_TEXT - _QUOTE)))
        supported, over = _asked(self.quote.supported, self.text.supported, quoted, inputs)
        _, contrary = _asked(self.quote.contradicted, self.text.contradicted, quoted, inputs)
        score = 1 / (1 + math.exp(-supported))
        if over >= 0:
            return "supported", score
        return ("contradicted" if contrary >= 0 else "unverifiable"), score


def _asked(quote: Head, text: Head, quoted: float, inputs: Mapping[str, float]) -> tuple[float, float]:
    """The log-odds of both parts, each by its share, and how far they are above their cuts."""
    odds = over = 0.0
    for head, share in ((quote, quoted), (text, 1 - quoted)):
        if share:
            own = head.logistic.log_odds(inputs)
            odds, over = odds + share * own, over + share * (own - head.cut)
    return odds, over


@cache
def model() -> Model:
    read = json.loads((resources.files(__package__) / "verifier.json").read_text(encoding="utf-8"))
    return Model(quote=_part(read["quote"]), text=_part(read["text"]))


def _part(read: Mapping[str, Any]) -> Part:
    return Part(supported=_head(read["supported"]), contradicted=_head(read["contradicted"]))


def _head(read: Mapping[str, Any]) -> Head:
    return Head(logistic=Logistic(intercept=read["intercept"], weights=read["weights"]), cut=read["cut"])

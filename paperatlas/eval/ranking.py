"""How good a ranking is, by what it should have found."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

__all__ = ["METRICS", "interval", "scores"]

METRICS = ("hit@1", "hit@5", "recall@5", "recall@10", "MRR", "nDCG@10")
_DEPTH = 10
_RESAMPLES = 2000
_LEVEL = 95.0


def scores(ranked: Sequence[frozenset[str]], gold: Mapping[str, int]) -> dict[str, float]:
    """The metrics of one ranking, each from 0 to 1.

    Args:
        ranked: for each hit, best first, the targets that it holds: one document, or the pages of a passage.
        gold: the grade of each target that should be found.
    """
    first = next((place for place, targets in enumerate(ranked, 1) if targets & gold.keys()), None)
    return {
        "hit@1": float(first == 1),
        "hit@5": float(first is not None and first <= 5),
        "recall@5": len(_found(ranked[:5], gold)) / len(gold),
        "recall@10": len(_found(ranked[:10], gold)) / len(gold),
        "MRR": 1 / first if first else 0.0,
        "nDCG@10": _ndcg(ranked[:_DEPTH], gold),
    }


def _found(ranked: Sequence[frozenset[str]], gold: Mapping[str, int]) -> set[str]:
    return {target for targets in ranked for target in targets if target in gold}


def _ndcg(ranked: Sequence[frozenset[str]], gold: Mapping[str, int]) -> float:
    """A target counts once, where it is first found: a second passage of the same page is no second find."""
    seen: set[str] = set()
    gain = 0.0
    for place, targets in enumerate(ranked):
        new = (targets & gold.keys()) - seen
        gain += sum(gold[target] for target in new) / math.log2(place + 2)
        seen |= new
    ideal = sorted(gold.values(), reverse=True)[:_DEPTH]
    best = sum(grade / math.log2(place + 2) for place, grade in enumerate(ideal))
    return min(gain / best, 1.0)


def interval(values: Sequence[float], *, seed: int = 0) -> tuple[float, float]:
    """The 95 % bootstrap interval of a mean: drawn again from the same values, with a fixed seed."""
    sample = np.asarray(values, dtype=float)
    rng = np.random.default_rng(seed)
    means = sample[rng.integers(0, len(sample), (_RESAMPLES, len(sample)))].mean(axis=1)
    low, high = np.percentile(means, [(100 - _LEVEL) / 2, (100 + _LEVEL) / 2])
    return float(low), float(high)

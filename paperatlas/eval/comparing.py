"""Two runs over the same questions: what differs, by how much, and whether chance would do as well."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from paperatlas.core.errors import BadSetting
from paperatlas.eval.markdown import number, table
from paperatlas.eval.measures import SHARES
from paperatlas.eval.record import Record, Scored
from paperatlas.eval.summing import SIZES

__all__ = ["Comparison", "Difference", "Split", "compare", "comparison_json", "comparison_markdown", "mcnemar"]

_RESAMPLES, _DRAWS = 1000, 10_000
"""For intervals, and for p, which is compared with small numbers."""
_ALPHA = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A figure in both runs, over the questions that have it in both."""

    name: str
    n: int
    before: float
    after: float
    low: float
    high: float
    """95 % bootstrap interval of the difference; questions are drawn, each with both its values."""
    p: float
    """How often as large a difference comes about when the two runs' names are swapped at random, question by question."""

    @property
    def is_significant(self) -> bool:
        return self.p < _ALPHA


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A question that one run answers rightly and the other does not."""

    id: str
    question: str
    better: str
    """"A" or "B"."""
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """All of it."""

    shared: int
    only_before: int
    only_after: int
    failed: int
    """Questions of both that failed in at least one, so nothing is said of them."""
    differences: tuple[Difference, ...]
    splits: tuple[Split, ...]
    mcnemar: float
    """Exact p of as uneven a split of right and wrong."""


def compare(before: Record, after: Record) -> Comparison:
    """Paired by question.

    Raises:
        BadSetting: they have no question in common.
    """
    ids = [{item.id: item for item in record.items} for record in (before, after)]
    # Sets that were made anew have the same ids for other questions.
    shared = [id_ for id_, item in ids[0].items() if id_ in ids[1] and item.question == ids[1][id_].question]
    if not shared:
        raise BadSetting("The two runs have no question in common.", hint="Compare runs of one question file.")
    pairs = [
        (one, other)
        for one, other in ((ids[0][id_], ids[1][id_]) for id_ in shared)
        if isinstance(one, Scored) and isinstance(other, Scored)
    ]
    splits = tuple(_split(one, other) for one, other in pairs if None not in (one.ok, other.ok) and one.ok != other.ok)
    return Comparison(
        shared=len(shared),
        only_before=len(ids[0]) - len(shared),
        only_after=len(ids[1]) - len(shared),
        failed=len(shared) - len(pairs),
        differences=tuple(_differences(pairs)),
        splits=splits,
        mcnemar=mcnemar(sum(split.better == "A" for split in splits), sum(split.better == "B" for split in splits)),
    )


def mcnemar(one: int, other: int) -> float:
    """The exact, two-sided p of a split as uneven as this one between two that are equally good."""
    n = one + other
    tail = sum(math.comb(n, k) for k in range(min(one, other) + 1))
    return min(1.0, 2 * tail / (1 << n))


def _split(one: Scored, other: Scored) -> Split:
    return Split(id=one.id, question=one.question, better="A" if one.ok else "B", before=one.answer, after=other.answer)


def _differences(pairs: Sequence[tuple[Scored, Scored]]) -> list[Difference]:
    found = []
    for name in SHARES:
        both = [(one.scores[name], other.scores[name]) for one, other in pairs if name in one.scores and name in other.scores]
        if both:
            found.append(_difference(name, np.asarray([[a.got / a.of, b.got / b.of] for a, b in both])))
    for name, (_, value, _) in SIZES.items():
        if pairs and name != "seconds_p95":
            # A question has one duration; what is compared is its mean.
            each = "seconds" if name == "seconds_p50" else name
            found.append(_difference(each, np.asarray([[value(one), value(other)] for one, other in pairs], dtype=float)))
    return found


def _difference(name: str, values: npt.NDArray[np.float64]) -> Difference:
    gained = values[:, 1] - values[:, 0]
    rng = np.random.default_rng(0)
    drawn = gained[rng.integers(0, len(gained), (_RESAMPLES, len(gained)))].mean(axis=1)
    low, high = np.percentile(drawn, (2.5, 97.5))
    before, after = values.mean(axis=0)
    return Difference(
        name=name,
        n=len(values),
        before=float(before),
        after=float(after),
        low=float(low),
        high=float(high),
        p=_swapped(gained, rng),
    )


def _swapped(gained: npt.NDArray[np.float64], rng: np.random.Generator) -> float:
    """The permutation test of paired values: under no difference each gain might as well be a loss."""
    if not gained.any():
        return 1.0
    signs = rng.choice((-1.0, 1.0), size=(_DRAWS, len(gained)))
    # Sums of the same numbers in another order differ in the last bits.
    as_large = np.abs(signs @ gained) >= abs(gained.sum()) - 1e-9
    return float((as_large.sum() + 1) / (_DRAWS + 1))


def comparison_json(found: Comparison) -> dict[str, Any]:
    """As JSON."""
    return {
        "shared": found.shared,
        "only_a": found.only_before,
        "only_b": found.only_after,
        "failed": found.failed,
        "mcnemar_p": round(found.mcnemar, 5),
        "differences": [
            {
                "name": each.name,
                "n": each.n,
                "a": round(each.before, 4),
                "b": round(each.after, 4),
                "difference": round(each.after - each.before, 4),
                "low": round(each.low, 4),
                "high": round(each.high, 4),
                "p": round(each.p, 5),
                "significant": each.is_significant,
            }
            for each in found.differences
        ],
        "questions": [
            {"id": each.id, "question": each.question, "right_in": each.better, "a": each.before, "b": each.after}
            for each in found.splits
        ],
    }


def comparison_markdown(found: Comparison) -> str:
    """Counts, figures, and the questions that only one answers rightly, side by side."""
    counted = (
        f"{found.shared} questions in both, {found.failed} of them failed in one; {found.only_before} only in A,"
        f" {found.only_after} only in B."
    )
    rows = [
        (
            each.name,
            number(each.before),
            number(each.after),
            f"{each.after - each.before:+.3f}",
            f"{each.low:+.3f} to {each.high:+.3f}",
            f"{each.p:.4f}" + (" *" if each.is_significant else ""),
            str(each.n),
        )
        for each in found.differences
    ]
    better = [sum(split.better == name for split in found.splits) for name in "AB"]
    tested = f"Right only in A {better[0]}, only in B {better[1]}; McNemar's exact p = {found.mcnemar:.4f}."
    side = [(split.id, split.question, split.better, split.before, split.after) for split in found.splits]
    parts = [counted, table(("figure", "A", "B", "B - A", "95 %", "p", "n"), rows), tested]
    return "\n\n".join([*parts, table(("id", "question", "right in", "A", "B"), side)] if side else parts)

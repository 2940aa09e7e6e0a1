"""Fails when quality has fallen by more than chance, on a small fixed subset that takes less than a minute.

    python -m benchmarks.gate [--explain]      compare with benchmarks/gate_baseline.json; exit 1 when a measure has fallen
    python -m benchmarks.gate --write          measure the noise, and make this state of the program the baseline

The same program gives the same scores, so every difference from the baseline is of a change. What is asked is whether the
change made it worse, or moved items up and down as any change does:

- The noise of order was measured by reading the papers and putting the questions in three other orders (`--write` does it). The
  widest difference of a measure's mean from that of the usual order is its `noise`, mostly 0.
- The noise of the items that happen to be in the subset is measured at every run: the losses, item by item, are drawn again
  2,000 times. A measure has fallen when 97.5 % of the draws lose more than `noise`. Of 84 questions, four lost and none won is
  such a fall, three are not yet; and losses add up, since the baseline stays.

An item that is not measured any more is a fault of the gate, not of quality, and fails too. A baseline is written anew only
with a reason that its commit gives.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.bench import current_commit
from benchmarks.gate_subset import DIGITS, Scores, measured
from benchmarks.records import ROOT

BASELINE = ROOT / "benchmarks" / "gate_baseline.json"
ORDERS = 3
DRAWS = 2000
LOW = 2.5
"""Per cent of the draws that may lose less than the noise where a measure has fallen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    commit: str
    noise: Mapping[str, float]
    """By measure: how far the mean moved when only the order of papers and questions was another."""
    scores: Mapping[str, Scores]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What became of one measure."""

    measure: str
    before: float
    after: float
    least_loss: float
    """That 97.5 % of the draws exceed."""
    noise: float
    missing: int
    """Items of the baseline that were not measured at all: one that is now refused has no quotes to judge, but is judged right or
    wrong; or all, where the measure has none left.
    """

    @property
    def has_fallen(self) -> bool:
        return self.missing > 0 or self.least_loss > self.noise


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--explain", action="store_true", help="print every item whose score is another one")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="paperatlas-gate-", ignore_cleanup_errors=True) as work:
        now = measured(Path(work))
        if options.write:
            orders = [measured(Path(work), seed) for seed in range(1, ORDERS + 1)]
            write(Baseline(commit=current_commit(), noise=noise_of(now, orders), scores=now))
    baseline = read()
    findings = judge(baseline, now)
    print(f"{'measure':28s}{'items':>6s}{'baseline':>10s}{'now':>8s}{'least loss':>12s}{'noise':>8s}")
    for each in findings:
        verdict = "FALLEN" if each.has_fallen else ""
        print(
            f"{each.measure:28s}{len(baseline.scores[each.measure]):6d}{each.before:10.3f}{each.after:8.3f}"
            f"{each.least_loss:12.3f}{each.noise:8.3f}  {verdict}"
        )
    if options.explain:
        print("\n".join(changes(baseline, now)))
    fallen = [each.measure for each in findings if each.has_fallen]
    print(f"gate: {'FALLEN: ' + ', '.join(fallen) if fallen else 'held'} (baseline of {baseline.commit})")
    sys.exit(bool(fallen))


def judge(baseline: Baseline, now: Mapping[str, Scores]) -> list[Finding]:
    """Of every measure of the baseline."""
    measured: dict[str, set[str]] = {}
    for name, scores in now.items():
        measured.setdefault(_family(name), set()).update(scores)
    return [
        _finding(
            name, scores, now.get(name, {}), noise=baseline.noise.get(name, 0.0), measured=measured.get(_family(name), set())
        )
        for name, scores in baseline.scores.items()
    ]


def _family(measure: str) -> str:
    """What is measured of the same items: "answers" of "answers: right"."""
    return measure.partition(":")[0]


def _finding(measure: str, before: Scores, after: Scores, *, noise: float, measured: AbstractSet[str]) -> Finding:
    shared = [item for item in before if item in after]
    gone = [item for item in before if item not in (measured if shared else after)]
    losses = np.array([before[item] - after[item] for item in shared])
    return Finding(
        measure=measure,
        before=_mean(before),
        after=_mean(after),
        least_loss=least_loss(losses) if shared else 0.0,
        noise=noise,
        missing=len(gone),
    )


def least_loss(losses: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> float:
    """That the mean of the losses exceeds in 97.5 % of the draws, with a fixed seed."""
    places = np.random.default_rng(0).integers(0, len(losses), (DRAWS, len(losses)))
    return float(np.percentile(losses[places].mean(axis=1), LOW))


def noise_of(usual: Mapping[str, Scores], orders: list[dict[str, Scores]]) -> dict[str, float]:
    """By measure; what knows no order has none."""
    return {
        name: max((abs(_mean(order[name]) - _mean(scores)) for order in orders if name in order), default=0.0)
        for name, scores in usual.items()
    }


def changes(baseline: Baseline, now: Mapping[str, Scores]) -> list[str]:
    return [
        f"{measure}: {item} {before:.2f} -> {now[measure][item]:.2f}"
        for measure, scores in baseline.scores.items()
        for item, before in scores.items()
        if item in now.get(measure, {}) and now[measure][item] != before
    ]


def _mean(scores: Scores) -> float:
    return sum(scores.values()) / len(scores) if scores else 0.0


def read(file: Path = BASELINE) -> Baseline:
    return Baseline(**json.loads(file.read_text(encoding="utf-8")))


def write(baseline: Baseline, file: Path = BASELINE) -> None:
    """A line a measure, so that a change of the baseline can be read."""
    scores = ",\n".join(f"  {json.dumps(name)}: {json.dumps(items)}" for name, items in baseline.scores.items())
    noise = json.dumps({name: round(value, DIGITS) for name, value in baseline.noise.items()})
    file.write_text(
        f'{{\n "commit": {json.dumps(baseline.commit)},\n "noise": {noise},\n "scores": {{\n{scores}\n }}\n}}\n', encoding="utf-8"
    )


if __name__ == "__main__":
    main()

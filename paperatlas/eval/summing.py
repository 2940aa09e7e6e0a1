"""From items to the figures of a run, overall and by kind of question."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from paperatlas.eval.agreement import agreement, agreement_json
from paperatlas.eval.confidence import RiskAt, risk_coverage
from paperatlas.eval.figures import Figure
from paperatlas.eval.measures import SHARES
from paperatlas.eval.ragas import ragas_json
from paperatlas.eval.record import FORMAT, Record, Scored, item_row
from paperatlas.eval.statistics import area_figure, mean_figure, median_figure, risk_figure, share_figure, tail_figure

__all__ = ["RANKINGS", "SIZES", "curve", "figures", "kinds", "run_json"]

_DIGITS = 4
SIZES: Mapping[str, tuple[str, Callable[[Scored], float], Callable[[Sequence[float]], Figure | None]]] = {
    "answer_characters": ("length of what is answered", lambda item: len(item.answer), mean_figure),
    "seconds_p50": ("half of the questions take no longer", lambda item: item.seconds, median_figure),
    "seconds_p95": ("19 of 20 take no longer", lambda item: item.seconds, tail_figure),
    "llm_calls": ("calls of the language model a question", lambda item: item.calls, mean_figure),
    "llm_tokens": ("tokens a question", lambda item: item.tokens, mean_figure),
    "cost_usd": ("dollars a question", lambda item: item.cost_usd, mean_figure),
}
RANKINGS = {
    "auroc_answerable": "chance that an answerable question has more confidence than an unanswerable one",
    "auroc_right": "chance that a question answered rightly has more confidence than any other",
    "risk_area": "mean share of wrong answers over all coverages; lower is better",
}


def figures(items: Sequence[Scored]) -> dict[str, Figure]:
    """All figures that these items have."""
    found: dict[str, Figure | None] = {
        name: share_figure([item.scores[name] for item in items if name in item.scores]) for name in SHARES
    }
    for name, (_, value, of) in SIZES.items():
        chosen = [item for item in items if item.status != "abstained"] if name == "answer_characters" else items
        found[name] = of([value(item) for item in chosen])
    found |= _rankings(items)
    return {name: figure for name, figure in found.items() if figure is not None}


def _rankings(items: Sequence[Scored]) -> dict[str, Figure | None]:
    """A refusal's confidence is that an answer could be given, so only what was answered can be right by it."""
    told = [item for item in items if item.ok is not None]
    sure = [item.confidence for item in told]
    right = [item.answerable and bool(item.ok) for item in told]
    return {
        "auroc_answerable": area_figure(sure, [item.answerable for item in told]),
        "auroc_right": area_figure(sure, right),
        "risk_area": risk_figure(sure, right),
    }


def curve(items: Sequence[Scored]) -> list[RiskAt]:
    """Risk by coverage over all questions, as if each had been answered: a refused one has no right answer."""
    told = [item for item in items if item.ok is not None]
    return risk_coverage([item.confidence for item in told], [item.answerable and bool(item.ok) for item in told])


def kinds(record: Record) -> list[str]:
    """The kinds of question there are, failed ones included."""
    return sorted({item.kind for item in record.items})


def run_json(record: Record) -> dict[str, Any]:
    """A run as the command prints and keeps it."""
    return {
        "format": FORMAT,
        "made": {name: getattr(record.made, name) for name in record.made.__slots__},
        **_counts(record, None),
        "by_kind": {kind: _counts(record, kind) for kind in kinds(record)},
        **({"judge": agreement_json(agreement(record))} if record.made.judge else {}),
        **({"ragas": ragas_json(record)} if record.made.ragas else {}),
        "risk_coverage": [[round(value, _DIGITS) for value in point] for point in curve(record.scored)],
        "items": [item_row(item) for item in record.items],
    }


def _counts(record: Record, kind: str | None) -> dict[str, Any]:
    items = [item for item in record.items if kind in (None, item.kind)]
    scored = [item for item in items if isinstance(item, Scored)]
    return {
        "n": len(items),
        "scored": len(scored),
        "failed": len(items) - len(scored),
        "metrics": {name: figure_json(figure) for name, figure in figures(scored).items()},
    }


def figure_json(figure: Figure) -> dict[str, float | int]:
    """A figure as JSON."""
    rounded = {name: round(getattr(figure, name), _DIGITS) for name in ("value", "low", "high")}
    return {**rounded, "n": figure.n}

"""Runs as Markdown tables."""

from collections.abc import Sequence
from pathlib import Path

from paperatlas.eval.agreement import agreement, agreement_text
from paperatlas.eval.figures import Figure
from paperatlas.eval.measures import SHARES
from paperatlas.eval.ragas import ragas_text
from paperatlas.eval.record import Record, Scored
from paperatlas.eval.summing import RANKINGS, SIZES, figures, kinds

__all__ = ["history_markdown", "run_markdown", "table"]

MEANINGS = {**SHARES, **RANKINGS, **{name: meaning for name, (meaning, _, _) in SIZES.items()}}
BY_KIND = ("right", "accuracy", "token_f1", "page_hit", "citation_precision", "abstention_recall")
"""The shares that are shown for each kind; the file of the run has all."""
_SHOWN_FAILURES = 20


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; what stands in cells cannot break out of them."""
    lines = [" | ".join(head), "|".join("---" for _ in head), *(" | ".join(map(_cell, row)) for row in rows)]
    return "\n".join(f"| {line} |" if "---" not in line else f"|{line}|" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def number(value: float, *, money: bool = False) -> str:
    """Three digits behind the point of a share, fewer of what is larger."""
    if money:
        return f"{value:.4f}"
    return f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"


def run_markdown(record: Record) -> str:
    """Counts, figures, figures by kind, failures."""
    made = record.made
    title = f"{made.questions}, {made.config}, {made.scope}"
    counted = f"{len(record.items)} questions, {len(record.scored)} scored, {len(record.failed)} failed."
    found = figures(record.scored)
    head = ("figure", "value", "95 %", "n", "")
    rows = [(name, *_shown(name, figure), str(figure.n), MEANINGS[name]) for name, figure in found.items()]
    parts = [f"## {title}", counted, table(head, rows), _by_kind(record)]
    if made.judge:
        parts.append(agreement_text(agreement(record)))
    if made.ragas:
        parts.append(_cell(ragas_text(record)))
    if record.failed:
        failed = [f"- {item.id}: {item.code}, {_cell(item.message)}" for item in record.failed[:_SHOWN_FAILURES]]
        parts += ["Failed, and in no figure:", "\n".join(failed)]
    return "\n\n".join(parts)


def _shown(name: str, figure: Figure) -> tuple[str, str]:
    money = name == "cost_usd"
    return number(figure.value, money=money), f"{number(figure.low, money=money)} to {number(figure.high, money=money)}"


def _by_kind(record: Record) -> str:
    rows = []
    for kind in kinds(record):
        items = [item for item in record.items if item.kind == kind]
        scored = [item for item in items if isinstance(item, Scored)]
        found = figures(scored)
        values = (number(found[name].value) if name in found else "" for name in BY_KIND)
        rows.append((kind, str(len(scored)), str(len(items) - len(scored)), *values))
    return table(("kind", "scored", "failed", *BY_KIND), rows)


HISTORY = ("right", "accuracy", "page_hit", "quote_validity", "abstention_recall", "auroc_answerable", "seconds_p50")


def history_markdown(runs: Sequence[tuple[Path, Record]]) -> str:
    """A row a run, the oldest first."""
    rows = []
    for path, record in runs:
        found, made = figures(record.scored), record.made
        values = (number(found[name].value) if name in found else "" for name in HISTORY)
        counts = (str(len(record.scored)), str(len(record.failed)))
        rows.append((made.started, made.questions, made.config, made.scope, *counts, *values, path.stem))
    return table(("when", "questions", "config", "scope", "scored", "failed", *HISTORY, "run"), rows)

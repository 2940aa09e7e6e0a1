"""The rows of a grid as a Markdown table, as JSON, and as a chart that needs nothing but a browser."""

from collections.abc import Sequence
from html import escape
from typing import Any

from paperatlas.eval.ranking import METRICS
from paperatlas.eval.retrieval_grid import Row

__all__ = ["as_chart", "as_json", "as_markdown"]

_BAR, _GAP, _LABEL, _WIDTH = 18, 8, 330, 420
"""Height of a bar, space between bars, room for names and for bars, in pixels."""


def as_json(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """One object a row; each figure with its 95 % interval."""
    return [
        {
            "chunking": row.combination.chunking,
            "embedder": row.combination.embedder,
            "mode": row.combination.mode,
            "reranker": row.combination.reranker,
            "scored": row.n,
            "failed": row.failed,
            "chunks": row.chunks,
            "metrics": {
                name: {"value": round(f.value, 4), "low": round(f.low, 4), "high": round(f.high, 4), "n": row.n}
                for name, f in row.figures.items()
            },
            "p50_ms": round(row.p50, 2),
        }
        for row in rows
    ]


def as_markdown(rows: Sequence[Row]) -> str:
    """The best value of each column in bold; intervals for the first metric of the order, hit@5."""
    best = {name: max((row.figures[name].value for row in rows), default=0.0) for name in METRICS}
    head = ["chunking", "embedder", "mode", "reranker", "chunks", *METRICS, "hit@5, 95 %", "p50 ms", "scored", "failed"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in rows:
        combination, sure = row.combination, row.figures["hit@5"]
        values = [
            f"**{row.figures[name].value:.3f}**" if row.figures[name].value == best[name] else f"{row.figures[name].value:.3f}"
            for name in METRICS
        ]
        cells = [
            combination.chunking, combination.embedder, combination.mode, combination.reranker, str(row.chunks),
            *values, f"{sure.low:.2f} to {sure.high:.2f}", f"{row.p50:.1f}", str(row.n), str(row.failed),
        ]  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def as_chart(rows: Sequence[Row], metric: str = "hit@5") -> str:
    """Bars of one metric with their 95 % intervals, as SVG."""
    height = (_BAR + _GAP) * len(rows) + 40
    bars = "".join(_bar(row, metric, 30 + at * (_BAR + _GAP)) for at, row in enumerate(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LABEL + _WIDTH + 70}" height="{height}" role="img"'
        f' font-family="system-ui, sans-serif" font-size="12"><title>{escape(metric)} by combination</title>'
        f'<text x="{_LABEL}" y="18" fill="#444">{escape(metric)}, bars are 95 % intervals</text>{bars}</svg>'
    )


def _bar(row: Row, metric: str, top: int) -> str:
    figure, middle = row.figures[metric], top + _BAR / 2
    low, high = _LABEL + _WIDTH * figure.low, _LABEL + _WIDTH * figure.high
    return (
        f'<text x="{_LABEL - 8}" y="{middle + 4:.0f}" text-anchor="end" fill="#222">{escape(row.combination.label)}</text>'
        f'<rect x="{_LABEL}" y="{top}" width="{_WIDTH * figure.value:.1f}" height="{_BAR}" fill="#4C78A8" rx="2"/>'
        f'<path d="M{low:.1f} {middle:.1f}H{high:.1f}" stroke="#222" stroke-width="1.5"/>'
        f'<text x="{_LABEL + _WIDTH + 8}" y="{middle + 4:.0f}" fill="#222">{figure.value:.3f}</text>'
    )

"""Charts as SVG that stands in a page by itself; colours are the page's."""

from collections.abc import Mapping, Sequence
from html import escape

from paperatlas.eval.confidence import RiskAt
from paperatlas.eval.figures import Figure

__all__ = ["bars", "risk_chart"]

_WIDTH, _HEIGHT, _MARGIN = 420, 260, 46
_BAR, _GAP, _NAMES, _ROOM = 18, 8, 170, 320
_LETTER = 'font-family="system-ui, sans-serif" font-size="12"'


def bars(figures: Mapping[str, Figure], title: str) -> str:
    """A bar a name from 0 to 1, with its interval and what it rests on."""
    height = (_BAR + _GAP) * len(figures) + 30
    drawn = "".join(_bar(name, figure, 26 + at * (_BAR + _GAP)) for at, (name, figure) in enumerate(figures.items()))
    return _svg(_NAMES + _ROOM + 110, height, title, f'<text x="{_NAMES}" y="16" class="ink">{escape(title)}</text>{drawn}')


def _bar(name: str, figure: Figure, top: int) -> str:
    middle = top + _BAR / 2
    low, high = (_NAMES + _ROOM * min(max(bound, 0.0), 1.0) for bound in (figure.low, figure.high))
    return (
        f'<text x="{_NAMES - 8}" y="{middle + 4:.1f}" text-anchor="end" class="ink">{escape(name)}</text>'
        f'<rect x="{_NAMES}" y="{top}" width="{_ROOM * max(figure.value, 0.0):.1f}" height="{_BAR}" class="bar" rx="2"/>'
        f'<path d="M{low:.1f} {middle:.1f}H{high:.1f}" class="line"/>'
        f'<text x="{_NAMES + _ROOM + 8}" y="{middle + 4:.1f}" class="ink">{figure.value:.3f} (n={figure.n})</text>'
    )


def risk_chart(points: Sequence[RiskAt]) -> str:
    """Risk over coverage: when only the surest questions are answered, how many of the answers are wrong."""
    wide, high = _WIDTH - 2 * _MARGIN, _HEIGHT - 2 * _MARGIN

    def at(point: RiskAt) -> str:
        return f"{_MARGIN + wide * point.coverage:.1f} {_MARGIN + high * (1 - point.risk):.1f}"

    path = "L".join(map(at, points))
    axes = f"M{_MARGIN} {_MARGIN}V{_MARGIN + high}H{_MARGIN + wide}"
    ticks = "".join(
        f'<text x="{_MARGIN + wide * share:.0f}" y="{_MARGIN + high + 16}" text-anchor="middle" class="ink">{share:.0%}</text>'
        f'<text x="{_MARGIN - 6}" y="{_MARGIN + high * (1 - share) + 4:.0f}" text-anchor="end" class="ink">{share:.0%}</text>'
        for share in (0.0, 0.5, 1.0)
    )
    words = (
        f'<text x="{_MARGIN}" y="{_MARGIN - 18}" class="ink">wrong among the answered</text>'
        f'<text x="{_MARGIN + wide}" y="{_HEIGHT - 8}" text-anchor="end" class="ink">answered, the surest first</text>'
    )
    return _svg(
        _WIDTH, _HEIGHT, "risk by coverage", f'<path d="{axes}" class="axis"/>{ticks}{words}<path d="M{path}" class="curve"/>'
    )


def _svg(width: int, height: int, title: str, inner: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" {_LETTER}>'
        f"<title>{escape(title)}</title>{inner}</svg>"
    )

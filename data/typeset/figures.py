"""Vector figures of the sample papers."""

from reportlab.graphics.shapes import Circle, Drawing, Line, Polygon, PolyLine, Rect, String
from reportlab.lib.colors import black, grey, whitesmoke

from typeset.source import Figure

__all__ = ["draw"]

_SIZE = 7.5
"""Points of the lettering: a size smaller than the caption's, as journals ask for."""


def draw(figure: Figure, width: float) -> Drawing:
    """The figure, `width` points wide."""
    return _boxes(figure.lines, width) if figure.kind == "boxes" else _plot(figure, width)


def _boxes(lines: tuple[str, ...], width: float) -> Drawing:
    """A chain of boxes from top to bottom, each row of the source one box: a name, then what it puts out."""
    height, gap = 19.0, 11.0
    drawing = Drawing(width, len(lines) * (height + gap) - gap + 4)
    left, box = 0.2 * width, 0.6 * width
    for index, line in enumerate(lines):
        top = drawing.height - 2 - index * (height + gap)
        drawing.add(Rect(left, top - height, box, height, fillColor=whitesmoke, strokeColor=black, strokeWidth=0.6))
        drawing.add(String(width / 2, top - height / 2 - 2.5, line, fontSize=_SIZE, fontName="Helvetica", textAnchor="middle"))
        if index:
            x = width / 2
            drawing.add(Line(x, top + gap, x, top + 3, strokeWidth=0.6))
            drawing.add(Polygon([x, top, x - 2.5, top + 4, x + 2.5, top + 4], fillColor=black, strokeColor=None))
    return drawing


def _plot(figure: Figure, width: float) -> Drawing:
    """A line through points, with ticks at the points and at five heights."""
    points = [(float(x), float(y)) for x, y in (line.split() for line in figure.lines)]
    drawing = Drawing(width, 130)
    left, bottom, right, top = 34.0, 28.0, width - 10, 124.0
    low, high = points[0][0], points[-1][0]
    peak = max(y for _, y in points) * 1.1
    place = [(left + (x - low) / (high - low) * (right - left - 10) + 5, bottom + y / peak * (top - bottom)) for x, y in points]
    drawing.add(Line(left, bottom, right, bottom, strokeWidth=0.6))
    drawing.add(Line(left, bottom, left, top, strokeWidth=0.6))
    for (x, _), (at, _) in zip(points, place, strict=True):
        drawing.add(Line(at, bottom, at, bottom - 3, strokeWidth=0.6))
        drawing.add(String(at, bottom - 11, f"{x:g}", fontSize=_SIZE, fontName="Helvetica", textAnchor="middle"))
    for step in range(5):
        y = bottom + step / 4 * (top - bottom)
        drawing.add(Line(left - 3, y, left, y, strokeWidth=0.6))
        drawing.add(Line(left, y, right, y, strokeWidth=0.2, strokeColor=grey))
        drawing.add(String(left - 5, y - 2.5, f"{step / 4 * peak:.1f}", fontSize=_SIZE, fontName="Helvetica", textAnchor="end"))
    drawing.add(PolyLine([coordinate for point in place for coordinate in point], strokeWidth=1.1))
    for x, y in place:
        drawing.add(Circle(x, y, 2.2, fillColor=black, strokeColor=None))
    x_axis, y_axis = figure.axes
    drawing.add(String((left + right) / 2, 4, x_axis, fontSize=_SIZE, fontName="Helvetica", textAnchor="middle"))
    drawing.add(String(left + 4, top - 4, y_axis, fontSize=_SIZE, fontName="Helvetica"))
    return drawing

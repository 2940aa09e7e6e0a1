"""The drawn things of a page of PDFium: boxes of its paths and images, those inside forms too."""

import ctypes
from collections.abc import Iterator
from typing import Any, TypeAlias

import pypdfium2.raw as pdfium

from paperatlas.pipeline.layout import Rect
from paperatlas.pipeline.readers.pdfium_frame import Frame

__all__ = ["drawn"]

_Matrix: TypeAlias = tuple[float, float, float, float, float, float]

_IDENTITY: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_DEEPEST = 12
"""Forms in forms: drawing programs nest a few, files made to harm may nest without end."""
_PARTED = 80
"""Segments of a path up to which its parts are told from each other: a table's rules are often drawn as one path."""


def drawn(page: Any, frame: Frame) -> tuple[list[Rect], list[Rect]]:
    """The boxes of paths and of images that lie on the page, in the order in which they are drawn."""
    paths: list[Rect] = []
    images: list[Rect] = []
    for kind, thing, matrix, clip in _objects(page, _IDENTITY, None, 0):
        boxes = _parts(thing) if kind == pdfium.FPDF_PAGEOBJ_PATH else [_bounds(thing)]
        for box in filter(None, boxes):
            rect = _clipped(frame.rect(*_mapped(box, matrix)), frame.rect(*clip) if clip else None)
            shown = frame.within(rect) if rect else None
            if shown:
                (paths if kind == pdfium.FPDF_PAGEOBJ_PATH else images).append(shown)
    return paths, images


def _objects(holder: Any, matrix: _Matrix, clip: Rect | None, depth: int) -> Iterator[tuple[int, Any, _Matrix, Rect | None]]:
    in_form = depth > 0
    count = pdfium.FPDFFormObj_CountObjects(holder) if in_form else pdfium.FPDFPage_CountObjects(holder)
    for index in range(max(0, count)):
        thing = pdfium.FPDFFormObj_GetObject(holder, index) if in_form else pdfium.FPDFPage_GetObject(holder, index)
        kind = pdfium.FPDFPageObj_GetType(thing)
        if kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
            own = pdfium.FS_MATRIX()
            pdfium.FPDFPageObj_GetMatrix(thing, own)
            bounds = _bounds(thing)
            within = _mapped(bounds, matrix) if bounds else None
            placed = _times((own.a, own.b, own.c, own.d, own.e, own.f), matrix)
            yield from _objects(thing, placed, _clipped(within, clip) if within else clip, depth + 1)
        elif kind in (pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING):
            shown = _mapped(limits, matrix) if (limits := _clip(thing)) else None
            yield kind, thing, matrix, _clipped(shown, clip) if shown else clip


def _bounds(thing: Any) -> Rect | None:
    corners = [ctypes.c_float() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetBounds(thing, *corners):
        return None
    left, bottom, right, top = (corner.value for corner in corners)
    return left, bottom, right, top


def _parts(path: Any) -> list[Rect | None]:
    """The boxes of a path's parts, with half the width of their stroke around; one box for a path of many segments."""
    count = pdfium.FPDFPath_CountSegments(path)
    if not 1 < count <= _PARTED:
        return [_bounds(path)]
    parts: list[list[tuple[float, float]]] = []
    x, y = ctypes.c_float(), ctypes.c_float()
    for index in range(count):
        segment = pdfium.FPDFPath_GetPathSegment(path, index)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        if not parts or pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO:
            parts.append([])
        parts[-1].append((x.value, y.value))
    own, around = pdfium.FS_MATRIX(), _half_stroke(path)
    pdfium.FPDFPageObj_GetMatrix(path, own)
    matrix = own.a, own.b, own.c, own.d, own.e, own.f
    found: list[Rect | None] = []
    for part in parts:
        xs, ys = [x for x, _ in part], [y for _, y in part]
        if len(part) > 1:
            found.append(_mapped((min(xs) - around, min(ys) - around, max(xs) + around, max(ys) + around), matrix))
    return found


def _half_stroke(path: Any) -> float:
    """PDFium's own bounds take the whole width on either side, which makes rules look like bars."""
    fill, stroke, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
    if pdfium.FPDFPath_GetDrawMode(path, fill, stroke) and stroke.value:
        pdfium.FPDFPageObj_GetStrokeWidth(path, width)
    return width.value / 2


def _clip(thing: Any) -> Rect | None:
    """The box of the paths that an object is cut to."""
    clip = pdfium.FPDFPageObj_GetClipPath(thing)
    found: Rect | None = None
    x, y = ctypes.c_float(), ctypes.c_float()
    for index in range(max(0, pdfium.FPDFClipPath_CountPaths(clip)) if clip else 0):
        xs: list[float] = []
        ys: list[float] = []
        for segment in range(pdfium.FPDFClipPath_CountPathSegments(clip, index)):
            pdfium.FPDFPathSegment_GetPoint(pdfium.FPDFClipPath_GetPathSegment(clip, index, segment), x, y)
            xs.append(x.value)
            ys.append(y.value)
        if xs:
            found = _clipped((min(xs), min(ys), max(xs), max(ys)), found)
    return found


def _clipped(rect: Rect | None, clip: Rect | None) -> Rect | None:
    """What two boxes share; an empty box where they share nothing. None for a clip stands for no clip."""
    if rect is None or clip is None:
        return rect
    x0, y0, x1, y1 = max(rect[0], clip[0]), max(rect[1], clip[1]), min(rect[2], clip[2]), min(rect[3], clip[3])
    return (x0, y0, x1, y1) if x1 >= x0 and y1 >= y0 else (-1.0, -1.0, -1.0, -1.0)


def _mapped(box: Rect, matrix: _Matrix) -> Rect:
    a, b, c, d, e, f = matrix
    points = [(a * x + c * y + e, b * x + d * y + f) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _times(first: _Matrix, then: _Matrix) -> _Matrix:
    """First one matrix, then the other."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m

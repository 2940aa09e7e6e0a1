"""RapidOCR: PP-OCR's networks on onnxruntime, their weights inside the wheel. Reads Chinese and English alike."""

from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from paperatlas.pipeline.readers.ocr.failed import OcrFailed
from paperatlas.pipeline.readers.ocr.seen import Picture, SeenLine, SeenWord, TextSource

__all__ = ["RapidOcr", "has_rapidocr"]

_INK = 0.92
"""Of the height of its boxes: the font size. They stand a little off the ink."""
_BASELINE = 0.26
"""Of the height of its boxes: how far the baseline stands above the lower edge."""
_UPRIGHT = 1.5
"""Times as high as wide: text that does not run to the right."""
_LONGEST = 2400
"""Pixels of the longer side: A4 at 200 dots an inch. It would shrink the picture to 2000, where indices vanish."""


def has_rapidocr() -> bool:
    return find_spec("rapidocr") is not None


class RapidOcr:
    """`Ocr` by the networks of the wheel; loaded with the first picture, which takes a second."""

    name = "rapidocr"
    source: TextSource = "ocr"

    def read(self, picture: Picture) -> tuple[SeenLine, ...]:
        """Raises OcrFailed."""
        try:
            seen = self._engine(picture.png)
        except Exception as error:  # the library raises bare exceptions of its own for pictures it cannot take
            raise OcrFailed(f"rapidocr failed: {error}") from error
        if seen.boxes is None:
            return ()
        return tuple(_line(box, words) for box, words in zip(seen.boxes, seen.word_results, strict=True) if words)

    @cached_property
    def _engine(self) -> Any:
        package: Any = import_module("rapidocr")
        return package.RapidOCR(
            params={
                "Global.log_level": "critical",  # it writes of every empty page
                "Global.max_side_len": _LONGEST,
                "Global.return_word_box": True,
                "EngineConfig.onnxruntime.intra_op_num_threads": 1,  # pages are read beside each other instead
            }
        )


def _line(box: Any, words: Any) -> SeenLine:
    xs, ys = [float(x) for x, _ in box], [float(y) for _, y in box]
    # The middle of a skewed line: of its upper edge and of its lower one.
    top, bottom = (ys[0] + ys[1]) / 2, (ys[2] + ys[3]) / 2
    height = bottom - top
    return SeenLine(
        words=tuple(_word(text, sure, corners) for text, sure, corners in words if text.strip()),
        top=min(ys),
        bottom=max(ys),
        baseline=bottom - _BASELINE * height,
        size=_INK * height,
        level=max(ys) - min(ys) < _UPRIGHT * (max(xs) - min(xs)) or len(words) == 1,
    )


def _word(text: str, sure: float, corners: Any) -> SeenWord:
    xs = [float(x) for x, _ in corners]
    return SeenWord(text=text.strip(), x0=min(xs), x1=max(xs), sure=float(sure))

"""A vision model as a program that reads pictures: it gives text without places, so places are made up for it."""

from paperatlas.core.errors import ProviderError
from paperatlas.core.ports import PageReader
from paperatlas.pipeline.readers.ocr.failed import OcrFailed
from paperatlas.pipeline.readers.ocr.seen import Picture, SeenLine, SeenWord, TextSource

__all__ = ["VisionOcr"]

_MARGIN = 0.08
"""Of the page on every side, where no text is put."""
_LARGEST = 14.0
"""Points between lines at most, however few there are."""
_EM = 0.8
"""Of the distance of lines."""


class VisionOcr:
    """`Ocr` by a `PageReader`. Lines are spread over the page from top to bottom, as they would be printed in one column."""

    source: TextSource = "vision"

    def __init__(self, reader: PageReader) -> None:
        self.name = reader.name
        self._reader = reader

    def read(self, picture: Picture) -> tuple[SeenLine, ...]:
        """Raises OcrFailed."""
        try:
            lines = self._reader.transcribe(picture.png).strip().splitlines()
        except ProviderError as error:
            raise OcrFailed(error.message) from error
        width, height = picture.width * picture.scale, picture.height * picture.scale
        pitch = min(_LARGEST * picture.scale, (1 - 2 * _MARGIN) * height / max(1, len(lines)))
        letter = min(0.5 * _EM * pitch, (1 - 2 * _MARGIN) * width / max((len(line) for line in lines), default=1))
        return tuple(
            _line(line.split(), left=_MARGIN * width, top=_MARGIN * height + row * pitch, letter=letter, size=_EM * pitch)
            for row, line in enumerate(lines)
            if line.strip()
        )


def _line(words: list[str], *, left: float, top: float, letter: float, size: float) -> SeenLine:
    seen: list[SeenWord] = []
    x = left
    for word in words:
        seen.append(SeenWord(text=word, x0=x, x1=x + letter * len(word), sure=1.0))
        x += letter * (len(word) + 1)
    return SeenLine(words=tuple(seen), top=top, bottom=top + size, baseline=top + 0.8 * size, size=size)

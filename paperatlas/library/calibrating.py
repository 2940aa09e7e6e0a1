"""The confidence below which a library refuses: fitted to it on demand, and kept with it."""

from paperatlas.core.calibration import Calibration
from paperatlas.library.opened import Opened

__all__ = ["keep_threshold", "kept_threshold"]

_NAME = "refuse_below"


def kept_threshold(opened: Opened) -> float | None:
    """The library's own threshold; None where it was never calibrated, or by another embedder's scale."""
    kept, _, embedder = opened.catalog.meta(_NAME).partition(" ")
    return float(kept) if kept and embedder == opened.catalog.meta("embedder") else None


def keep_threshold(opened: Opened, calibration: Calibration) -> None:
    """For the questions to come. Confidences are on the scale of the embedder, so its name is kept too.

    Raises:
        LibraryLocked: another process is writing.
    """
    with opened.writing() as writer, writer.transaction():
        writer.note(_NAME, f"{calibration.threshold:.4f} {opened.catalog.meta('embedder')}")

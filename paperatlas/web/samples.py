"""The sample papers that come along, for a library that has none yet."""

from importlib import resources
from pathlib import Path

__all__ = ["sample_papers"]


def sample_papers() -> Path | None:
    """Their folder: inside an installed package, or of the checkout that it runs from; None where neither has them."""
    package = Path(str(resources.files("paperatlas")))
    for folder in (package / "samples", package.parent / "data" / "samples"):
        if folder.is_dir() and any(folder.iterdir()):
            return folder
    return None

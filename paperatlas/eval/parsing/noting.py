"""Facts about one file as they are noted, measure by measure."""

from collections import defaultdict

from paperatlas.eval.checked import f1
from paperatlas.eval.measures import Part

__all__ = ["Notes"]


class Notes:
    """What was right, and what was missed."""

    def __init__(self) -> None:
        self.scores: defaultdict[str, tuple[Part, ...]] = defaultdict(tuple)
        self.missed: list[str] = []

    def fact(self, name: str, *, right: bool, missed: str = "") -> None:
        """One fact that is right or not; `missed` says how it is not."""
        self.share(name, float(right))
        if missed and not right:
            self.missed.append(f"{name}: {missed}")

    def share(self, name: str, got: float, of: float = 1.0) -> None:
        """Some of something."""
        self.scores[name] += (Part(got, of),)

    def f1(self, name: str, *, right: float, given: float, wanted: float) -> None:
        """Precision and recall in one."""
        self.scores[name] += f1(right, given, wanted)

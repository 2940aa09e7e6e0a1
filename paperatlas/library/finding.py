"""A fault that a check found, and how to mend it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from paperatlas.core.reports import Fault

__all__ = ["FIX", "Finding", "finding"]

FIX = "`paperatlas doctor --fix`"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A fault with its repair."""

    fault: Fault
    repair: Callable[[], bool] | None = None
    """Mends it; false when that was not possible after all."""

    def treated(self, *, fix: bool) -> Fault:
        """The fault, mended if that is wanted and can be done."""
        return replace(self.fault, fixed=fix and self.repair is not None and self.repair())


def finding(code: str, message: str, remedy: str, repair: Callable[[], bool] | None = None) -> Finding:
    return Finding(fault=Fault(code=code, message=message, remedy=remedy), repair=repair)

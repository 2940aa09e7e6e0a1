"""Questions as they were worked on, kept to be looked at, played again and finished."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from paperatlas.core.asking import Asked

__all__ = ["RunRecord", "RunState"]

RunState: TypeAlias = Literal["answered", "failed", "stopped", "running", "cut"]
"""`stopped` by whoever asked, `cut` when its process ended in the midst of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """One question as it was asked, and what happened then."""

    id: str
    began: str
    """ISO 8601, UTC."""
    asked: Asked
    state: RunState
    events: tuple[Mapping[str, Any], ...] = ()
    """As JSON, in the form of `core.wire_events`; empty where only a glance was asked for."""
    resumes: str = ""
    """The run that this one took up."""

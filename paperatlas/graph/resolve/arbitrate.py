"""Doubts that are put to a model, once: what it says is kept as decisions, and never asked again.

Nothing depends on it. Without a model what is doubtful stays apart, and a person can decide it.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from paperatlas.core.deciding import Decision
from paperatlas.graph.resolve.doubts import Doubt
from paperatlas.graph.resolve.families import Family, family_of

__all__ = ["Arbiter", "arbitrate"]

Arbiter: TypeAlias = Callable[[Sequence[Doubt]], Sequence[bool | None]]
"""Of each doubt whether both names are of one thing; None where that cannot be told."""


def arbitrate(doubts: Sequence[Doubt], arbiter: Arbiter, *, model: str, most: int) -> tuple[Decision, ...]:
    """What is decided on the first `most` of `doubts`; resolving anew with it leaves those doubts out."""
    asked = doubts[:most]
    return tuple(
        Decision(verdict="merge" if same else "split", names=doubt.names, kind=_kind(doubt), by=f"llm:{model}")
        for doubt, same in zip(asked, arbiter(asked) if asked else (), strict=True)
        if same is not None
    )


def _kind(doubt: Doubt) -> str:
    """The one that says most: a decision about methods is none about people of that name."""
    return next((kind for kind in doubt.kinds if family_of(kind, "") is not Family.OPEN), "")

"""Pairs of names that rules leave open, for a measure of meaning or for a model to decide."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from paperatlas.core.knowledge import Member

__all__ = ["Doubt", "Similar"]

Similar: TypeAlias = Callable[[Sequence[tuple[str, str]]], Sequence[float]]
"""How near the meanings of each two names are, -1 to 1. Of one pair always the same, whatever others are asked with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """Two members whose names may be one."""

    left: Member
    right: Member
    names: tuple[str, str]
    kinds: tuple[str, str]
    why: str

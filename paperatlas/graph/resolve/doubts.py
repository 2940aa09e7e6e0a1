"""Pairs of names that rules leave open, for a person or a model to decide."""

from dataclasses import dataclass

from paperatlas.core.knowledge import Member

__all__ = ["Doubt"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """Two members whose names may be one."""

    left: Member
    right: Member
    names: tuple[str, str]
    kinds: tuple[str, str]
    why: str

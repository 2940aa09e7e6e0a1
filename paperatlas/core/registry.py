"""What those who register papers say of them. It fills what a paper does not say, and overwrites nothing.

A paper's own words can be shown and quoted, and a person's correction is meant: both stand before what is registered.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from paperatlas.core.corrections import FIELDS, Field
from paperatlas.core.listings import completed
from paperatlas.core.standing import Notice
from paperatlas.core.types import Metadata

__all__ = ["NOTHING_REGISTERED", "Registered", "RegisteredIn", "Registry", "filled_fields"]

RegisteredIn: TypeAlias = Literal["", "crossref", "doi"]
"""Crossref, or whoever else registered the DOI, as DataCite for arXiv."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered:
    """What a registry says of one work."""

    registry: RegisteredIn = ""
    """Empty where no registry knew the paper when it was asked."""
    doi: str = ""
    metadata: Metadata = Metadata()  # noqa: RUF009 - frozen
    notices: tuple[Notice, ...] = ()
    asked_at: str = ""
    """ISO 8601, UTC."""

    def applied(self, stated: Metadata) -> Metadata:
        """What a document states, and where it states nothing, what is registered."""
        return completed(stated, self.metadata)


NOTHING_REGISTERED = Registered()


def filled_fields(registered: Registered, stated: Metadata) -> tuple[Field, ...]:
    """The fields of a document that are known from the registry alone, corrections aside."""
    applied = registered.applied(stated)
    return tuple(name for name in FIELDS if getattr(applied, name) != getattr(stated, name))


class Registry(Protocol):
    """A registry of works."""

    def work(self, doi: str) -> Registered | None:
        """The work of a DOI; None where no registry knows it. Raises ProviderError, RateLimited, TimedOut, BadOutput."""
        ...

    def find(self, title: str, authors: Sequence[str], year: int | None) -> Registered | None:
        """The one work that has this title and one of these authors; None where none does beyond doubt. Raises as `work`."""
        ...

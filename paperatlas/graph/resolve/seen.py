"""The names that resolution works on: those of all documents, each once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import LocalEntity, Member
from paperatlas.graph.resolve.decided import Decided
from paperatlas.graph.resolve.families import Family, family_of
from paperatlas.graph.resolve.shapes import fullest

__all__ = ["Seen", "collapse"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What several documents say in the very same words. A name that half the library has is looked at once."""

    local: LocalEntity
    name: str
    """Its fullest form."""
    family: Family
    members: tuple[Member, ...]
    """Ordered."""
    apart: str = ""
    """Of a homonym that was kept apart by hand: what marks it."""
    own: DocumentId | None = None
    """Of a document's own work: the document. It is one with another's only for a reason."""

    @property
    def weight(self) -> int:
        return len(self.members)

    @property
    def first(self) -> Member:
        return self.members[0]


def collapse(members: Mapping[Member, LocalEntity], decided: Decided) -> list[Seen]:
    """In order of their first members."""
    same: dict[tuple[LocalEntity, str, DocumentId | None], list[Member]] = {}
    for member in sorted(members):
        local = members[member]
        own = member.document if member.number == 0 and local.kind == "work" else None
        same.setdefault((local, decided.mark(member, local), own), []).append(member)
    return [_seen(local, apart, own, held) for (local, apart, own), held in same.items()]


def _seen(local: LocalEntity, apart: str, own: DocumentId | None, members: Sequence[Member]) -> Seen:
    family = family_of(local.kind, local.name)
    name = fullest(local.name, local.forms, family)
    return Seen(local=local, name=name, family=family, members=tuple(members), apart=apart, own=own)

"""The names that resolution works on: those of all documents, each once."""

from collections.abc import Mapping
from dataclasses import dataclass

from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import LocalEntity, Member
from paperatlas.graph.resolve.decided import Decided

__all__ = ["Seen", "collapse"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What several documents say in the very same words. A name that half the library has is looked at once."""

    local: LocalEntity
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
    return [Seen(local=local, members=tuple(held), apart=apart, own=own) for (local, apart, own), held in same.items()]

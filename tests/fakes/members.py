"""Members of documents for resolution, from a few words each."""

from collections.abc import Mapping, Sequence

from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import LocalEntity, Member


def named(
    name: str,
    kind: str = "method",
    *forms: str,
    identifiers: Sequence[str] = (),
    context: Sequence[str] = (),
) -> LocalEntity:
    return LocalEntity(
        name=name, kind=kind, forms=tuple(sorted({name, *forms})), identifiers=tuple(identifiers), context=tuple(context)
    )


def document(number: int) -> DocumentId:
    return DocumentId(f"{number:032x}")


def each_by_itself(*locals_: LocalEntity) -> Mapping[Member, LocalEntity]:
    """Each in a document of its own, numbered from 1."""
    return {Member(document(at), 1): local for at, local in enumerate(locals_, 1)}

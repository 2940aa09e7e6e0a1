"""What the papers of a library have to do with each other, for notes that link to each other."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from paperatlas.core.graph_ports import Knowledge
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Catalog
from paperatlas.core.types import Document
from paperatlas.library.cited import cited_documents
from paperatlas.library.notes.note import Ties

__all__ = ["ties_between"]

_MOST_NEIGHBOURS = 12
_MOST_NAMES = 6
_RARE = 0.5
"""Of the papers: what more of them speak of ties none of them together. Of two papers, both may."""


def ties_between(catalog: Catalog, knowledge: Knowledge | None, notes: Mapping[DocumentId, str]) -> Mapping[DocumentId, Ties]:
    """Of each paper that has a note, by the names of notes."""
    documents = [document for document in catalog.documents() if document.id in notes]
    cites = {
        each.id: tuple(
            dict.fromkeys(cited.id for cited in cited_documents(catalog.parsed(each.id).references, documents).values())
        )
        for each in documents
    }
    cited_by: defaultdict[DocumentId, list[DocumentId]] = defaultdict(list)
    for citing, cited in cites.items():
        for each in cited:
            cited_by[each].append(citing)
    shared = _shared(documents, knowledge) if knowledge else {}

    def named(ids: Sequence[DocumentId], own: DocumentId) -> tuple[str, ...]:
        return tuple(notes[each] for each in ids if each != own)

    return {
        each.id: Ties(
            cites=named(cites[each.id], each.id),
            cited_by=named(cited_by[each.id], each.id),
            shares=tuple((notes[other], names) for other, names in shared.get(each.id, ())),
        )
        for each in documents
    }


def _shared(
    documents: Sequence[Document], knowledge: Knowledge
) -> Mapping[DocumentId, Sequence[tuple[DocumentId, tuple[str, ...]]]]:
    """For each paper those that speak of the same, with the names that fewest others have first."""
    holders: defaultdict[str, list[DocumentId]] = defaultdict(list)
    for document in documents:
        for entity in knowledge.all_entities(document=document.id):
            if entity.document is None:  # a work that is here is tied by its citation
                holders[entity.name].append(document.id)
    most = max(2, int(_RARE * len(documents)))
    pairs: defaultdict[DocumentId, defaultdict[DocumentId, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, held in sorted(holders.items(), key=lambda item: (len(item[1]), item[0])):
        if 2 <= len(held) <= most:
            for one, other in _both_ways(held):
                pairs[one][other].append(name)
    order = {document.id: document.name for document in documents}
    return {
        one: [
            (other, tuple(names[:_MOST_NAMES]))
            for other, names in sorted(others.items(), key=lambda item: (-len(item[1]), order[item[0]]))[:_MOST_NEIGHBOURS]
        ]
        for one, others in pairs.items()
    }


def _both_ways(held: Sequence[DocumentId]) -> Iterator[tuple[DocumentId, DocumentId]]:
    return ((one, other) for one in held for other in held if one != other)

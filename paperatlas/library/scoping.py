"""Which part of a library is meant, from the names that a person gives."""

from collections.abc import Iterable, Sequence

from paperatlas.core.errors import UnknownDocument
from paperatlas.core.searching import Scope
from paperatlas.core.types import Document
from paperatlas.library.names import resolve

__all__ = ["scope_of"]


def scope_of(known: Sequence[Document], documents: Iterable[str], collections: Iterable[str] = ()) -> Scope:
    """Those of the `known` documents that are named, and those in the collections; all of them where nothing is named.

    Raises:
        UnknownDocument: there is no document or collection of that name.
    """
    named = tuple(dict.fromkeys(resolve(name, known).id for name in documents))
    there, wanted = {name for document in known for name in document.collections}, tuple(collections)
    if missing := [name for name in wanted if name not in there]:
        raise UnknownDocument(
            f"There is no collection {missing[0]!r}.", hint=f"There are: {', '.join(sorted(there)) or 'none yet'}."
        )
    return Scope(documents=named, collections=wanted)

"""What an argument of a prompt or an address may be, while it is typed."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from anyio import to_thread
from mcp.server.context import ServerRequestContext
from mcp_types import CompleteRequestParams, CompleteResult, Completion

from paperatlas.core.errors import InputError
from paperatlas.mcp_server.desk import Desk

if TYPE_CHECKING:
    from paperatlas.library import Library

__all__ = ["Completions"]

_MOST = 100
"""As the protocol has it."""

Given = Mapping[str, str]


class Completions:
    """By the name of the argument: documents, sections, labels, pages, entities, types of relations."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def complete(self, _context: ServerRequestContext[Any, Any], params: CompleteRequestParams) -> CompleteResult:
        given = (params.context.arguments if params.context else None) or {}
        values = await to_thread.run_sync(self._values, params.argument.name, params.argument.value, given)
        return CompleteResult(completion=Completion(values=values[:_MOST], total=len(values), has_more=len(values) > _MOST))

    def _values(self, argument: str, typed: str, given: Given) -> list[str]:
        if argument not in _KNOWN:
            return []
        with suppress(InputError):  # of a document that is not there nothing can be said
            return _fitting(_KNOWN[argument](self._desk.library, given), typed)
        return []


def _fitting(values: Iterable[str], typed: str) -> list[str]:
    """Those that begin with what is typed, then those that hold it, in their order."""
    wanted = typed.casefold().strip()
    known = list(dict.fromkeys(values))
    begin = [value for value in known if value.casefold().startswith(wanted)]
    hold = [value for value in known if wanted in value.casefold() and value not in set(begin)]
    return begin + hold


def _documents(library: "Library", _given: Given) -> Iterable[str]:
    return [document.name for document in library.documents()]


def _sections(library: "Library", given: Given) -> Iterable[str]:
    return [each.label for each in library.parsed(given.get("doc", "")).headings if not each.run_in]


def _labels(library: "Library", given: Given) -> Iterable[str]:
    parsed = library.parsed(given.get("doc", ""))
    labels = [*(figure.label for figure in parsed.figures), *(table.label for table in parsed.tables)]
    return [label for label in labels if label]


def _pages(library: "Library", given: Given) -> Iterable[str]:
    return [str(number) for number in library.catalog.texts(library.document(given.get("doc", "")).id)]


def _entities(library: "Library", _given: Given) -> Iterable[str]:
    return [entity.name for entity in library.graph.entities()]


def _relations(library: "Library", _given: Given) -> Iterable[str]:
    return list(library.graph.stats().predicates)


_KNOWN: dict[str, Callable[["Library", Given], Iterable[str]]] = {
    "doc": _documents,
    "other": _documents,
    "path": _sections,
    "label": _labels,
    "n": _pages,
    "id": _entities,
    "entity": _entities,
    "relation": _relations,
}

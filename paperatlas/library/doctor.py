"""Is the library whole: do catalog, vectors, indexes and originals hold the same, and nothing else?"""

from collections.abc import Callable, Iterator, Mapping

from paperatlas.catalog import SqlWriter
from paperatlas.core.reports import DoctorReport, Fault, OnProgress
from paperatlas.library.check_catalog import CatalogChecks
from paperatlas.library.check_conversations import ConversationChecks
from paperatlas.library.check_graph import GraphChecks
from paperatlas.library.check_indexes import IndexChecks
from paperatlas.library.finding import Finding
from paperatlas.library.opened import Opened

__all__ = ["examine"]

_Checks = Mapping[str, Callable[[], Iterator[Finding]]]


def examine(opened: Opened, writer: SqlWriter, *, fix: bool, on_progress: OnProgress | None = None) -> DoctorReport:
    """Every check in turn; with `fix` each fault is mended, where it can be, before the next check looks.

    The caller holds the library's lock, so that nothing changes meanwhile.
    """
    catalog, indexes = CatalogChecks(opened, writer), IndexChecks(opened, writer, on_progress=on_progress)
    graph = GraphChecks(opened, writer, on_progress=on_progress)
    stages: tuple[_Checks, ...] = (
        {"the catalog's file is sound": catalog.file},
        {
            "every document has the parts it says, and a source": catalog.documents,
            "every passage equals the page text it cites": catalog.spans,
            "every summary is of a document that is here, in its own words": catalog.summaries,
            "every original is kept unchanged, and no other file": catalog.originals,
            "all vectors are of the configured embedder": indexes.model,
            "the indexes can be opened": indexes.openable,
            "the conversations can be read": ConversationChecks(opened).file,
        },
        {
            "every chunk has a vector, and every vector a chunk": indexes.vectors,
            "the indexes have taken every change": indexes.pending,
            "each index holds the catalog's chunks and no other": indexes.indexes,
        },
        {
            "every document was read for the graph": graph.read,
            "everything that the graph quotes is on its page": graph.quotes,
            "entities follow from what documents name": graph.resolved,
            "the graph's store holds what the catalog says and nothing else": graph.store,
        },
    )
    checked: list[str] = []
    faults: list[Fault] = []
    for stage in stages:
        for name, check in stage.items():
            checked.append(name)
            findings = list(check())  # all of them, before a repair of the first changes what there is to find
            faults.extend(found.treated(fix=fix) for found in findings)
        if any(fault.code in _FUNDAMENTAL and not fault.fixed for fault in faults):
            break  # what comes next would stumble over it
    faults.extend(fault for probe in opened.parts.probes for fault in probe())
    return DoctorReport(faults=tuple(faults), checked=tuple(checked))


_FUNDAMENTAL = frozenset({"damaged_catalog", "unreadable_index"})

"""Vectors of the sentences that questions are weighed against, made when papers are read rather than when one asks."""

from paperatlas.core.ids import DocumentId
from paperatlas.core.reports import IngestReport
from paperatlas.library.opened import Opened

__all__ = ["weigh_ahead"]

_PAGES = 2
"""A paper has so many pages at least: reading them costs several times what its sentences do. Of records and notes, which are
read a thousand in the time, the sentences are embedded when they are first asked about."""
_DOCUMENTS = 1000
"""Beyond so many, more sentences would be made than are kept (`models.kept_vectors`)."""
_ENDED = frozenset({"added", "updated"})


def weigh_ahead(opened: Opened, report: IngestReport) -> None:
    """Embed the sentences of the papers that were just read. May be interrupted: what is missing is made when it is needed."""
    keep = opened.parts.keep_ahead
    read = [DocumentId(done.doc_id) for done in report.documents if done.status in _ENDED and (done.pages or 0) >= _PAGES]
    if keep is None or not read or len(opened.catalog.documents()) > _DOCUMENTS:
        return
    for document in read:
        keep(_sentences(opened, document))


def _sentences(opened: Opened, document: DocumentId) -> list[str]:
    from paperatlas.agents.evidence import is_readable  # noqa: PLC0415 - loads what only questions need
    from paperatlas.agents.sentences import sentences_of  # noqa: PLC0415
    from paperatlas.core.searching import Hit  # noqa: PLC0415

    hits = (Hit(rank=1, score=0.0, chunk=chunk) for chunk in opened.catalog.chunks_of(document))
    return [sentence.text for sentence in sentences_of(list(hits), {}) if is_readable(sentence)]

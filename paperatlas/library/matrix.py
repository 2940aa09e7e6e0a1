"""The evidence matrix of papers: what a review asks of each, or questions of one's own."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from paperatlas.core.answers import Answer, Citation
from paperatlas.core.ids import DocumentId
from paperatlas.core.matrix import Cell, EvidenceMatrix, MatrixRow
from paperatlas.core.ports import Catalog
from paperatlas.core.reports import OnProgress, Progress
from paperatlas.core.types import Document
from paperatlas.library.summaries import citations_of
from paperatlas.pipeline.summarise.aspects import ASPECTS, aspects

__all__ = ["evidence_matrix"]

Ask = Callable[[str, DocumentId], Answer]
"""An answer to a question put to one document."""


def evidence_matrix(
    documents: Sequence[Document],
    questions: Sequence[str],
    *,
    catalog: Catalog,
    ask: Ask,
    on_progress: OnProgress | None = None,
) -> EvidenceMatrix:
    """Papers by questions. A question that is the name of one of ASPECTS is answered from the sentences that say such things;
    all of them where there are no questions.
    """
    asked = tuple(questions) or tuple(ASPECTS)
    numbers, rows = count(1), []
    for done, document in enumerate(documents, start=1):
        cells = tuple(_numbered(cell, numbers) for cell in _cells(document, asked, catalog, ask))
        rows.append(MatrixRow(document=document, cells=cells))
        if on_progress:
            on_progress(Progress(done=done, total=len(documents), source=document.name))
    return EvidenceMatrix(columns=tuple(_heading(question) for question in asked), rows=tuple(rows))


def _heading(question: str) -> str:
    aspect = ASPECTS.get(question.casefold())
    return aspect.heading if aspect else question


def _cells(document: Document, questions: Sequence[str], catalog: Catalog, ask: Ask) -> Iterator[Cell]:
    from paperatlas.agents.assemble import without_reference_marks  # noqa: PLC0415 - loads what only questions need

    told = aspects(catalog.parsed(document.id), catalog.chunks_of(document.id))
    for question in questions:
        if (sentences := told.get(question.casefold())) is not None:
            sources = [source for sentence in sentences for source in sentence.sources]
            yield Cell(
                # The paper's own "[3]" must not be taken for a citation of ours.
                text=" ".join(without_reference_marks(sentence.text) for sentence in sentences),
                citations=tuple(citations_of(sources, count(1), catalog, {document.id: document})),
            )
        else:
            answer = ask(question, document.id)
            yield Cell() if answer.status == "abstained" else Cell(text=answer.text, citations=answer.citations)


def _numbered(cell: Cell, numbers: Iterator[int]) -> Cell:
    """With its citations numbered on, in its text too."""
    renumbered: dict[int, Citation] = {each.n: replace(each, n=next(numbers)) for each in cell.citations}
    text = cell.text
    for old, new in renumbered.items():
        text = text.replace(f"[{old}]", f"[\0{new.n}]")
    return Cell(text=text.replace("\0", ""), citations=tuple(renumbered.values()))

"""Documents read for the graph by a language model too, within a budget, so that it can be interrupted and gone on with.

Each document is kept when all its passages are read. What a model answered of a document that was not finished is not lost
either where its answers are kept: asking again costs nothing then.
"""

import asyncio
from collections.abc import Iterator, Sequence

from anyio.from_thread import BlockingPortal, start_blocking_portal

from paperatlas.catalog import SqlWriter
from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadOutput, ProviderError, TooLong
from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import Extraction
from paperatlas.core.ports import LLM
from paperatlas.core.reports import Failure, ModelEstimate, ModelReading, OnProgress, Progress
from paperatlas.core.types import Chunk, ChunkKind, Document
from paperatlas.graph.extract.by_model.merging import merged
from paperatlas.graph.extract.by_model.reading import Reading, expected_tokens, read_passage
from paperatlas.graph.extract.schema import Schema
from paperatlas.graph.resolve.blocks import block_keys
from paperatlas.library.knowing import follow_changes
from paperatlas.library.opened import Opened
from paperatlas.library.parts import GraphParts

__all__ = ["estimate", "read_by_model"]


def estimate(opened: Opened, writer: SqlWriter, parts: GraphParts, model: str) -> ModelEstimate:
    """For all documents that the model has not read."""
    documents = writer.knowledge.unread_by(model)
    costs = [expected_tokens(chunk, parts.schema()) for document in documents for chunk in _passages(opened, document)]
    return ModelEstimate(
        documents=len(documents),
        passages=len(costs),
        input_tokens=sum(read for read, _ in costs),
        output_tokens=sum(written for _, written in costs),
    )


def read_by_model(
    opened: Opened, writer: SqlWriter, parts: GraphParts, llm: LLM, *, on_progress: OnProgress | None = None
) -> ModelReading:
    """All documents that it has not read. A budget that is spent, or an endpoint that fails, ends it; that is in the report."""
    missing = writer.knowledge.unread_by(llm.model)
    documents = {document.id: document for document in opened.catalog.documents()}
    run, stopped = _Run(opened, writer, parts, llm), None
    # One loop for the whole run: a model's connections belong to the loop they were made in.
    with start_blocking_portal() as portal:
        for done, document in enumerate(missing, start=1):
            try:
                run.read(documents[document], portal)
            except ProviderError as error:
                stopped = Failure.of(error)
                break
            if on_progress:
                on_progress(Progress(done=done, total=len(missing), source=documents[document].name))
    follow_changes(opened, writer)
    return run.report(left=len(missing) - len(run.documents), stopped=stopped)


class _Run:
    """One run, and what it has come to."""

    def __init__(self, opened: Opened, writer: SqlWriter, parts: GraphParts, llm: LLM) -> None:
        self._opened = opened
        self._writer = writer
        self._parts = parts
        self._llm = llm
        self.documents: list[str] = []
        self._passages = self._entities = self._relations = self._dropped = 0
        self._silent: list[str] = []
        self._failed: list[str] = []
        self._usage = Usage()

    def read(self, document: Document, portal: BlockingPortal) -> None:
        """Raises ProviderError: the document stays as it was."""
        before = self._opened.knowledge.extraction(document.id)
        passages = list(_passages(self._opened, document.id))
        outcomes = portal.call(_all_read, passages, self._llm, self._parts.schema())
        readings = [outcome for outcome in outcomes if isinstance(outcome, Reading)]
        after = merged(before, readings, self._llm.model)
        with self._writer.transaction():
            blocks = [block_keys(local) for local in after.entities]
            self._writer.knowledge.put(after, blocks, rules=self._parts.rules, model=self._llm.model)
        self._count(document, before, after, readings)
        for chunk, outcome in zip(passages, outcomes, strict=True):
            if isinstance(outcome, ProviderError):
                self._failed.append(f"{document.name}, p. {chunk.page}: {outcome.message}")

    def _count(self, document: Document, before: Extraction, after: Extraction, readings: Sequence[Reading]) -> None:
        known = {mention.evidence.chunk for mention in before.mentions}
        silent = (reading.chunk for reading in readings if not reading.names and reading.chunk.id in known)
        self.documents.append(document.name)
        self._passages += len(readings)
        self._entities += len(after.entities) - len(before.entities)
        self._relations += len(after.relations) - len(before.relations)
        self._dropped += sum(reading.dropped for reading in readings)
        self._silent.extend(f"{document.name}, p. {chunk.page}" for chunk in silent)
        self._usage = sum((reading.usage for reading in readings), self._usage)

    def report(self, *, left: int, stopped: Failure | None) -> ModelReading:
        return ModelReading(
            documents=tuple(self.documents),
            left=left,
            passages=self._passages,
            entities=self._entities,
            relations=self._relations,
            dropped=self._dropped,
            silent=tuple(self._silent),
            failed=tuple(self._failed),
            usage=self._usage,
            stopped=stopped,
        )


async def _all_read(passages: Sequence[Chunk], llm: LLM, schema: Schema) -> list[Reading | ProviderError]:
    """Side by side, as many as the model's own limit lets through. A passage that it cannot read costs that passage alone;
    anything else ends them all.
    """
    tasks = [asyncio.ensure_future(_one(chunk, llm, schema)) for chunk in passages]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:  # one failed: what the others would still cost is not wanted
            task.cancel()


async def _one(chunk: Chunk, llm: LLM, schema: Schema) -> Reading | ProviderError:
    try:
        return await read_passage(chunk, llm, schema)
    except (BadOutput, TooLong) as error:
        return error


def _passages(opened: Opened, document: DocumentId) -> Iterator[Chunk]:
    """Its running text: tables are read by rules alone."""
    return (chunk for chunk in opened.catalog.chunks_of(document) if chunk.kind is ChunkKind.TEXT)

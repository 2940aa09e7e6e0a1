"""One grounded generation: a language model answers from the passages found, and nothing it cannot quote is kept."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import resources

import anyio.to_thread
from pydantic import BaseModel, Field

from paperatlas.agents import refuse
from paperatlas.agents.proof import Source
from paperatlas.agents.quoting import proofs_of
from paperatlas.agents.row_proof import row_proof
from paperatlas.agents.state import Deps, Draft, Proof, Question, Statement
from paperatlas.agents.verify.check import check
from paperatlas.core.answers import Usage
from paperatlas.core.errors import TooLong
from paperatlas.core.grid import printed_row, statement
from paperatlas.core.ports import LLM, Completion, Message
from paperatlas.core.searching import Hit
from paperatlas.core.text import find_quote, match_key
from paperatlas.core.types import Chunk, ChunkKind, Document
from paperatlas.core.verdicts import ClaimVerifier

__all__ = ["Quoted", "Reply", "Said", "generate"]

_SURE = 0.9
"""Confidence in an answer all of whose statements are proven; each that falls takes its share."""
_REFUSED = 0.1
"""Confidence that a question is answerable after the model said that it is not, or proved nothing."""


_POINTER = re.compile(r"\s*[\[(](?:passages?|p)\s*\d+(?:\s*(?:,|and|;)\s*(?:passage\s*)?\d+)*[\])]", re.IGNORECASE)


class Quoted(BaseModel):
    """A quote and the number of the passage it was copied from."""

    passage: int = Field(description="Number of the passage.")
    quote: str = Field(description="Text copied from that passage, letter for letter.")


class Said(BaseModel):
    """One sentence of the answer with its proof."""

    text: str = Field(description="One sentence that answers, without marks or references.")
    quotes: list[Quoted] = Field(description="The quotes that prove the sentence.")


class Reply(BaseModel):
    """What the model is asked for."""

    answerable: bool = Field(description="Whether the passages hold the answer, or a part of it.")
    statements: list[Said] = Field(description="The answer, sentence by sentence.")
    missing: str = Field("", description="What was asked and is not in the passages; empty when nothing is missing.")


async def generate(question: Question, hits: Sequence[Hit], deps: Deps) -> Draft:
    """The answer of the language model, reduced to what its quotes prove; an abstention where they prove nothing.

    Raises:
        ProviderError: the model cannot be reached, or does not answer in form.
    """
    assert deps.llm is not None, "generate is for when there is a model"
    documents = await anyio.to_thread.run_sync(deps.catalog.documents)
    if not hits:
        return refuse.unanswered(0.0, None, "")
    completion, hits = await _asked(question, hits, documents, deps.llm)
    source = Source(deps.catalog)
    return await anyio.to_thread.run_sync(lambda: _draft(completion, hits, documents, source, deps.verifier))


async def _asked(
    question: Question, hits: Sequence[Hit], documents: Sequence[Document], llm: LLM
) -> tuple[Completion[Reply], Sequence[Hit]]:
    """The reply, and the passages it was given: fewer where all are too long for the model."""
    while True:
        try:
            return await llm.complete(_messages(question, hits, documents), output=Reply), hits
        except TooLong:
            if len(hits) == 1:
                raise
            hits = hits[: len(hits) // 2]


@cache
def _instructions() -> str:
    return (resources.files("paperatlas.agents") / "prompts" / "answer.md").read_text(encoding="utf-8")


def _messages(question: Question, hits: Sequence[Hit], documents: Sequence[Document]) -> list[Message]:
    titles = {document.id: document.title for document in documents}
    shown = (_shown(number, hit.chunk, titles.get(hit.chunk.document, "")) for number, hit in enumerate(hits, start=1))
    passages = "\n\n".join(shown)
    earlier = "".join(f"Earlier question: {text}\n" for text in question.history)
    return [
        Message(role="system", content=_instructions()),
        Message(role="user", content=f"Passages:\n\n{passages}\n\n{earlier}Question: {question.text}"),
    ]


def _shown(number: int, chunk: Chunk, title: str) -> str:
    where = ", ".join(part for part in (f"“{title}”" if title else "", f"page {chunk.page}", chunk.section) if part)
    return f"<passage number={number}>\n({where})\n{chunk.text}\n</passage>"


def _draft(
    completion: Completion[Reply],
    hits: Sequence[Hit],
    documents: Sequence[Document],
    source: Source,
    verifier: ClaimVerifier | None,
) -> Draft:
    reply, usage = completion.output, completion.usage
    if not reply.answerable or not reply.statements:
        return _abstention(hits, documents, usage)
    proven = [kept for said in reply.statements if (kept := _proven(said, hits, source)) is not None]
    if verifier is not None:
        proven = list(check(proven, verifier))
    if not proven:
        return _abstention(hits, documents, usage)
    sure = sum(statement.label == "supported" for statement in proven)
    missing = reply.missing.strip().rstrip(".")
    if missing:
        last = proven[-1]
        proven[-1] = replace(last, text=f"{last.text.rstrip('.')}. Not stated: {missing}")
    return Draft(
        statements=tuple(proven),
        confidence=_SURE * sure / len(reply.statements),
        status="partial" if missing or sure < len(proven) else "answered",
        reason="partly" if missing or sure < len(proven) else None,
        usage=usage,
    )


def _abstention(hits: Sequence[Hit], documents: Sequence[Document], usage: Usage) -> Draft:
    place, title = refuse.place_of(hits[0], documents)
    return replace(refuse.unanswered(_REFUSED, place, title), usage=usage)


def _proven(said: Said, hits: Sequence[Hit], source: Source) -> Statement | None:
    """The statement with the quotes that were found; None when none was."""
    proofs = tuple(dict.fromkeys(proof for quoted in said.quotes for proof in _located(quoted, hits, source)))
    text = _without_marks(said.text)
    return Statement(text=text, proofs=proofs) if proofs and text else None


def _located(quoted: Quoted, hits: Sequence[Hit], source: Source) -> tuple[Proof, ...]:
    """Where a quote stands: in the passage named, else in another that was shown.

    A model miscounts more often than it miscopies.
    """
    named = hits[quoted.passage - 1 : quoted.passage] if quoted.passage > 0 else []
    for hit in (*named, *hits):
        chunk = hit.chunk
        if chunk.kind is ChunkKind.TABLE:
            if proofs := _row(quoted.quote, chunk, source):
                return proofs
        elif span := find_quote(quoted.quote, chunk.text, 1):
            return proofs_of(chunk, span.start, span.end, source)
    return ()


def _row(quote: str, chunk: Chunk, source: Source) -> tuple[Proof, ...]:
    """The row of a table that a quote is from, as printed or as the statement made of it."""
    parsed = source.parsed(chunk.document)
    if parsed is None or chunk.table is None:
        return ()
    table, wanted = parsed.tables[chunk.table], match_key(quote.replace("|", ""))
    for row in range(table.header_rows, len(table.rows)):
        printed, said = match_key(printed_row(table, row).replace("|", "")), match_key(statement(table, row).replace("|", ""))
        if wanted and (wanted in printed or wanted in said):
            return (row_proof(chunk.document, table, row, source, chunk=chunk.id),)
    return ()


def _without_marks(text: str) -> str:
    """Without what a model adds to point at its passages: they are pointed at by our own numbers."""
    return _POINTER.sub("", text).strip()

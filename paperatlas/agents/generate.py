"""With a language model: one grounded generation, whose every quote is looked up on its page before it counts."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from pydantic import BaseModel, Field

from paperatlas.agents.state import Deps, Draft, Proof, Question, Statement
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Message
from paperatlas.core.text import find_quote
from paperatlas.core.types import Chunk, Hit, Page

__all__ = ["Written", "generate"]

_CONFIDENT, _PARTLY = 0.85, 0.6
"""Confidence in an answer whose statements were all proven, and in one that lost some or says that a part is missing."""


class QuoteOut(BaseModel):
    """Words copied exactly from one passage."""

    passage: str = Field(description="The passage's id.")
    text: str = Field(description="Words copied exactly from it.")


class StatementOut(BaseModel):
    """One sentence of the answer and its proof."""

    text: str
    quotes: list[QuoteOut]


class Written(BaseModel):
    """The model's answer."""

    statements: list[StatementOut] = Field(description="Empty when the passages do not answer.")
    missing: str = Field("", description="What the question asks that the passages do not say; empty when nothing.")


async def generate(question: Question, hits: Sequence[Hit], deps: Deps) -> Draft:
    """A draft whose quotes all stand on their pages; an abstaining one when no statement could be proven.

    Raises:
        ProviderError: the model failed.
    """
    assert deps.llm is not None, "generate is for when there is a model"
    shown = {f"P{number}": hit.chunk for number, hit in enumerate(hits, start=1)}
    prompt = _prompt().format(
        question=question.text, passages="\n\n".join(f"[{name}] {c.context}\n{c.text}" for name, c in shown.items())
    )
    completion = await deps.llm.complete([Message(role="user", content=prompt)], output=Written)
    written = completion.output
    pages: dict[tuple[DocumentId, int], Page] = {}
    statements = [_proven(statement, shown, deps, pages) for statement in written.statements]
    kept = tuple(statement for statement in statements if statement.proofs)
    if not kept:
        return Draft(
            statements=(), confidence=1 - _CONFIDENT, status="abstained", reason="not_in_documents", usage=completion.usage
        )
    whole = len(kept) == len(statements) and not written.missing
    return Draft(
        statements=kept,
        confidence=_CONFIDENT if whole else _PARTLY,
        status="answered" if whole else "partial",
        reason=None if whole else "partly",
        usage=completion.usage,
    )


@cache
def _prompt() -> str:
    return (resources.files("paperatlas.agents") / "prompts" / "answer.md").read_text(encoding="utf-8")


def _proven(
    statement: StatementOut, shown: Mapping[str, Chunk], deps: Deps, pages: dict[tuple[DocumentId, int], Page]
) -> Statement:
    """The statement with those of its quotes that stand in the passage they name; a made-up id or quote counts for nothing."""
    proofs = [
        proof
        for quote in statement.quotes
        if (chunk := shown.get(quote.passage.strip("[] "))) and (proof := _located(quote.text, chunk, deps, pages))
    ]
    return Statement(text=statement.text, proofs=tuple(proofs))


def _located(quote: str, chunk: Chunk, deps: Deps, pages: dict[tuple[DocumentId, int], Page]) -> Proof | None:
    for number in dict.fromkeys(span.page for span in chunk.spans):
        key = (chunk.document, number)
        page = pages.setdefault(key, deps.catalog.page(*key)) if key not in pages else pages[key]
        if span := find_quote(quote, page.text, number):
            return Proof(
                document=chunk.document,
                page=number,
                section=chunk.section,
                quote=page.text[span.start : span.end],
                boxes=page.boxes(span.start, span.end),
                chunk=chunk.id,
                start=span.start,
                end=span.end,
            )
    return None

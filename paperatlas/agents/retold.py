"""Sentences of summaries as statements with their proofs."""

from collections.abc import Sequence

from paperatlas.agents.proof import Source
from paperatlas.agents.state import Proof, Statement
from paperatlas.core.summaries import SummarySentence, SummarySource

__all__ = ["statement_of", "statements_of"]


def statements_of(sentences: Sequence[SummarySentence], source: Source) -> tuple[Statement, ...]:
    """Each sentence that has a source left; a page may be gone since the summary was made."""
    return tuple(statement for sentence in sentences if (statement := statement_of(sentence, source)).proofs)


def statement_of(sentence: SummarySentence, source: Source, *, lead: str = "") -> Statement:
    """The sentence, `lead` before it, with a proof for each of its sources."""
    proofs = tuple(proof for each in sentence.sources if (proof := _proof(each, source)) is not None)
    return Statement(text=lead + " ".join(sentence.text.split()), proofs=proofs)


def _proof(of: SummarySource, source: Source) -> Proof | None:
    page = source.page(of.document, of.span.page)
    quote = page.text[of.span.start : of.span.end] if page else ""
    if not quote:
        return None
    return Proof(
        document=of.document,
        page=of.span.page,
        section=of.section,
        quote=quote,
        chunk=of.chunk,
        start=of.span.start,
        end=of.span.end,
    )

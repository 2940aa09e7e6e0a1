"""Sentences of summaries as statements with their proofs."""

from collections.abc import Sequence

from paperatlas.agents.proof import Source
from paperatlas.agents.quoting import is_clear, proof_at, proofs_of
from paperatlas.agents.state import Proof, Statement
from paperatlas.agents.twin import twin_of
from paperatlas.core.summaries import SummarySentence, SummarySource

__all__ = ["statement_of", "statements_of"]


def statements_of(sentences: Sequence[SummarySentence], source: Source) -> tuple[Statement, ...]:
    """Each sentence that has a source left; a page may be gone since the summary was made."""
    return tuple(statement for sentence in sentences if (statement := statement_of(sentence, source)).proofs)


def statement_of(sentence: SummarySentence, source: Source, *, lead: str = "") -> Statement:
    """The sentence, `lead` before it, with a proof for each of its sources; one that readers of the file do not find as it
    stands is told in the paper's other words.
    """
    first = sentence.sources[0]
    if not all(is_clear(each.document, each.span, source) for each in sentence.sources) and (
        twin := twin_of(sentence.text, first.document, source)
    ):
        return Statement(text=lead + twin.text, proofs=proofs_of(*twin, source))
    proofs = tuple(proof for each in sentence.sources if (proof := _proof(each, source)) is not None)
    return Statement(text=lead + " ".join(sentence.text.split()), proofs=proofs)


def _proof(of: SummarySource, source: Source) -> Proof | None:
    return proof_at(of.document, of.span, source, section=of.section, chunk=of.chunk)

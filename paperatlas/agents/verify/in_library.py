"""A claim against the papers of a library: the passages that speak of it, then the verdict by them, with citations."""

from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.agents.assemble import citation
from paperatlas.agents.proof import Source
from paperatlas.agents.quoting import proofs_of
from paperatlas.agents.state import Proof
from paperatlas.core.ports import Catalog, Searcher
from paperatlas.core.searching import Scope
from paperatlas.core.types import Chunk
from paperatlas.core.verdicts import ClaimVerifier, Quoted, Verdict

__all__ = ["verify_in"]

_READ = 6
"""Passages that a claim is compared with, best first."""
_GAP = "\n\n"
"""Between passages: no sentence runs over an empty line."""


def verify_in(claim: str, scope: Scope, *, catalog: Catalog, searcher: Searcher, verifier: ClaimVerifier) -> Verdict:
    """The verdict of a library on a claim; unverifiable, without evidence, where it has no passage on it."""
    hits = searcher.search(claim, limit=_READ, scope=scope).hits
    chunks = list(dict.fromkeys(hit.chunk for hit in hits))
    joined = _Joined.of(chunks)
    names = {document.id: document for document in catalog.documents()}
    about = [(start, names[chunk.document].title) for start, chunk in joined.chunks if chunk.document in names]
    judged = verifier.verify(claim, joined.text, about=about)
    source = Source(catalog)
    proofs = dict.fromkeys(proof for quoted in judged.evidence for proof in joined.proofs(quoted, source))
    citations = tuple(citation(number, proof, names) for number, proof in enumerate(proofs, start=1))
    return Verdict(claim=claim, label=judged.label, score=judged.score, citations=citations, why=judged.why)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Joined:
    """Passages as one text, and where each begins in it."""

    text: str
    chunks: tuple[tuple[int, Chunk], ...]

    @classmethod
    def of(cls, chunks: Sequence[Chunk]) -> "_Joined":
        starts, at = [], 0
        for chunk in chunks:
            starts.append((at, chunk))
            at += len(chunk.text) + len(_GAP)
        return cls(text=_GAP.join(chunk.text for chunk in chunks), chunks=tuple(starts))

    def proofs(self, quoted: Quoted, source: Source) -> tuple[Proof, ...]:
        for start, chunk in reversed(self.chunks):
            if start <= quoted.start:
                return proofs_of(chunk, quoted.start - start, quoted.end - start, source)
        return ()

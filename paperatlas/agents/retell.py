"""A summary told anew by a language model, from the sentences that were extracted and from nothing else."""

from collections.abc import Sequence
from dataclasses import replace

import anyio.to_thread

from paperatlas.agents.state import Draft, Statement
from paperatlas.agents.write.twisting import overstated, twisted
from paperatlas.core.errors import BadOutput
from paperatlas.core.ports import LLM
from paperatlas.core.summaries import Summaries, WrittenSentence
from paperatlas.core.verdicts import ClaimVerifier
from paperatlas.graph.extract.parser import is_english
from paperatlas.pipeline.summarise.written import key_of, write

__all__ = ["retell"]


async def retell(draft: Draft, llm: LLM, summaries: Summaries, verifier: ClaimVerifier | None = None) -> Draft:
    """The draft in the model's words, each sentence with the proofs of those it rests on; the draft itself where the model
    adds what they do not say, or leaves out most of it. What was written once of the same sentences is not written again.

    Raises:
        ProviderError: the model cannot be reached.
    """
    proofs = [proof for statement in draft.statements for proof in statement.proofs]
    if draft.status == "abstained" or not proofs:
        return draft
    document, texts = proofs[0].document, [statement.text for statement in draft.statements]
    key = key_of(texts, llm)
    kept = await anyio.to_thread.run_sync(summaries.written, document, key)
    usage = draft.usage
    if not kept:
        try:
            kept, usage = await write(texts, llm)
        except BadOutput:
            return draft
        if kept:
            await anyio.to_thread.run_sync(summaries.keep, document, key, kept)
    told = await anyio.to_thread.run_sync(lambda: _told(kept, draft.statements, verifier))
    return replace(draft, statements=told or draft.statements, usage=usage)


def _told(
    written: Sequence[WrittenSentence], statements: Sequence[Statement], verifier: ClaimVerifier | None
) -> tuple[Statement, ...]:
    """The sentences; where one says more or other than those it rests on, these. Empty where they rest on less than half."""
    rested_on = {at for sentence in written for at in sentence.sources}
    if 2 * len(rested_on) < len(statements):
        return ()
    told: dict[str, Statement] = {}
    for sentence in written:
        sources = [statements[at] for at in sentence.sources]
        if _is_borne_out(sentence.text, [source.text for source in sources], verifier):
            proofs = tuple(dict.fromkeys(proof for source in sources for proof in source.proofs))
            told.setdefault(sentence.text, Statement(text=sentence.text, proofs=proofs))
        else:
            told |= {source.text: source for source in sources if source.text not in told}
    return tuple(told.values())


def _is_borne_out(text: str, sources: Sequence[str], verifier: ClaimVerifier | None) -> bool:
    together = " ".join(sources)
    if overstated(text, together) or any(twisted(text, source) for source in sources):
        return False
    if verifier is None or not is_english((text, together)):
        return True
    return verifier.verify(text, "\n\n".join(sources)).label == "supported"

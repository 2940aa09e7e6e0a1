"""A summary told anew by a language model, from the sentences that were extracted and from nothing else."""

from collections.abc import Sequence
from dataclasses import replace

import anyio.to_thread

from paperatlas.agents.state import Draft, Statement
from paperatlas.core.errors import BadOutput
from paperatlas.core.ports import LLM
from paperatlas.core.summaries import Summaries, WrittenSentence
from paperatlas.pipeline.summarise.written import key_of, write

__all__ = ["retell"]


async def retell(draft: Draft, llm: LLM, summaries: Summaries) -> Draft:
    """The draft in the model's words, each sentence with the proofs of those it rests on; the draft itself where the model
    adds what they do not say. What was written once of the same sentences is not written again.

    Raises:
        ProviderError: the model cannot be reached.
    """
    proofs = [proof for statement in draft.statements for proof in statement.proofs]
    if draft.status == "abstained" or not proofs:
        return draft
    document, texts = proofs[0].document, [statement.text for statement in draft.statements]
    key = key_of(texts, llm)
    if kept := await anyio.to_thread.run_sync(summaries.written, document, key):
        return replace(draft, statements=_told(kept, draft.statements))
    try:
        written, usage = await write(texts, llm)
    except BadOutput:
        return draft
    if not written:
        return replace(draft, usage=usage)
    await anyio.to_thread.run_sync(summaries.keep, document, key, written)
    return replace(draft, statements=_told(written, draft.statements), usage=usage)


def _told(written: Sequence[WrittenSentence], statements: Sequence[Statement]) -> tuple[Statement, ...]:
    return tuple(
        Statement(text=sentence.text, proofs=tuple(dict.fromkeys(p for at in sentence.sources for p in statements[at].proofs)))
        for sentence in written
    )

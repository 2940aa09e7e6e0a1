"""The answers to the parts of a question, put together."""

from collections.abc import Mapping, Sequence

from paperatlas.agents.language import DEFAULT
from paperatlas.agents.phrasebook import phrasebook
from paperatlas.agents.state import Draft, Statement
from paperatlas.core.answers import Reason, Usage

__all__ = ["join"]

_LACKS: Mapping[Reason | None, str] = {"upstream": "part.upstream", "budget": "part.budget"}
"""What is said of a part that failed, and not for want of an answer in the papers."""


def join(drafts: Sequence[tuple[str, Draft]], language: str = DEFAULT) -> Draft:
    """One draft of all parts: answered where all are, partial where some are, refused where none is.

    A part that is not answered is named, so that half an answer does not pass for a whole one.
    """
    if len(drafts) == 1:
        return drafts[0][1]
    answered = [draft for _, draft in drafts if draft.status != "abstained"]
    refused = [(part, draft) for part, draft in drafts if draft.status == "abstained"]
    usage = sum((draft.usage for _, draft in drafts), Usage())
    if not answered:
        first = refused[0][1]
        return Draft(
            statements=first.statements,
            confidence=max(draft.confidence for _, draft in refused),
            status="abstained",
            reason=first.reason,
            closest=first.closest,
            usage=usage,
        )
    book = phrasebook(language)
    notes = tuple(
        Statement(text=book.say(_LACKS.get(draft.reason, "part.not_stated"), part=part.strip().rstrip("?.？")))
        for part, draft in refused
    )
    failed = next((draft.reason for _, draft in drafts if draft.reason in _LACKS), None)
    partial = bool(refused) or any(draft.status == "partial" for draft in answered)
    return Draft(
        statements=(*(statement for draft in answered for statement in draft.statements), *notes),
        confidence=min(draft.confidence for draft in answered),
        computed=next((draft.computed for draft in answered if draft.computed), None),
        status="partial" if partial else "answered",
        reason=failed or ("partly" if partial else next((draft.reason for draft in answered if draft.reason), None)),
        closest=next((draft.closest for _, draft in refused if draft.closest), None),
        usage=usage,
    )

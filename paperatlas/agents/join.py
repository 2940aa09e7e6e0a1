"""The answers to the parts of a question, put together."""

from collections.abc import Sequence

from paperatlas.agents.state import Draft, Statement
from paperatlas.core.answers import Usage

__all__ = ["join"]


def join(drafts: Sequence[tuple[str, Draft]]) -> Draft:
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
    notes = tuple(Statement(text=f"Not stated in these papers: {part.strip().rstrip('?.')}.") for part, _ in refused)
    return Draft(
        statements=(*(statement for draft in answered for statement in draft.statements), *notes),
        confidence=min(draft.confidence for draft in answered),
        computed=next((draft.computed for draft in answered if draft.computed), None),
        status="partial" if refused else "answered",
        reason="partly" if refused else None,
        closest=next((draft.closest for _, draft in refused if draft.closest), None),
        usage=usage,
    )

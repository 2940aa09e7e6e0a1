"""What is told of a draft: its sentences as they were checked, and what it had to do without."""

from collections.abc import Iterator
from dataclasses import replace

from paperatlas.agents.look import Found
from paperatlas.agents.state import Draft, Statement
from paperatlas.core.answers import Reason
from paperatlas.core.errors import OverBudget, ProviderError
from paperatlas.core.events import Checked, Corrected, Drafted

__all__ = ["told_of", "without_model", "without_routes", "without_time"]


def told_of(draft: Draft) -> Iterator[Drafted | Checked | Corrected]:
    """What became of its sentences; of a refusal nothing, since it claims nothing."""
    if draft.status == "abstained":
        yield from draft.told
        return
    if draft.told:
        yield from draft.told
        return
    for statement in draft.statements:
        yield Drafted(text=statement.text)
    for statement in draft.statements:
        yield Checked(text=statement.text, label=statement.label, why=_why(statement, draft))


def _why(statement: Statement, draft: Draft) -> str:
    if not statement.proofs:
        return f"Worked out: {draft.computed.method}" if draft.computed else "Says what is missing."
    pages = ", ".join(dict.fromkeys(str(proof.page) for proof in statement.proofs))
    of_rows = all(proof.row or proof.start is None for proof in statement.proofs)
    return f"{'Its row is in a table' if of_rows else 'Its quote stands'} on page {pages}."


def without_model(draft: Draft, fault: ProviderError) -> Draft:
    """A draft that was made without the language model, which was to have had its say."""
    return _with_reason(draft, "budget" if isinstance(fault, OverBudget) else "upstream")


def without_time(draft: Draft) -> Draft:
    """A draft of what was found when the time was over."""
    return _with_reason(draft, "budget")


def without_routes(draft: Draft, found: Found) -> Draft:
    """A refusal when a route failed is none that says what the library holds."""
    lost = any(report.failure and not report.passages for report in found.routes)
    return _with_reason(draft, "upstream") if lost and draft.status == "abstained" else draft


def _with_reason(draft: Draft, reason: Reason) -> Draft:
    """What says more of the answer itself stays."""
    return replace(draft, reason=reason) if draft.reason in {None, "not_in_documents"} else draft

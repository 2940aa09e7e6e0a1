"""What a person says of questions that were made or imported: right as they are, mended, or of no use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from paperatlas.eval.cases import Case, case_of, case_row

__all__ = ["Decision", "Reviewed", "Verdict", "decision_of", "decision_row"]

Verdict: TypeAlias = Literal["open", "accepted", "mended", "rejected"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Of one question; a later one of the same takes its place."""

    id: str
    verdict: Verdict
    at: str = ""
    """ISO 8601, UTC."""
    mended: Case | None = None
    """The question as it should be, where it was mended."""

    def __post_init__(self) -> None:
        if (self.mended is not None) != (self.verdict == "mended"):
            raise ValueError("what is mended, and nothing else, has the question as it should be")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """Questions with what was decided of them."""

    cases: tuple[Case, ...]
    decisions: Mapping[str, Decision] = field(default_factory=dict)
    """By the question's id; the last of each."""

    def verdict(self, id_: str) -> Verdict:
        """What was decided; "open" where nothing was yet."""
        return self.decisions[id_].verdict if id_ in self.decisions else "open"

    def counts(self) -> dict[Verdict, int]:
        """How many there are of each."""
        verdicts = [self.verdict(case.id) for case in self.cases]
        return {each: verdicts.count(each) for each in ("open", "accepted", "mended", "rejected")}

    def now(self, case: Case) -> Case:
        """As it was mended, or else as it came."""
        decision = self.decisions.get(case.id)
        return decision.mended if decision and decision.mended else case

    def standing(self, *verdicts: Verdict) -> tuple[Case, ...]:
        """Those of some verdicts as they are now; all but the rejected where none is named."""
        wanted: Sequence[Verdict] = verdicts or ("open", "accepted", "mended")
        return tuple(self.now(case) for case in self.cases if self.verdict(case.id) in wanted)


def decision_row(decision: Decision) -> dict[str, Any]:
    """As a line of a journal."""
    row = {"id": decision.id, "verdict": decision.verdict, "at": decision.at}
    return row if decision.mended is None else {**row, "mended": case_row(decision.mended)}


def decision_of(row: Mapping[str, Any]) -> Decision:
    """Of `decision_row`. Raises ValueError, KeyError, TypeError where it is none."""
    mended = row.get("mended")
    return Decision(
        id=row["id"], verdict=row["verdict"], at=row["at"], mended=None if mended is None else case_of(mended, row["id"])
    )

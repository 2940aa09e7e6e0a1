"""How a paper stands since it was published: whether it was retracted, or doubt was cast on it by who published it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["CONCERNS", "RETRACTIONS", "STANDINGS", "Notice", "Standing", "standing_of"]

Standing: TypeAlias = Literal["", "retracted", "concern"]
"""Empty where nothing is known against it."""

STANDINGS: Mapping[Standing, str] = {"": "", "retracted": "Retracted", "concern": "Expression of concern"}
"""As words, where only English will do: in bibliographies."""
RETRACTIONS = frozenset({"retraction", "withdrawal", "removal"})
CONCERNS = frozenset({"expression_of_concern", "partial_retraction"})
_REINSTATEMENT = "reinstatement"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """What was published about a paper: a retraction, an expression of concern."""

    kind: str
    """As Crossref names kinds of updates: "retraction", "expression_of_concern", "reinstatement"."""
    doi: str = ""
    """Of the notice itself; empty where it has none."""
    date: str = ""
    """ISO 8601, as far as it is known: "2010-02-06", "2010"."""
    source: str = ""
    """Who says so: "publisher", "retraction-watch", or "title" where the title itself does."""


def standing_of(notices: Sequence[Notice]) -> Standing:
    """The gravest that holds: a retraction until a later reinstatement."""
    reinstated = max((each.date for each in notices if each.kind == _REINSTATEMENT), default="")
    against = {each.kind for each in notices if not reinstated or each.date > reinstated}
    if against & RETRACTIONS:
        return "retracted"
    return "concern" if against & CONCERNS else ""

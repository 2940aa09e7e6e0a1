"""What a person, or a model that was asked, has decided about which names are one."""

from dataclasses import dataclass
from typing import Literal

from paperatlas.core.ids import DocumentId

__all__ = ["Decision"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Goes before every rule. It is about names, not about entities as they are today, so that it outlives their documents."""

    verdict: Literal["merge", "split"]
    names: tuple[str, ...]
    """Of "merge" those that are one. Of "split" one name whose merges with other names are undone, or two that are apart."""
    kind: str = ""
    """Only entities of this kind; any when empty."""
    by: str = "hand"
    """"hand", or "llm:<model>"."""
    documents: tuple[DocumentId, ...] = ()
    """Of "split": what these documents mean by the name is something else than what the others do. Ordered."""

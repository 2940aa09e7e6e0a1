"""What all makers share: a case about one paper, and whether a name occurs in it."""

import re
from dataclasses import dataclass, field

from paperatlas.core.text import fold
from paperatlas.core.types import ParsedDocument
from paperatlas.eval.cases import Amount, Case, Target

__all__ = ["Paper", "about"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A paper that questions are made from, and all its words, for what it does not say."""

    parsed: ParsedDocument
    words: str = field(repr=False)

    @classmethod
    def of(cls, parsed: ParsedDocument) -> "Paper":
        cells = [cell.text for table in parsed.tables for row in table.rows for cell in row]
        blocks = [block.text for page in parsed.pages for block in page.blocks]
        return cls(parsed=parsed, words=fold(" ".join([*(page.text for page in parsed.pages), *blocks, *cells])))

    def says(self, name: str) -> bool:
        """Whether a name occurs anywhere in it, as whole words."""
        return re.search(rf"(?<!\w){re.escape(fold(name))}(?!\w)", self.words) is not None


def about(
    paper: Paper,
    kind: str,
    question: str,
    *accept: str,
    page: int = 0,
    amount: Amount | None = None,
    reject: tuple[str, ...] = (),
    quote: str = "",
) -> Case:
    """A question about one paper, scoped to it; it gets its id when all are made."""
    return Case(
        id="",
        kind=kind,
        question=question,
        docs=(paper.parsed.name,),
        scope_always=True,
        accept=tuple((key,) for key in accept),
        reject=tuple((key,) for key in reject),
        amount=amount,
        evidence=(Target(paper.parsed.name, page),) if page else (),
        quote=quote,
    )

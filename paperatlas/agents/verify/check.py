"""What a language model has written, held against the very quotes that it gave."""

from collections.abc import Sequence
from dataclasses import replace

from paperatlas.agents.state import Proof, Statement
from paperatlas.core.text import words
from paperatlas.core.verdicts import ClaimVerifier
from paperatlas.graph.extract.parser import is_english

__all__ = ["check"]

_SOFT = 0.35
"""Score from which a statement that its quotes do not settle is shown as such: below, hardly one in five is borne out."""
_TELLING = 3
"""Words from which a statement can be unverifiable: "At noon." answers a question and says nothing by itself."""


def check(statements: Sequence[Statement], verifier: ClaimVerifier) -> tuple[Statement, ...]:
    """The statements that their quotes bear out, and, labelled so, those that they leave open.

    What a quote contradicts is dropped. Statements in other languages than English are passed on as they are: the verifier
    cannot read them. So are cells of tables, which were compared as they were found.
    """
    checked = (_checked(statement, verifier) for statement in statements)
    return tuple(statement for statement in checked if statement is not None)


def _checked(statement: Statement, verifier: ClaimVerifier) -> Statement | None:
    quotes = [proof for proof in statement.proofs if not proof.row and proof.start is not None]
    text = _text_of(quotes)
    if not quotes or len(quotes) < len(statement.proofs) or not is_english((statement.text, text)):
        return statement
    judged = verifier.verify(statement.text, text)
    brief = judged.label == "unverifiable" and len(words(statement.text)) < _TELLING
    label = "supported" if brief else judged.label
    if label == "contradicted" or (label == "unverifiable" and judged.score < _SOFT):
        return None
    return replace(statement, label=label)


def _text_of(proofs: Sequence[Proof]) -> str:
    """The quotes, each a paragraph of its own."""
    return "\n\n".join(proof.quote for proof in proofs)

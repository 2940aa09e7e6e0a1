"""Papers that give different values for the same thing, told as what they are: a disagreement, each value with its proof.

By rule, from sentences that each answer the question by themselves: both speak of all that it names, both state one value of
the kind asked for, and the values differ. Whether the papers measured alike is for the reader to see: the quotes stand there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from paperatlas.agents.lead import lead
from paperatlas.agents.look import Found
from paperatlas.agents.operators.papers import short_title
from paperatlas.agents.phrasebook import phrasebook
from paperatlas.agents.proof import Source, prove
from paperatlas.agents.quoting import proofs_of
from paperatlas.agents.reason import Weighed
from paperatlas.agents.sentences import Sentence
from paperatlas.agents.state import Draft, Proof, Statement
from paperatlas.agents.terms import covered
from paperatlas.agents.values import has_shape
from paperatlas.agents.verify.quantities import quantities, same_unit, same_value
from paperatlas.core.ids import DocumentId
from paperatlas.core.types import ChunkKind, Document

__all__ = ["told_as_conflict"]

_OF_ONE_VALUE = frozenset({"count", "amount", "date"})
_SPEAKS_OF = 0.75
"""Share of the question's weight that a sentence must say itself, to be about the same thing and no other's."""
_BEHIND = 2.5
"""Log odds by which the other paper's sentence may be behind the best one: further off, hardly any answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Value:
    """What one paper says."""

    document: DocumentId
    text: str
    proofs: tuple[Proof, ...]


def told_as_conflict(draft: Draft, found: Found, weighed: Weighed, documents: Sequence[Document], source: Source) -> Draft:
    """The draft; where another paper gives another value for what it answers, both values, as a disagreement."""
    if draft.status == "abstained" or found.asked.wanted not in _OF_ONE_VALUE or len(found.plan.scope.documents) == 1:
        return draft
    own = _own(draft, found, weighed, source)
    if own is None:
        return draft
    others = _others(own, found, weighed, source)
    if not others:
        return draft
    titles = {document.id: short_title(document.title) for document in documents}
    phrases = phrasebook(found.plan.language)
    statements = tuple(
        Statement(
            text=phrases.say(
                f"conflict.{'first' if value is own else 'next'}",
                title=titles.get(value.document, value.document),
                value=value.text.rstrip("."),
            ),
            proofs=value.proofs,
        )
        for value in (own, *others)
    )
    told = prove(replace(draft, statements=statements, computed=None, status="answered", reason="conflict"), source)
    return told if len(told.statements) > 1 else draft


def _own(draft: Draft, found: Found, weighed: Weighed, source: Source) -> _Value | None:
    """The value of the draft: of the sentence that it quotes first."""
    for proof in (proof for statement in draft.statements for proof in statement.proofs):
        for ranked in weighed.ranked:
            if _is_quoted(ranked.sentence, proof) and (value := _value(ranked.sentence, found, source)):
                return value
    return None


def _others(own: _Value, found: Found, weighed: Weighed, source: Source) -> list[_Value]:
    """The values of other papers that differ from it, one a paper."""
    best = weighed.ranked[0].score
    values: dict[DocumentId, _Value] = {}
    agreeing: set[DocumentId] = {own.document}
    for ranked in weighed.ranked:
        document = ranked.sentence.hit.chunk.document
        if ranked.score < best - _BEHIND or document in values or document in agreeing:
            continue
        value = _value(ranked.sentence, found, source)
        if value is None:
            continue
        if _differ(own.text, value.text):
            values[document] = value
        else:
            agreeing.add(document)
    return list(values.values())


def _value(sentence: Sentence, found: Found, source: Source) -> _Value | None:
    """The value that a sentence gives for just what is asked; None where it may be another thing's."""
    chunk, asked, question = sentence.hit.chunk, found.asked, found.question.text
    named = [term for term in found.terms if term.is_name]
    if chunk.kind is not ChunkKind.TEXT or not named or covered(named, sentence.stems) < 1.0:
        return None
    if covered(found.terms, sentence.stems) < _SPEAKS_OF or has_shape(asked, sentence.text, question) < 1.0:
        return None
    text = lead(question, asked, found.terms, sentence.text)
    proofs = proofs_of(chunk, sentence.start, sentence.end, source)
    return _Value(document=chunk.document, text=text, proofs=proofs) if text and proofs else None


def _is_quoted(sentence: Sentence, proof: Proof) -> bool:
    if proof.start is None or proof.end is None or sentence.hit.chunk.document != proof.document:
        return False
    spans = sentence.hit.chunk.locate(sentence.start, sentence.end)
    return any(span.page == proof.page and span.start < proof.end and proof.start < span.end for span in spans)


def _differ(one: str, other: str) -> bool:
    """Whether two values of one unit are different; of what cannot be compared nobody can say so."""
    mine, theirs = quantities(one), quantities(other)
    if len(mine) != 1 or len(theirs) != 1 or not same_unit(mine[0], theirs[0]):
        return False
    return not same_value(mine[0], theirs[0]) and not same_value(theirs[0], mine[0])

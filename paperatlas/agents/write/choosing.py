"""What is shown in the end: the model's proven statements, or what was extracted where that answers more."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from paperatlas.agents.extract import MOST_CHARACTERS, MOST_LISTED
from paperatlas.agents.phrasebook import phrasebook
from paperatlas.agents.proof import Source, prove
from paperatlas.agents.state import Draft, Proof, Statement
from paperatlas.agents.terms import covered, present, question_terms
from paperatlas.agents.write.bearing import Scales
from paperatlas.agents.write.judging import Judged
from paperatlas.core.answers import Computed, Kind

__all__ = ["Written", "chosen", "may_be_rescued", "rescued"]

_SURE = 0.9
"""Confidence in an answer all of whose statements are borne out in the model's own words; each that is not takes its share."""
_UNSEEN = 0.7
"""What is left of an extracted answer's confidence when the model has found none, or another one that bears less on it."""
_BEHIND = 3.0
"""Log odds by which a model's best sentence may be behind the best one found: further off lies what is beside the point."""
_LISTED: frozenset[Kind] = frozenset({"list", "relation", "comparison"})
_CLOSE = 0.5
"""Log odds within which nobody can say which of two sentences answers: the model's choice holds. Beyond, both are shown."""
_LESS = 0.15
"""Share of the question's weight by which the model's statements may say less than the extracted ones."""
_SPOKEN_OF = 0.8
"""Share of the question's weight that a model's statements must speak of where the extraction refuses."""
_HALF = 0.5
"""The same where the model, asked again, says that they answer."""
_HOPELESS = 0.05
"""Confidence of the extraction in a question that names something which its document never mentions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What became of the sentences of one reply, or of two."""

    judged: tuple[Judged, ...]
    reply_missing: str = ""
    """What the model says that the passages do not hold."""
    missing: tuple[str, ...] = ()
    """Parts of the question that stayed without a statement after a second call."""
    turn: int = 0
    computed: Computed | None = None
    """What the tools have worked out, where a statement rests on it."""

    @property
    def proven(self) -> tuple[Judged, ...]:
        return tuple(each for each in self.judged if each.statement is not None)

    @property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(each.statement for each in self.judged if each.statement is not None)

    @property
    def faithful(self) -> float:
        """Share of the sentences that are borne out as the model put them."""
        return sum(not each.restated for each in self.proven) / len(self.judged) if self.judged else 0.0

    def joined(self, more: "Written") -> "Written":
        """Both, each statement once; what is missing is what the second says so of."""
        known = {statement.text for statement in self.statements}
        added = tuple(each for each in more.judged if each.statement is None or each.statement.text not in known)
        return replace(
            self,
            judged=(*self.judged, *added),
            reply_missing=more.reply_missing if more.judged else self.reply_missing,
            computed=self.computed or more.computed,
        )


def chosen(written: Written, extracted: Draft, scales: Scales, source: Source) -> Draft:
    """The better of two drafts where the extraction answers, with every quote checked."""
    proven = _bearing(written.proven, scales)
    draft = _draft(written, proven, source, scales.found.plan.language)
    unsure = replace(extracted, confidence=_UNSEEN * extracted.confidence)
    if not draft.statements:
        return unsure
    own, theirs = scales.of(proven), scales.of_draft(extracted)
    if own.behind > _BEHIND or own.shape < theirs.shape:
        return unsure
    if extracted.computed or written.missing or own.cover < theirs.cover - _LESS or own.behind > _CLOSE:
        most = MOST_LISTED if scales.found.plan.kind in _LISTED else MOST_CHARACTERS
        mine = _draft(replace(written, missing=_still_missing(written, extracted)), proven, source, scales.found.plan.language)
        return _both(mine, extracted, most) or unsure
    return replace(draft, confidence=max(draft.confidence, extracted.confidence))


def rescued(written: Written, scales: Scales, source: Source, *, confirmed: bool) -> Draft | None:
    """The model's answer to what the extraction refuses; None where it does not bear on the question enough.

    That the model gives it and that it is true is not enough: its sentence must be one that the extraction would answer by, or
    speak of all that is asked in the form asked for, or be `confirmed` and near to that.
    """
    proven = _bearing(written.proven, scales)
    draft = _draft(written, proven, source, scales.found.plan.language)
    if not draft.statements or not may_be_rescued(written, scales):
        return None
    bearing = scales.of(proven)
    speaks = bearing.cover >= _SPOKEN_OF and bearing.shape == 1.0 and bearing.behind <= _CLOSE
    if speaks or confirmed or scales.confidence(proven) >= scales.weighed.refuse_below:
        return replace(draft, confidence=_UNSEEN * draft.confidence)
    return None


def may_be_rescued(written: Written, scales: Scales) -> bool:
    """Whether a second opinion could make an answer of it: not where the question names what the papers never mention."""
    weighed = scales.weighed
    if not written.proven or (weighed.lacking and weighed.confidence <= _HOPELESS):
        return False
    bearing = scales.of(written.proven)
    return bearing.cover >= _HALF and bearing.shape > 0 and bearing.behind <= _BEHIND


def _bearing(proven: Sequence[Judged], scales: Scales) -> tuple[Judged, ...]:
    """The statements without those that are beside the point and not the model's own: a sentence that is told in the words of
    its quotes is only as good as these.
    """
    kept = tuple(each for each in proven if not each.restated or scales.of([each]).behind <= _BEHIND)
    return kept or tuple(proven)


def _draft(written: Written, proven: Sequence[Judged], source: Source, language: str) -> Draft:
    statements = [each.statement for each in proven if each.statement is not None]
    if written.missing and statements:
        last = statements[-1]
        lacking = phrasebook(language).say("part.not_stated", part="; ".join(written.missing)).rstrip(".")
        statements[-1] = replace(last, text=f"{last.text.rstrip('.')}. {lacking}")
    borne = sum(not each.restated for each in proven)
    draft = Draft(
        statements=tuple(statements),
        confidence=_SURE * (0.5 + 0.5 * borne / max(1, len(written.judged))),
        computed=written.computed,
        status="partial" if written.missing else "answered",
        reason="partly" if written.missing else None,
    )
    return prove(draft, source)


def _both(draft: Draft, extracted: Draft, most: int) -> Draft | None:
    """The model's statements, and of the extracted ones those from other places; None where that is too much to read."""
    added = [each for each in extracted.statements if not any(_overlap(each, other) for other in draft.statements)]
    together = (*draft.statements, *added)
    if sum(len(each.text) for each in together) > most:
        return None
    return replace(draft, statements=together, confidence=extracted.confidence, computed=draft.computed or extracted.computed)


def _still_missing(written: Written, extracted: Draft) -> tuple[str, ...]:
    """The parts without a statement that the extracted answer does not speak of either."""
    statements = extracted.statements
    said = present(" ".join([*(each.text for each in statements), *(p.quote for each in statements for p in each.proofs)]))
    return tuple(part for part in written.missing if covered(question_terms(part), said) < _SPOKEN_OF)


def _overlap(one: Statement, other: Statement) -> bool:
    return any(_same_place(mine, theirs) for mine in one.proofs for theirs in other.proofs)


def _same_place(one: Proof, other: Proof) -> bool:
    if (one.document, one.page, one.row) != (other.document, other.page, other.row):
        return False
    if one.start is None or one.end is None or other.start is None or other.end is None:
        return one.quote == other.quote
    return one.start < other.end and other.start < one.end

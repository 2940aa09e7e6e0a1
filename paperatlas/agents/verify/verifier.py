"""Whether a text bears out a claim. Pure: the same models, claim and text give the same judgement."""

from collections.abc import Sequence
from dataclasses import replace

from paperatlas.agents.verify.atoms import atoms
from paperatlas.agents.verify.finding import Finding
from paperatlas.agents.verify.fitted import Model, model
from paperatlas.agents.verify.kinship import Kinship
from paperatlas.agents.verify.passages import Passages, find
from paperatlas.agents.verify.signals import Signals, measure
from paperatlas.core.answers import Label
from paperatlas.core.ports import Embedder, Reranker
from paperatlas.core.text import match_key, sentences
from paperatlas.core.verdicts import Judgement, Quoted

__all__ = ["Verifier"]

_VERBATIM = 0.99
"""Score of a claim that stands in the text as it is."""
_QUOTE = 3
"""Sentences up to which a text vouches for no name that it does not have: of 78 claims with one, by hand and by rule, 4 were
right, and those by a fault of the rules. A longer text may name a thing in many ways."""
_UNNAMED = 0.3
"""Highest score of such a claim."""
_ABSTRACT = 25
"""Sentences up to which a text is judged as a whole. A longer one (a paper, several passages) holds every word of a claim
somewhere, and so would bear out almost anything: of 101 false claims over a library of the sample papers 73 passed as
supported. There the claim is held against the sentences that are nearest to it, one by one."""
_NEAREST = 4
"""Sentences of such a text that are judged."""
_QUOTED = 2
"""Sentences shown as evidence."""
_CLOSE = 0.6
"""Share of the best sentence's worth from which another is shown beside it."""


class Verifier:
    """Judges claims by the bundled models' view of them and by checks of its own. Safe to use from many threads."""

    def __init__(self, embedder: Embedder, reranker: Reranker) -> None:
        self._embedder, self._reranker = embedder, reranker
        self._kinship = Kinship(embedder)
        self._model: Model = model()

    def verify(self, claim: str, text: str, *, about: Sequence[tuple[int, str]] = ()) -> Judgement:
        """The judgement of a claim; one of several statements is judged by its worst.

        `about` is what the text speaks of, from an offset on: the titles of the papers that passages are from.
        """
        if not text.strip() or not claim.strip():
            return Judgement(claim=claim, label="unverifiable", score=0.0, evidence=(), why="there is nothing to compare")
        parts = atoms(claim)
        judged = [self._atom(part, text, about) for part in parts]
        worst = min(judged, key=lambda each: (_RANK[each.label], each.score))
        evidence = tuple(dict.fromkeys(quoted for each in judged for quoted in each.evidence))
        why = worst.why if len(parts) == 1 else f"“{worst.claim}”: {worst.why}"
        return replace(worst, claim=claim, evidence=evidence, why=why)

    def _atom(self, claim: str, text: str, about: Sequence[tuple[int, str]] = ()) -> Judgement:
        found = find(claim, text, self._embedder, self._reranker)
        if (verbatim := _verbatim(claim, found)) is not None:
            return Judgement(
                claim=claim, label="supported", score=_VERBATIM, evidence=(verbatim,), why="the text says so word for word"
            )
        if found.count > _ABSTRACT:
            return self._by_sentences(claim, text, found, about)
        signals = measure(found, self._kinship)
        label, score = self._model.judge(signals.inputs, found.count)
        if label == "supported" and found.count <= _QUOTE and any(finding.kind == "name" for finding in signals.findings):
            label, score = "unverifiable", min(score, _UNNAMED)
        worst = _worst(label, signals)
        why = worst.reason if worst else _PLAINLY[label]
        against = worst.kind if worst else ""
        return Judgement(claim=claim, label=label, score=score, evidence=_evidence(found), why=why, against=against)

    def _by_sentences(self, claim: str, text: str, found: Passages, about: Sequence[tuple[int, str]]) -> Judgement:
        """By the nearest sentence that bears it out or contradicts it; where none does either, by the nearest one.

        A sentence is read after the one before it and after what it is about, which it need not name again.
        """
        spans = sentences(text)
        judged = []
        for each in found.ranked[:_NEAREST]:
            before = next((text[start:end] for start, end in reversed(spans) if end <= each.start), "")
            title = next((f"{title}." for start, title in reversed(about) if start <= each.start), "")
            read = self._atom(claim, " ".join(part for part in (title, before, each.text) if part))
            judged.append(replace(read, evidence=(Quoted(quote=each.text, start=each.start, end=each.end),)))
        return next((each for each in judged if each.label != "unverifiable"), judged[0])


_RANK: dict[Label, int] = {"contradicted": 0, "unverifiable": 1, "supported": 2}


def _verbatim(claim: str, found: Passages) -> Quoted | None:
    key = match_key(claim).rstrip(".")
    for passage in found.ranked:
        if match_key(passage.text).rstrip(".") == key:
            return Quoted(quote=passage.text, start=passage.start, end=passage.end)
    return None


def _evidence(found: Passages) -> tuple[Quoted, ...]:
    best = found.ranked[0].worth
    return tuple(
        Quoted(quote=each.text, start=each.start, end=each.end) for each in found.ranked[:_QUOTED] if each.worth >= _CLOSE * best
    )


_AGAINST = frozenset({"opposite", "denied", "swapped", "number", "term", "name"})


_PLAINLY: dict[Label, str] = {
    "supported": "the text says so",
    "contradicted": "the text says otherwise",
    "unverifiable": "the text does not say so",
}


def _worst(label: Label, signals: Signals) -> Finding | None:
    """The worst finding that fits the label; None where no check found anything."""
    if label == "supported":
        return None
    return next((finding for finding in signals.findings if label == "unverifiable" or finding.kind in _AGAINST), None)

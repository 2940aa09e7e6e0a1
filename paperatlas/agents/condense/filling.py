"""An elliptic follow-up put into the question before it: "and for French?" after "What is the accuracy for German?"."""

import re

from rapidfuzz import fuzz

from paperatlas.agents.condense.phrases import PREPOSITIONS, Slot, focus, kind_of, slots

__all__ = ["filled"]

_ALIKE = (frozenset({"of", "for", "about"}), frozenset({"in", "on", "at", "across"}), frozenset({"with", "using", "by", "from"}))
"""Prepositions that people use for one another."""
_STRICT = frozenset({"label", "year", "superlative", "ordinal"})
"""Kinds that only take the place of their own."""
_FITS = 0.5
"""From here a phrase may take another's place. Same kind alone gives 0.6, similar spelling up to 0.5 on top."""


def filled(phrase: str, previous: str) -> str:
    """The previous question about something else."""
    preposition, wanted = _parted(phrase.strip(" ?.!"))
    kind = kind_of(wanted)
    best = max(slots(previous), key=lambda slot: _fit(slot, wanted, preposition), default=None)
    if best is not None and _fit(best, wanted, preposition) >= _FITS:
        return previous[: best.start] + _as(wanted, best) + previous[best.end :]
    stem, mark = _stem(previous)
    if preposition:
        return f"{stem} {preposition} {wanted}{mark}"
    return _anew(wanted, kind, previous) or f"{stem} for {wanted}{mark}"


def _anew(wanted: str, kind: str, previous: str) -> str:
    """A question of its own about something that has no place in the one before."""
    if kind == "paper":
        return f"What is {wanted} about?"
    about = focus(previous)
    if kind != "phrase" or not about:
        return ""
    if kind_of(about) == "paper":
        return f"What does {about} say about {wanted}?"
    return f"What {'are' if wanted.endswith('s') else 'is'} {wanted} of {about}?"


def _parted(phrase: str) -> tuple[str, str]:
    first, _, rest = phrase.partition(" ")
    return (first.lower(), rest) if first.lower() in PREPOSITIONS and rest else ("", phrase)


def _fit(slot: Slot, wanted: str, preposition: str) -> float:
    """How well a phrase takes a slot's place."""
    kind = kind_of(wanted)
    if kind in _STRICT or slot.kind in _STRICT:
        return float(kind == slot.kind and (kind != "label" or _first(wanted) == _first(slot.text)))
    if preposition and not _same(preposition, slot.preposition):
        return 0.0
    score = 0.6 if _sort(kind) == _sort(slot.kind) else _OTHER.get((kind, slot.kind), 0.0)
    if not score:
        return 0.0
    score += 0.5 * fuzz.ratio(wanted.lower(), slot.text.lower()) / 100
    score += 0.4 * bool(preposition) + 0.15 * (slot.preposition in ("of", "subject", "for", ""))
    # "What about recall?" asks for something else of the same thing; "the base model" for the same of something else.
    return score + 0.3 * (kind == "phrase" and (slot.kind == "head") != _definite(wanted))


_OTHER = {("name", "paper"): 0.4, ("name", "phrase"): 0.3, ("phrase", "name"): 0.3}
"""What may take another kind's place where it fits otherwise: "and BERT?" after "Who wrote the ELMo paper?"."""


def _definite(phrase: str) -> bool:
    return re.match(r"(?:the|a|an)\s", phrase, re.IGNORECASE) is not None


def _sort(kind: str) -> str:
    return "phrase" if kind == "head" else kind


def _same(one: str, other: str) -> bool:
    return one == other or any(one in alike and other in alike for alike in _ALIKE)


def _first(label: str) -> str:
    return re.sub(r"^(?:the|a|an)\s+", "", label.lower()).split()[0]


def _as(wanted: str, slot: Slot) -> str:
    """The phrase in the form of what it replaces: without a second article before a bare word, a name as a paper's."""
    if slot.kind in ("superlative", "ordinal"):
        return re.sub(r"^(?:the|a|an)\s+|\s+ones?$", "", wanted, flags=re.IGNORECASE)
    if slot.kind == "paper" and kind_of(wanted) == "name" and not slot.text.startswith(('"', "the paper")):
        return f"the {wanted} {slot.text.split()[-1]}"
    return wanted


def _stem(question: str) -> tuple[str, str]:
    question = question.strip()
    mark = question[-1] if question[-1:] in "?.!" else "?"
    return question.rstrip("?.! "), mark

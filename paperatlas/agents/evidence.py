"""Which sentences answer: the signals of each, weighed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from paperatlas.agents.asked import Asked
from paperatlas.agents.definitions import core_of
from paperatlas.agents.fitted import sentence_weights
from paperatlas.agents.presence import is_bibliography
from paperatlas.agents.sentences import Sentence, Signals, read_signals
from paperatlas.agents.terms import Term, content_stems, covered, stems
from paperatlas.core.orders import asks_about_orders, tainted
from paperatlas.core.ports import Embedder
from paperatlas.core.types import ChunkKind

__all__ = ["Ranked", "is_aside", "is_order", "is_readable", "prior", "rank"]

_UNDEFINED = 2.0
"""Taken off a sentence that does not define, where a definition is asked for: what a name is, is said in set phrases."""
_OPENING = 0.8
"""Added for abstract and introduction where a definition or purpose is asked for: papers say there what they are about."""
_OWN_PAPER = 1.0
"""Added in the paper that is about what the question names: others mention it, this one knows."""
_PINNED = 1.0
"""Added for a sentence that says itself, or need not say, the names that a question is pinned to: its passage may say them of
something else."""
_ABSTRACT = 0.4
"""Added for the abstract besides: it was weighed word by word."""
_VALUELESS = 2.0
"""Taken off a sentence without any value of the kind asked for."""
_OF_ANOTHER_THING = 0.7
"""Taken off a sentence whose numbers do not count the thing asked about."""
_LEAST_NEWS = 3
"""Words that a sentence must add to the question's own to be an answer rather than a title or an echo."""
_NOTHING_NEW = 2.0
_ECHO = 6.0
"""Taken off a sentence that says nothing but the question's words and asks the same, as headings do, or points elsewhere."""
_ASKS = re.compile(r"(?:why|what|how|when|where|which|who|does|do|did|is|are|can|should)\b", re.IGNORECASE)
_APART = 1.5
"""Taken off related work, acknowledgements and appendices: they speak of other things than the paper's own."""

_OF_OTHERS = re.compile(
    r"\bet al\b|\b(?:recently|previously) (?:published|reported)\b"
    r"|\b(?:previous|recent|earlier|prior|another|other|several|some|many|most) (?:\w+ ){0,3}"
    r"(?:stud(?:y|ies)|works?|papers?|trials?|authors|researchers|meta-analys[ei]s|reviews?|reports?)\b",
    re.IGNORECASE,
)
"""What others found: whether something holds is asked of the paper itself."""

_BESIDE = 1.0
"""Taken off captions, table rows and sentences that point at them, unless a figure or table is asked about; off formulas
unless one is asked for; and off pointers to the web."""
_POINTER = re.compile(r"(?:As (?:shown|seen) in |In )?(?:Tables?|Fig(?:ures?|s?\.)|Sections?|Appendix)\s*[\dA-Z]", re.IGNORECASE)
_MATHS = re.compile(r"[=∈∑√×∥≤≥←→∂∇±·�]")
_FORMULA = re.compile(
    r"\b(?:formulas?|equations?|loss|function|defined|computed?|calculated?|objective|complexity)\b", re.IGNORECASE
)
_LABEL = re.compile(r"\b(?:fig(?:ure|\.)?|tab(?:le|\.)?)\s*\d", re.IGNORECASE)
_REFERS = re.compile(
    r"\b(?:please )?(?:refer(?:s|red)? to|see|(?:given|listed|shown|reported|summari[sz]ed|found|provided|presented|described"
    r"|detailed|included|available) in) (?:the )?(?:Tables?|Fig(?:ures?|s?\.)|Sections?|Sec\.|Appendi(?:x|ces))\s*[\dA-Z][\w.]*",
    re.IGNORECASE,
)
"""Where else something is told, which tells nothing of it."""
_IMPRINT = re.compile(
    r"(?:\d+(?:st|nd|rd|th)\b.{0,40}\b(?:Conference|Workshop|Symposium|Meeting)\b|Proceedings of\b|Copyright\b|©|Published as a\b"
    r"|Preprint\b|Accepted (?:to|at|by|for)\b|Under review\b|arXiv:)"
)
"""How a notice of the publication begins, which stands among the text of a first page."""
_URL = re.compile(r"https?://|www\.", re.IGNORECASE)

_IS_ABSTRACT = re.compile(r"^abstract\b", re.IGNORECASE)
_OPENS = re.compile(r"\b(?:abstract|introduction|overview|summary)\b|^$", re.IGNORECASE)
_ASIDE = re.compile(
    r"related work|acknowledg|appendi|limitation|ethic|checklist|broader impact|author contribution", re.IGNORECASE
)
_READABLE = 0.55
"""Share of letters and spaces below which a "sentence" is a formula or the torn text of a chart."""
_MOST_WORDS = 110
"""Longer "sentences" are lists of names or badly torn text."""
_TEXTS = 4096
"""Sentences of which it is remembered whether they can be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A sentence with what speaks for it and its score (log odds of being the one that answers)."""

    sentence: Sentence
    signals: Signals
    score: float


def rank(question: str, asked: Asked, terms: Sequence[Term], candidates: Sequence[Sentence], embedder: Embedder) -> list[Ranked]:
    """The candidates that can be read, best first."""
    candidates = [sentence for sentence in candidates if is_readable(sentence)]
    if not asks_about_orders(question):
        candidates = [sentence for sentence in candidates if not is_order(sentence)]
    found = [
        Ranked(
            sentence=sentence,
            signals=signals,
            score=sentence_weights().log_odds(signals.values()) + prior(question, asked, terms, sentence, signals),
        )
        for sentence, signals in read_signals(question, asked, terms, candidates, embedder)
    ]
    return sorted(found, key=lambda ranked: -ranked.score)


def is_readable(sentence: Sentence) -> bool:
    return not is_bibliography(sentence.hit.chunk.section) and _is_prose(sentence.text)


def is_order(sentence: Sentence) -> bool:
    """Whether it tells a machine what to do, or goes on from a sentence that does: it says nothing about anything."""
    return any(start < sentence.end and sentence.start < end for start, end in tainted(sentence.hit.chunk.text))


@lru_cache(maxsize=_TEXTS)
def _is_prose(text: str) -> bool:
    if len(text.split()) > _MOST_WORDS or _IMPRINT.match(text):
        return False
    return sum(char.isalpha() or char.isspace() for char in text) >= _READABLE * len(text)


def _is_headed_so(asked: Asked, section: str) -> bool:
    """Whether the innermost section is called what is asked for."""
    subject = stems(" ".join(core_of(asked.subject) or asked.focus))
    heading = [stem for stem in stems(section.rpartition(" > ")[2]) if not stem[0].isdigit()]
    return bool(subject) and heading == subject


def is_aside(section: str) -> bool:
    """Whether a section speaks of other things than what its paper does and finds."""
    return _ASIDE.search(section) is not None


def _news(question: str, sentence: Sentence) -> int:
    """How many words of weight a sentence adds to the question's, its own label and pointers elsewhere not counted."""
    text = _LABEL.sub("", sentence.text, count=1) if _LABEL.match(sentence.text) else _REFERS.sub("", sentence.text)
    return len(content_stems(text).difference(stems(question)))


def prior(question: str, asked: Asked, terms: Sequence[Term], sentence: Sentence, signals: Signals) -> float:
    section = sentence.hit.chunk.section
    total = 0.0
    if asked.wanted == "definition":
        total -= _UNDEFINED * (1 - signals.shape)
    if asked.wanted in {"count", "amount", "date"} and signals.shape == 0:
        total -= _VALUELESS
    elif asked.wanted == "count" and signals.shape < 1:
        total -= _OF_ANOTHER_THING
    news = _news(question, sentence)
    if news < _LEAST_NEWS:
        echoes = not news and (_ASKS.match(sentence.text) or _REFERS.search(sentence.text))
        total -= _ECHO if echoes else _NOTHING_NEW
    if asked.wanted == "verdict" and _OF_OTHERS.search(sentence.text) and not _OF_OTHERS.search(question):
        total -= _APART
    if asked.wanted in {"definition", "name", "clause"} and _is_headed_so(asked, section):
        total += _OPENING
    if asked.wanted in {"definition", "purpose"} and _OPENS.search(section):
        total += _OPENING
    named = [term for term in terms if term.is_name]
    total += _OWN_PAPER * covered(named, sentence.given)
    total += _PINNED * covered(named, sentence.given.union(sentence.stems))
    if _IS_ABSTRACT.search(section):
        total += _ABSTRACT
    beside = sentence.hit.chunk.kind is not ChunkKind.TEXT or _POINTER.match(sentence.text)
    if beside and not _LABEL.search(question):
        total -= _BESIDE
    if len(_MATHS.findall(sentence.text)) > 1 and asked.wanted != "definition" and not _FORMULA.search(question):
        total -= _BESIDE
    if _URL.search(sentence.text) and asked.wanted != "place":
        total -= _BESIDE
    if is_aside(section):
        total -= _APART
    return total

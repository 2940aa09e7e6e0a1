"""The extractive reasoner: the fewest verbatim sentences that answer, led by the value where a value is asked for."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from paperatlas.agents.asked import NUMBER_WORDS, Asked
from paperatlas.agents.definitions import core_of
from paperatlas.agents.evidence import Ranked, is_order
from paperatlas.agents.lead import lead
from paperatlas.agents.proof import Source
from paperatlas.agents.quoting import is_clear, proofs_of
from paperatlas.agents.sentences import Sentence
from paperatlas.agents.sides import best_for_each, sides_of
from paperatlas.agents.state import Statement
from paperatlas.agents.terms import Term, covered, stems
from paperatlas.agents.twin import twin_of
from paperatlas.agents.values import has_shape
from paperatlas.core.orders import asks_about_orders
from paperatlas.core.text import sentences, words
from paperatlas.core.types import Chunk, ChunkKind

__all__ = ["MOST_CHARACTERS", "MOST_LISTED", "extract"]

MOST_CHARACTERS = 380
"""A fact's answer, marks not counted: what one reads at a glance."""
MOST_LISTED = 900
"""The same for lists and relations."""
_MOST_SENTENCES = 3
_ADDS = 0.15
"""Share of the question's weight that a further sentence must add to be worth reading."""
_CLOSE = 2.5
"""Log odds by which such a sentence may fall behind the best one."""
_TIE = 0.75
"""Log odds within which nobody can say which of two sentences answers: both are shown, where there is room."""
_OF_ONE_VALUE = frozenset({"count", "amount", "date", "person", "place", "choice", "verdict"})
"""What one sentence says or does not say: a second one only adds other numbers."""
_LEANS = re.compile(
    r"(?:(?:To|For|In|From|With|By) (?:\w+ ){0,2}(?:this|these|that|those|such)\b(?! (?:paper|work|section|study|article|report))"
    r"|It|They|This|These|Those|That|Such|He|She|Its|Their|Here|Thus|Therefore|Hence|The (?:former|latter|same))\b",
    re.UNICODE,
)
"""A sentence that begins so cannot be understood without the one before it."""
_FOLLOWS = re.compile(r"\b(?:thus|therefore|hence|consequently|this|these|such)\b", re.IGNORECASE)
_CAUSE = re.compile(r"\b(?:because|since|due to|owing to|as a result of|so that|in order to)\b", re.IGNORECASE)
"""Where a reason is wanted, a sentence that only draws the conclusion needs the one before it."""
_FIRST_ITEM = re.compile(r"(?:^|[\s:])\(?(?:1|i|a)[.)]\s")
_MOST_ITEMS = 8
_ITEM = re.compile(r"[•▪◦*–-]\s|\(?[\divx]{1,3}[.)]\s")
"""How an item of a list begins."""


def extract(
    question: str, asked: Asked, terms: Sequence[Term], ranked: Sequence[Ranked], source: Source, *, most: int
) -> tuple[Statement, ...]:
    """The statements that answer, in reading order, the direct value first when it can be cut out safely."""
    if (sides := sides_of(question)) and (told := best_for_each(sides, ranked)):
        return _of_sides(told, most, terms, source)
    chosen = _chosen(asked, terms, ranked, most)
    best = chosen[0]
    if not asks_about_orders(question):
        chosen = [sentence for sentence in chosen if not is_order(sentence)]
    statements = [_statement(sentence, most, terms, source) for sentence in _reading_order(chosen)]
    value = lead(question, asked, terms, _with_what_leans_on_it(chosen, asked))
    if value and sum(len(s.text) for s in statements) + len(value) <= most:
        statements.insert(0, Statement(text=value, proofs=proofs_of(best.hit.chunk, best.start, best.end, source)))
    return tuple(statement for statement in statements if statement.proofs)


def _of_sides(told: Sequence[tuple[str, Ranked]], most: int, terms: Sequence[Term], source: Source) -> tuple[Statement, ...]:
    """A line a side, which begins with its name where the sentence does not."""
    room = most // len(told)
    lines = []
    for name, ranked in told:
        said = _statement(ranked.sentence, room - len(name) - 2, terms, source)
        begins = not name or set(stems(name)) <= set(stems(said.text[: len(name) + _LEAD]))
        lines.append(said if begins else replace(said, text=f"{name[:1].upper()}{name[1:]}: {said.text}"))
    return tuple(line for line in lines if line.proofs)


_LEAD = 12
"""Characters before a side's name with which a sentence still begins with it ("The ", "In contrast, ")."""


def _with_what_leans_on_it(chosen: Sequence[Sentence], asked: Asked) -> str:
    """The best sentence; for yes or no with the chosen ones beside it, where one leans on the other: "It is free"."""
    best = chosen[0]
    if asked.wanted != "verdict":
        return best.text
    beside = sorted((each for each in chosen if each.hit.chunk.id == best.hit.chunk.id), key=lambda each: each.start)
    leaning = all(_LEANS.match(each.text) for each in beside[1:])
    return " ".join(each.text for each in beside) if leaning else best.text


def _chosen(asked: Asked, terms: Sequence[Term], ranked: Sequence[Ranked], most: int) -> list[Sentence]:
    """The best sentence, then what it needs or lacks: the sentence before it, or another that covers more of the question."""
    best = ranked[0].sentence
    chosen = [best]
    room = most - len(best.text)
    leans = _LEANS.match(best.text) or (asked.wanted == "reason" and _FOLLOWS.search(best.text) and not _CAUSE.search(best.text))
    if leans and (before := _before(best)) and len(before.text) <= room:
        chosen.append(before)
        room -= len(before.text)
    items = _continuation(best, asked)
    if items and asked.wanted != "definition":
        room += MOST_LISTED - most  # a list is told to its end
    for after in items:
        if len(after.text) > room:
            break
        chosen.append(after)
        room -= len(after.text)
    wanted = 2 if asked.wanted in _OF_ONE_VALUE else _MOST_SENTENCES
    for rival in ranked[1:]:
        if len(chosen) >= wanted or rival.score < ranked[0].score - _CLOSE:
            break
        sentence = rival.sentence
        have = [stem for each in chosen for stem in each.stems]
        gain = covered(terms, [*have, *sentence.stems]) - covered(terms, have)
        tied = asked.wanted not in {"definition", *_OF_ONE_VALUE} and len(chosen) == 1 and rival.score >= ranked[0].score - _TIE
        worth = gain >= _ADDS or tied
        if worth and len(sentence.text) <= room and sentence.hit.chunk.document == best.hit.chunk.document:
            chosen.append(sentence)
            room -= len(sentence.text)
    return chosen


def _continuation(best: Sentence, asked: Asked) -> list[Sentence]:
    """What belongs to the sentence: the next one where it goes on about what was defined, the things that it announces."""
    after = _after(best)
    if after is None:
        return []
    if count := _announced(best.text, asked):
        found = [after]
        if _FIRST_ITEM.search(best.text) and not _ITEM.match(after.text):
            return []
        while len(found) < count and (item := _after(found[-1])) and _ITEM.match(item.text):
            found.append(item)
        return found
    if asked.wanted == "definition" and _ONLY_NAMES.match(best.text) and len(best.text) <= _BRIEF:
        return [after, *filter(None, [_after(after)])]
    return [after] if _goes_on(after.text, asked) else []


_ONLY_NAMES = re.compile(r"(?:Here,? )?[Ww]e (?:call|term|name|dub)\b|[Tt]his (?:\w+ ){0,3}is (?:called|termed|named)\b")
"""A sentence that gives a thing its name, and leaves it to the next ones to say what it is."""
_BRIEF = 120


def _goes_on(text: str, asked: Asked) -> bool:
    """Whether a sentence goes on about what the one before it defined."""
    subject = core_of(asked.subject)
    points_back = re.match(r"(?:It|This|They|These)\b", text) is not None
    return asked.wanted == "definition" and (points_back or words(text)[: len(subject)] == subject)


def _announced(text: str, asked: Asked) -> int:
    """How many of the things asked for a sentence announces and leaves to the next to name; 0 where it does not."""
    count = asked.number or next((number for number, word in NUMBER_WORDS.items() if word in asked.focus), 0)
    if _FIRST_ITEM.search(text) and not re.search(r"(?:2|ii|b)[.)]\s", text) and (asked.wanted == "list" or count):
        return (count or _MOST_ITEMS) - 1
    if not count or not {str(count), NUMBER_WORDS.get(count, "")} & set(words(text)):
        return 0
    return count if has_shape(replace(asked, wanted="list", number=count), text, "") < 1.0 else 0


def _before(sentence: Sentence) -> Sentence | None:
    """The sentence before this one in its chunk."""
    earlier = [bounds for bounds in sentences(sentence.hit.chunk.text) if bounds[1] <= sentence.start]
    return _beside(sentence, earlier[-1]) if earlier else None


def _after(sentence: Sentence) -> Sentence | None:
    """The sentence after this one in its chunk."""
    later = [bounds for bounds in sentences(sentence.hit.chunk.text) if bounds[0] >= sentence.end]
    return _beside(sentence, later[0]) if later else None


def _beside(sentence: Sentence, bounds: tuple[int, int]) -> Sentence:
    start, end = bounds
    text = sentence.hit.chunk.text[start:end]
    return replace(sentence, text=text, start=start, end=end, stems=tuple(stems(text)))


def _reading_order(chosen: Sequence[Sentence]) -> list[Sentence]:
    """The best sentence's chunk first; within a chunk as printed."""
    first = chosen[0].hit.chunk.id
    return sorted(chosen, key=lambda s: (s.hit.chunk.id != first, s.hit.chunk.document, s.hit.chunk.ordinal, s.start))


def _statement(sentence: Sentence, most: int, terms: Sequence[Term], source: Source) -> Statement:
    chunk, start, end = _where_found(sentence, source)
    return Statement(text=_cut(_plain(chunk.text[start:end]), most, terms), proofs=proofs_of(chunk, start, end, source))


def _where_found(sentence: Sentence, source: Source) -> tuple[Chunk, int, int]:
    """Where the sentence stands; where readers of the file do not find it there, where the paper says the same again."""
    chunk = sentence.hit.chunk
    spans = chunk.locate(sentence.start, sentence.end) if chunk.kind is ChunkKind.TEXT else ()
    if all(is_clear(chunk.document, span, source) for span in spans):
        return chunk, sentence.start, sentence.end
    return twin_of(sentence.text, chunk.document, source) or (chunk, sentence.start, sentence.end)


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _cut(text: str, most: int, terms: Sequence[Term]) -> str:
    """The run of clauses within `most` characters that says most of what is asked; the whole text where it fits."""
    if len(text) <= most:
        return text
    breaks = [0, *(match.end() for match in re.finditer(r"[,;:]\s|\s[–—]\s|\s(?=\()|\)\s", text)), len(text)]
    if max(b - a for a, b in pairwise(breaks)) > most:
        breaks = [0, *(match.end() for match in re.finditer(r"\s", text)), len(text)]
    runs = [(a, max(b for b in breaks if b - a <= most - 2)) for a in breaks[:-1]]
    start, end = max(runs, key=lambda run: (covered(terms, stems(text[run[0] : run[1]])), run[1] - run[0]))
    piece = text[start:end].strip(" ,;:–—(")
    return f"{'…' if start else ''}{piece}{'…' if end < len(text) else ''}"

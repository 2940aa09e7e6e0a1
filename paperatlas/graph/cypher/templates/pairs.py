"""Questions about two entities: how they are connected, how they compare, what they share."""

from collections.abc import Collection, Iterator, Mapping

from paperatlas.graph.cypher.asked import Asked
from paperatlas.graph.cypher.query import Composed, types_of
from paperatlas.graph.cypher.templates.pattern import FACT, likely, names
from paperatlas.graph.shape import STRUCTURE

__all__ = ["MAX_HOPS", "comparison", "connection", "shared"]

MAX_HOPS = 4
"""Relations from one entity to another: what is farther apart is connected to anything."""
_BIBLIOGRAPHY = frozenset({"AUTHORED_BY", "AFFILIATED_WITH", "PUBLISHED_IN", "CITES"})
"""A path over the venue in which both appeared says nothing of two methods; between people and papers it does."""
_FEW_HOPS = 2
"""Of paths that are all looked at."""
_PATHS = 3


def connection(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """The path between X and Y; how X is related to Y."""
    if len(asked.linked) < 2 or not asked.has(
        r"\b(?:path|chain|route|connections?|connected|connects?|links?|linked|relations?|relationships?|related|relates?|associations?)\b"
    ):
        return
    if any(one.sense.predicates and not one.noun for one in asked.relating):
        return  # "which methods related to X are evaluated on Y"
    first, last = asked.linked[0], asked.linked[1]
    ends = {first.entity.kind, last.entity.kind}
    usable = sorted(set(types) - set(STRUCTURE))
    plain = [name for name in usable if name not in _BIBLIOGRAPHY]
    parameters = {"first": likely(first), "last": likely(last)}
    lead = f"From {first.entity.name} to {last.entity.name}"
    choices = [usable] if ends & {"person", "work", "organisation"} else [plain, usable]
    for typed in dict.fromkeys(types_of(tuple(allowed)) for allowed in choices):
        if typed:
            yield _path(f"shortestPath((a)-[{typed}*..{MAX_HOPS}]-(b))", parameters, lead)
            # The embedded engine looks for the shortest path first and then at its edges; what a denial hid is looked for here.
            yield _path(f"(a)-[steps{typed}*1..{_FEW_HOPS}]-(b)", parameters, lead)
    yield Composed(
        template="named_together",
        cypher=(
            "MATCH (a:Entity)<-[r:MENTIONS]-(c:Chunk)-[s:MENTIONS]->(b:Entity) WHERE a.id IN $first AND b.id IN $last "
            "RETURN c.title AS paper, c.page AS page, c.section AS section ORDER BY paper, page"
        ),
        parameters=parameters,
        lead=f"Passages that name both {names(asked.linked[:2])}",
    )


def _path(pattern: str, parameters: Mapping[str, object], lead: str) -> Composed:
    """Paths of what is held to be so or possible: over a denial nothing is connected."""
    return Composed(
        template="path",
        cypher=(
            f"MATCH (a:Entity), (b:Entity) WHERE a.id IN $first AND b.id IN $last MATCH p = {pattern} "
            "WHERE all(r IN relationships(p) WHERE coalesce(r.standing, 'asserted') <> 'negated') "
            "RETURN [n IN nodes(p) | n.name] AS path, [r IN relationships(p) | type(r)] AS relations, "
            f"length(p) AS hops ORDER BY hops LIMIT {_PATHS}"
        ),
        parameters=parameters,
        lead=lead,
    )


def shared(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """What X and Y have in common."""
    del types
    if len(asked.linked) < 2 or not asked.has(r"\bin common\b|\bshared?\b|\bsimilar|\balike\b"):
        return
    first, last = asked.linked[0], asked.linked[1]
    yield Composed(
        template="shared",
        cypher=(
            "MATCH (a:Entity)-[r]-(y:Entity)-[s]-(b:Entity) WHERE a.id IN $first AND b.id IN $last AND type(r) = type(s) "
            f"AND (startNode(r).id = y.id) = (startNode(s).id = y.id) AND {FACT.format('r')} AND {FACT.format('s')} "
            "RETURN y.name AS name, y.type AS kind, type(r) AS relation, count(DISTINCT r.doc_id) AS papers "
            "ORDER BY papers DESC, name, relation"
        ),
        parameters={"first": likely(first), "last": likely(last)},
        lead=f"What {names(asked.linked[:2])} have in common",
    )


def comparison(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """Compare X and Y: what is said between them first, then what is said of each."""
    del types
    if len(asked.linked) < 2 or not asked.has(r"\bcompar|\bdiffer|\bversus\b|\bvs\b|\bbetter\b|\bworse\b|\binstead of\b"):
        return
    ids = [one for entity in asked.linked for one in likely(entity)]
    lead = f"{names(asked.linked)} compared"
    yield Composed(
        template="compare",
        cypher=(
            "MATCH (x:Entity)-[r]->(y:Entity) WHERE x.id IN $named OR y.id IN $named "
            "RETURN x.name AS head, type(r) AS relation, y.name AS tail, coalesce(r.metric, '') AS metric, "
            "coalesce(r.value, '') AS value, coalesce(r.standing, 'asserted') AS standing, "
            "CASE WHEN x.id IN $named AND y.id IN $named THEN 0 ELSE 1 END AS apart, count(DISTINCT r.doc_id) AS papers "
            "ORDER BY apart, relation, tail, metric, head, value"
        ),
        parameters={"named": ids},
        lead=lead,
    )

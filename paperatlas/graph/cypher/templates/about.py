"""Questions about one entity, or about all of a kind: what it stands for, what it is, all that is said of it, lists."""

from collections.abc import Collection, Iterator

from paperatlas.graph.cypher.asked import Asked
from paperatlas.graph.cypher.query import Composed
from paperatlas.graph.cypher.templates.numbers import counted
from paperatlas.graph.cypher.templates.pattern import FACT, likely, names
from paperatlas.graph.cypher.traced import EDGE

__all__ = ["all_of_kind", "described", "other_names", "related_kind"]

_NAMES = (
    r"\bstands? for\b|\bshort for\b|\babbreviat|\bacronym|\bfull (?:name|form)\b|\balias|\bother names?\b"
    r"|\balso (?:known|called)\b|\bsynonyms?\b|\bspelled out\b|\bexpan(?:d|sion)\b"
)

_THERE = "library|collection|graph|exist|available|known|stored|indexed|mentioned|named?|overall|altogether|total"
"""Words that say where all of a kind are, and nothing else."""
_SHOWN = 50
"""Of a long list, the entities whose places are shown."""
_DESCRIBED = (
    r"\brelations?\b|\brelationships?\b|\brelated\b|\bconnect|\blinked\b|\bneighbou?rs?\b|\btell me\b|\bknow\b|\bsaid\b"
    r"|\babout ¤|\bfacts?\b|^(?:what|who) (?:is|are|was|were) (?:an? |the )?¤|^(?:describe|explain|define) "
    r"|\b(?:kind|type|sort) of\b"
)


def other_names(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """What X stands for; other names of X."""
    del types
    if len(asked.linked) != 1 or not asked.has(_NAMES):
        return
    # A passage that has both the name and another form of it is where the paper says so.
    named = {"named": likely(asked.linked[0])}
    lead = f"{asked.linked[0].text} stands for"
    for condition in (" AND c.text CONTAINS e.name AND any(form IN e.aliases WHERE c.text CONTAINS form)", ""):
        yield Composed(
            template="other_names",
            cypher=(
                f"MATCH (c:Chunk)-[r:MENTIONS]->(e:Entity) WHERE e.id IN $named AND size(e.aliases) > 0{condition} "
                "WITH e, r ORDER BY r.weight DESC, r.page LIMIT 3 "
                "RETURN DISTINCT e.name AS name, e.aliases AS other_names, e.type AS kind"
            ),
            parameters=named,
            lead=lead,
        )
    yield Composed(
        template="other_names",
        cypher=(
            "MATCH (e:Entity) WHERE e.id IN $named AND size(e.aliases) > 0 "
            "RETURN e.name AS name, e.aliases AS other_names, e.type AS kind"
        ),
        parameters=named,
        lead=lead,
    )


def related_kind(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """X's datasets; the tasks of X; which metrics go with X."""
    del types
    if len(asked.linked) != 1 or not asked.wanted or not asked.wanted.kinds or asked.relating or asked.unread():
        return
    yield Composed(
        template="count" if counted(asked) else "related_kind",
        cypher=(
            "MATCH (x:Entity)-[r]-(y:Entity) WHERE x.id IN $named AND y.type IN $kinds AND NOT y.id IN $named "
            f"AND {FACT.format('r')} RETURN "
            + (
                "count(DISTINCT y) AS count"
                if counted(asked)
                else "y.name AS name, type(r) AS relation, count(DISTINCT r.doc_id) AS papers "
                "ORDER BY papers DESC, name, relation"
            )
        ),
        parameters={"named": likely(asked.linked[0]), "kinds": list(asked.wanted.kinds)},
        lead=f"{asked.wanted.noun} of {names(asked.linked)}".capitalize(),
    )


def described(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """The relations of X; what X is; what is known of it. What is denied is shown as denied."""
    if len(asked.linked) != 1 or not asked.has(_DESCRIBED):
        return
    is_a = "IS_A" in types and asked.has(
        r"^(?:what|who) (?:is|are|was|were) (?:an? |the )?¤|\b(?:kind|type|sort) of\b|^(?:define|explain) "
    )
    only = " AND type(r) = 'IS_A' AND startNode(r).id IN $named"
    for condition in [only, ""] if is_a else [""]:
        yield Composed(
            template="what_it_is" if condition else "relations",
            cypher=(
                f"MATCH (x:Entity)-[r]-(y:Entity) WHERE x.id IN $named{condition} "
                "RETURN startNode(r).name AS head, type(r) AS relation, endNode(r).name AS tail, "
                "coalesce(r.standing, 'asserted') AS standing, count(DISTINCT r.doc_id) AS papers "
                "ORDER BY papers DESC, relation, head, tail"
            ),
            parameters={"named": likely(asked.linked[0])},
            lead=f"What is said of {names(asked.linked)}",
        )


def all_of_kind(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """Which datasets are there? List all methods. How many papers?"""
    del types
    if asked.linked or not asked.wanted or asked.unread(_THERE):
        return
    if any(one.sense.predicates not in {(), ("MENTIONS",)} for one in asked.relating):
        return
    if not asked.has(r"^(?:list|show|name|give|which|what|how many|all|enumerate|count|find)\b|\bnumber of\b|\bare there\b"):
        return
    kinds, many = asked.wanted.kinds[:1], counted(asked)  # of a list, what is named, not what is often taken for it
    if kinds == ("work",):
        match, target = "MATCH (d:Document)-[r:IS]->(y:Entity)", "d"
        returned = "d.title AS name, d.year AS year ORDER BY name"
    else:
        match = f"MATCH (y:Entity){' WHERE y.type IN $kinds' if kinds else ''}"
        target, returned = "y", "y.name AS name, y.type AS kind, y.documents AS papers ORDER BY papers DESC, name"
    yield Composed(
        template="count" if many else "all_of_kind",
        cypher=f"{match} RETURN {f'count(DISTINCT {target}) AS count' if many else returned}",
        parameters={"kinds": list(kinds)},
        lead=f"{asked.wanted.noun} in the library".capitalize(),
        proof=""
        if kinds == ("work",)
        else f"{match} WITH y ORDER BY y.documents DESC, y.name LIMIT {_SHOWN} "
        f"MATCH (c:Chunk)-[r:MENTIONS]->(y) RETURN {EDGE.format('r')} AS edge",
    )

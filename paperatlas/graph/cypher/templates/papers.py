"""Questions about papers and people: papers by A, about X, co-authors, what a paper mentions, what is mentioned most."""

from collections.abc import Collection, Iterator

from paperatlas.graph.cypher.asked import Asked
from paperatlas.graph.cypher.query import Composed
from paperatlas.graph.cypher.templates.numbers import asked_for, counted, least, superlative
from paperatlas.graph.cypher.templates.pattern import likely, names
from paperatlas.graph.cypher.traced import EDGE

__all__ = ["co_authors", "mentioned", "mentioned_most", "papers_by"]

_OFTEN = "common|commonest|frequently|frequent|popular|often|prominent|discussed|mentioned|important"
"""What is common is what is named in many papers."""
_PAPERS = r"\b(?:papers?|articles?|publications?|works?|stud(?:y|ies)|documents?|manuscripts?)\b"


def co_authors(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """The co-authors of A; who wrote with A."""
    del types
    if len(asked.linked) != 1 or not asked.has(
        r"\bco-?authors?\b|\bcollaborat|\b(?:work(?:s|ed)?|wr(?:ite|ote|itten)|publish(?:ed)?) (?:together )?with ¤"
    ):
        return
    yield _counting(
        asked,
        template="co_authors",
        match=(
            "MATCH (a:Entity)<-[r:AUTHORED_BY]-(w:Entity)-[s:AUTHORED_BY]->(y:Entity) WHERE a.id IN $named AND NOT y.id IN $named"
        ),
        target="y",
        returned="y.name AS name, count(DISTINCT w) AS papers ORDER BY papers DESC, name",
        lead=f"Co-authors of {names(asked.linked)}",
    )


def papers_by(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """Papers by A; papers from an organisation."""
    if len(asked.linked) != 1 or not asked.has(rf"{_PAPERS}[^¤]*\b(?:by|of|from)\b (?:the )?(?:\w+ )?¤|¤ ?['’]s {_PAPERS}"):
        return
    if any(not one.noun and one.sense.predicates != ("AUTHORED_BY",) for one in asked.relating):
        return  # "papers cited by X"
    who = asked.linked[0].entity.kind
    if who == "person":
        yield _counting(
            asked,
            template="papers_by",
            match="MATCH (y:Entity)-[r:AUTHORED_BY]->(a:Entity) WHERE a.id IN $named",
            target="y",
            returned="DISTINCT y.name AS name ORDER BY name",
            lead=f"Papers by {names(asked.linked)}",
        )
    elif who == "organisation" and "AFFILIATED_WITH" in types:
        yield _counting(
            asked,
            template="papers_from",
            match="MATCH (y:Entity)-[r:AUTHORED_BY]->(p:Entity)-[s:AFFILIATED_WITH]->(o:Entity) WHERE o.id IN $named",
            target="y",
            returned="DISTINCT y.name AS name ORDER BY name",
            lead=f"Papers from {names(asked.linked)}",
        )


def mentioned(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """Papers about X; which papers mention X; what a paper mentions; the datasets in a paper."""
    del types
    if not asked.linked:
        return
    papers = asked.has(
        rf"{_PAPERS}[^¤]*\b(?:about|on|regarding|concerning|mention\w*|discuss\w*|cover\w*|describ\w*|address\w*)\b[^¤]*¤"
    )
    in_papers = asked.has(
        rf"¤ (?:is|are|was|were)?\s*(?:mentioned|discussed|described|named)|\bwhere\b[^¤]*¤|\bin (?:which|how many) {_PAPERS}"
    )
    if (
        papers
        or (in_papers and not _other_relation(asked))
        or (asked.has(r"\bmention") and asked.wanted and asked.wanted.kinds == ("work",))
    ):
        yield _counting(
            asked,
            template="papers_about",
            match=("MATCH (d:Document)-[:HAS_CHUNK]->(c:Chunk)-[r:MENTIONS]->(x:Entity) WHERE x.id IN $named"),
            target="d",
            returned=(
                "d.title AS paper, d.year AS year, count(DISTINCT c) AS passages, sum(r.weight) AS weight "
                "ORDER BY weight DESC, paper"
            ),
            lead=f"Papers that mention {names(asked.linked)}",
        )
    elif (
        asked.linked[0].entity.kind == "work" and asked.linked[0].entity.document and asked.wanted and not _other_relation(asked)
    ):
        yield _counting(
            asked,
            template="named_in_paper",
            match=(
                "MATCH (w:Entity)<-[:IS]-(d:Document)-[:HAS_CHUNK]->(c:Chunk)-[r:MENTIONS]->(y:Entity) WHERE w.id IN $named"
                + (" AND y.type IN $kinds" if asked.wanted.kinds else "")
            ),
            target="y",
            returned="y.name AS name, y.type AS kind, sum(r.count) AS mentions ORDER BY mentions DESC, name",
            lead=f"Named in {names(asked.linked[:1])}",
        )


def mentioned_most(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """The most common methods; which dataset is mentioned in most papers."""
    del types
    if asked.linked or not asked.kinds or not superlative(asked):
        return
    if not asked.has(rf"\b(?:{_OFTEN})\b|\bmention|\bin (?:the )?most papers") or asked.unread(_OFTEN) or _other_relation(asked):
        return
    kinds = asked.kinds[0].kinds if asked.kinds[0].kinds != ("work",) or len(asked.kinds) == 1 else asked.kinds[1].kinds
    first = (
        f"MATCH (y:Entity){' WHERE y.type IN $kinds' if kinds else ''} "
        f"WITH y ORDER BY y.documents{'' if least(asked) else ' DESC'}, y.mentions DESC, y.name LIMIT $top"
    )
    yield Composed(
        template="mentioned_most",
        cypher=f"{first} RETURN y.name AS name, y.type AS kind, y.documents AS papers, y.mentions AS mentions",
        proof=f"{first} MATCH (c:Chunk)-[r:MENTIONS]->(y) RETURN {EDGE.format('r')} AS edge",
        parameters={"kinds": list(kinds), "top": asked_for(asked)},
        lead="Mentioned in the fewest papers" if least(asked) else "Mentioned in the most papers",
    )


def _other_relation(asked: Asked) -> bool:
    return any(one.sense.predicates != ("MENTIONS",) for one in asked.relating)


def _counting(asked: Asked, *, template: str, match: str, target: str, returned: str, lead: str) -> Composed:
    """A list, or how long it is."""
    many = counted(asked)
    parameters: dict[str, object] = {"named": [one for entity in asked.linked for one in likely(entity)]}
    if "$kinds" in match and asked.wanted:
        parameters["kinds"] = list(asked.wanted.kinds)
    return Composed(
        template="count" if many else template,
        cypher=f"{match} RETURN {f'count(DISTINCT {target}) AS count' if many else returned}",
        parameters=parameters,
        lead=lead,
    )

"""Questions about one relation: what X uses, who uses X, whether X uses Y, how many do, which is used most."""

from collections.abc import Collection, Iterator

from paperatlas.graph.cypher.asked import Asked, Kind, Relating
from paperatlas.graph.cypher.lexicon import phrase_of
from paperatlas.graph.cypher.linking import Linked
from paperatlas.graph.cypher.query import Composed
from paperatlas.graph.cypher.templates.numbers import asked_for, counted, least, superlative
from paperatlas.graph.cypher.templates.pattern import FACT, Bound, arrow, bind, likely, meant, names
from paperatlas.graph.cypher.traced import EDGE

__all__ = ["related", "said_of_both", "superlatives"]

_BIBLIOGRAPHIC = frozenset({"AUTHORED_BY", "CITES", "PUBLISHED_IN", "PROPOSES", "WRITTEN_BY"})
"""Relations of a paper itself; of others "which papers use X" asks for the papers that say so."""


def said_of_both(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """Does X use Y? Which paper says that X outperforms Y? Denials are shown as such."""
    for relating in asked.relating:
        bound = bind(asked, relating)
        if relating.noun or relating.sense.predicates == ("MENTIONS",) or not (bound.subjects and bound.objects):
            continue
        heads, tails = (bound.subjects, bound.objects) if relating.sense.head == "subject" else (bound.objects, bound.subjects)
        predicates = meant(relating.sense, {one.entity.kind for one in tails}, types)
        link = arrow("r", predicates, forward=True, symmetric=relating.sense.symmetric)
        yield Composed(
            template="statement",
            cypher=(
                f"MATCH (x:Entity){link}(y:Entity) WHERE x.id IN $heads AND y.id IN $tails "
                "RETURN startNode(r).name AS head, type(r) AS relation, endNode(r).name AS tail, "
                "coalesce(r.standing, 'asserted') AS standing, count(DISTINCT r.doc_id) AS papers "
                "ORDER BY papers DESC, head, tail"
            ),
            parameters={"heads": _ids(heads), "tails": _ids(tails)},
            lead=f"What is said of {names(heads)} and {names(tails)}",
        )
        return


def related(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """What does X use? Which methods use X (and Y)? How many datasets does X use? Who are the authors of X?"""
    for relating in _nouns_first(asked):
        bound = bind(asked, relating)
        if relating.sense.predicates == ("MENTIONS",) or bool(bound.subjects) == bool(bound.objects):
            continue
        kind = _target(asked, bound)
        if kind and kind.kinds == ("work",) and not _BIBLIOGRAPHIC.intersection(relating.sense.predicates):
            yield _stating(asked, bound, types)
        else:
            yield _related(asked, bound, types, kind)
            if kind and kind.kinds:  # what kind a name is of is not always told by its papers
                yield _related(
                    asked, bound, types, kind._replace(noun=f"{kind.noun}, or of no kind", kinds=(*kind.kinds, "concept"))
                )
        if "CITES" in relating.sense.predicates and not bound.entity_is_head:
            yield _citing_origin(asked, bound)
        if "AUTHORED_BY" in relating.sense.predicates and bound.entity_is_head and "PROPOSES" in types:
            yield _authors_of_origin(asked, bound)
        return


def superlatives(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """The most used dataset; which method uses the most datasets."""
    if asked.linked or not asked.kinds or not superlative(asked) or asked.unread("widely|often|frequently|commonly|times"):
        return
    for relating in asked.relating:
        if relating.noun or not relating.sense.predicates or relating.sense.predicates == ("MENTIONS",):
            continue
        adjective = relating.at < asked.kinds[0].at
        target_is_subject = not (relating.passive or adjective)
        target_is_head = (relating.sense.head == "subject") == target_is_subject
        others = asked.kinds[1].kinds if len(asked.kinds) > 1 else ()
        predicates = meant(relating.sense, (*asked.kinds[0].kinds, *others), types)
        link = arrow("r", predicates, forward=target_is_head, symmetric=relating.sense.symmetric)
        order = "" if least(asked) else " DESC"
        match = (
            f"MATCH (y:Entity){link}(x:Entity) WHERE {FACT.format('r')}"
            f"{' AND y.type IN $kinds' if asked.kinds[0].kinds else ''}{' AND x.type IN $others' if others else ''}"
        )
        first = f"{match} WITH y, count(DISTINCT x) AS times ORDER BY times{order}, y.name LIMIT $top"
        yield Composed(
            template="superlative",
            cypher=f"{first} RETURN y.name AS name, y.type AS kind, times",
            proof=f"{first} WITH y {match} RETURN {EDGE.format('r')} AS edge",
            parameters={"kinds": list(asked.kinds[0].kinds), "others": list(others), "top": asked_for(asked)},
            lead=f"{'Least' if least(asked) else 'Most'} {relating.word}"
            if adjective or relating.passive
            else f"{asked.kinds[0].noun} by how many it {relating.word}".capitalize(),
        )
        return


def _nouns_first(asked: Asked) -> list[Relating]:
    return sorted(asked.relating, key=lambda one: not one.noun)


def _related(asked: Asked, bound: Bound, types: Collection[str], kind: Kind | None) -> Composed:
    sense = bound.relating.sense
    anchors, context = _listed(asked, bound.subjects or bound.objects)
    about = {one.entity.kind for one in anchors} | set(kind.kinds if kind else ())
    predicates = meant(sense, about, types)
    matches: list[str] = []
    conditions: list[str] = []
    parameters: dict[str, object] = {}
    groups = [[one for anchor in anchors for one in likely(anchor)]] if asked.has("¤ or ¤") else [likely(one) for one in anchors]
    for number, ids in enumerate(groups):
        link = arrow(f"r{number}", predicates, forward=bound.entity_is_head, symmetric=sense.symmetric)
        matches.append(f"(x{number}:Entity){link}(y:Entity)")
        conditions += [f"x{number}.id IN $named{number}", FACT.format(f"r{number}"), f"NOT y.id IN $named{number}"]
        parameters[f"named{number}"] = ids
    for number, one in enumerate(context):
        conditions.append(f"any(form IN $context{number} WHERE toLower(r0.quote) CONTAINS form)")
        parameters[f"context{number}"] = [form.lower() for form in (one.entity.name, *one.entity.aliases)]
    if kind and kind.kinds:
        conditions.append("y.type IN $kinds")
        parameters["kinds"] = list(kind.kinds)
    many = counted(asked)
    returned = (
        "count(DISTINCT y) AS count"
        if many
        else "y.name AS name, y.type AS kind, count(DISTINCT r0.doc_id) AS papers ORDER BY papers DESC, name"
    )
    return Composed(
        template="count" if many else "related" if len(groups) == 1 else "related_to_all",
        cypher=f"MATCH {', '.join(matches)} WHERE {' AND '.join(conditions)} RETURN {returned}",
        parameters=parameters,
        lead=_lead(bound, anchors, kind) + (f" where {names(context)} is named" if context else ""),
    )


def _listed(asked: Asked, named: tuple[Linked, ...]) -> tuple[tuple[Linked, ...], tuple[Linked, ...]]:
    """The entities of one list ("BERT and T5"), and those that only say where: "outperforms BERT on SQuAD"."""
    places = dict(zip(asked.linked, asked.places, strict=True))
    listed = [named[0]]
    for one in named[1:]:
        between = asked.words[places[listed[-1]] + 1 : places[one]]
        if not all(word in {"and", "or", "both", "as", "well", "the"} for word in between):
            break
        listed.append(one)
    return tuple(listed), named[len(listed) :]


def _stating(asked: Asked, bound: Bound, types: Collection[str]) -> Composed:
    """The papers that say so."""
    sense, anchors = bound.relating.sense, bound.subjects or bound.objects
    predicates = meant(sense, {one.entity.kind for one in anchors}, types)
    link = arrow("r", predicates, forward=bound.entity_is_head, symmetric=sense.symmetric)
    many = counted(asked)
    returned = (
        "count(DISTINCT d) AS count" if many else "d.title AS paper, d.year AS year, count(r) AS times ORDER BY times DESC, paper"
    )
    return Composed(
        template="count" if many else "papers_that_say",
        cypher=(
            f"MATCH (x:Entity){link}(y:Entity) WHERE x.id IN $named AND {FACT.format('r')} "
            f"MATCH (d:Document) WHERE d.id = r.doc_id RETURN {returned}"
        ),
        parameters={"named": _ids(anchors)},
        lead=f"Papers by which something {phrase_of(sense.predicates[0])} {names(anchors)}"
        if sense.predicates and not bound.entity_is_head
        else f"Papers that say it of {names(anchors)}",
    )


def _citing_origin(asked: Asked, bound: Bound) -> Composed:
    """A method is cited through the paper that proposed it."""
    anchors = bound.subjects or bound.objects
    many = counted(asked)
    returned = "count(DISTINCT y) AS count" if many else "y.name AS name, p.name AS cited ORDER BY name"
    return Composed(
        template="count" if many else "citing_its_paper",
        cypher=(
            "MATCH (y:Entity)-[r:CITES]->(p:Entity)-[s:PROPOSES]->(x:Entity) "
            f"WHERE x.id IN $named AND {FACT.format('s')} RETURN {'' if many else 'DISTINCT '}{returned}"
        ),
        parameters={"named": _ids(anchors)},
        lead=f"Papers that cite what proposes {names(anchors)}",
    )


def _authors_of_origin(asked: Asked, bound: Bound) -> Composed:
    """Who wrote a method is who wrote the paper that proposed it."""
    anchors = bound.subjects or bound.objects
    many = counted(asked)
    return Composed(
        template="count" if many else "authors_of_its_paper",
        cypher=(
            f"MATCH (x:Entity)<-[s:PROPOSES]-(w:Entity)-[r:AUTHORED_BY]->(y:Entity) WHERE x.id IN $named AND {FACT.format('s')} "
            f"RETURN {'count(DISTINCT y) AS count' if many else 'DISTINCT y.name AS name, w.name AS paper ORDER BY name'}"
        ),
        parameters={"named": _ids(anchors)},
        lead=f"Who wrote what proposes {names(anchors)}",
    )


def _target(asked: Asked, bound: Bound) -> Kind | None:
    """The kind asked for: not a noun that is the relation itself ("the authors of X")."""
    return next((kind for kind in asked.kinds if kind.at != bound.relating.at), None)


def _lead(bound: Bound, anchors: tuple[Linked, ...], kind: Kind | None) -> str:
    sense = bound.relating.sense
    what = f"{kind.noun} " if kind and kind.noun else ""
    said = phrase_of(sense.predicates[0]) if sense.predicates else "is related to"
    if bound.entity_is_head:
        return f"What {names(anchors)} {said}{f' ({what.strip()})' if what else ''}"
    return f"What {said} {names(anchors)}{f' ({what.strip()})' if what else ''}"


def _ids(linked: tuple[Linked, ...]) -> list[str]:
    return [one for entity in linked for one in likely(entity)]

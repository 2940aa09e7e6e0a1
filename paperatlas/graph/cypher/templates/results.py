"""Questions about results: X's F1 on D, the best method on D."""

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from paperatlas.core.text import fold
from paperatlas.graph.cypher.asked import Asked
from paperatlas.graph.cypher.lexicon import METRICS
from paperatlas.graph.cypher.linking import Linked
from paperatlas.graph.cypher.query import Composed
from paperatlas.graph.cypher.templates.numbers import asked_for
from paperatlas.graph.cypher.templates.pattern import FACT, likely, names

__all__ = ["best", "results"]

_NUMBER = "toFloat(replace(replace(split(split(r.value, ' ')[0], '±')[0], '%', ''), ',', ''))"
"""Of a value as printed: "63.6 %", "91.2±0.3" and "1,024" are numbers."""
_RESULT = (
    r"\b(?:results?|scores?|perform(?:s|ed|ance)?|achieves?|achieved|obtains?|obtained|reach(?:es|ed)?|gets?|reports?|reported)\b"
)
_BEST = r"\b(?:best|highest|lowest|worst|top|state of the art|sota|leads?|wins?|strongest|smallest|largest)\b"


class _Measure(NamedTuple):
    """A metric that a question names."""

    key: str
    """Folded: part of the metric as printed."""
    more_is_better: bool


def best(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """The best method on D (by M); which model has the lowest error on D."""
    del types
    measure, others = _measure(asked)
    if not others or not asked.has(_BEST) or (not measure and not asked.has(rf"{_RESULT}|\bon\b|\bstate of the art\b|\bsota\b")):
        return
    downward = _downward(asked, measure)
    yield Composed(
        template="best",
        cypher=(
            "MATCH (x:Entity)-[r]->(d:Entity) WHERE d.id IN $on AND r.value IS NOT NULL "
            f"AND {FACT.format('r')}{_metric_condition(measure)} "
            f"WITH x, d, r, {_NUMBER} AS number WHERE number IS NOT NULL "
            "RETURN x.name AS name, d.name AS dataset, r.metric AS metric, r.value AS value, number "
            f"ORDER BY {'' if measure else 'metric, '}number{'' if downward else ' DESC'}, name LIMIT $top"
        ),
        parameters=_parameters(measure, on=[one for entity in others for one in likely(entity)], top=asked_for(asked)),
        lead=f"{'Lowest' if downward else 'Highest'} on {names(others)}",
    )


def results(asked: Asked, types: Collection[str]) -> Iterator[Composed]:
    """The F1 of X on D; the results of X; how well X does on D."""
    del types
    measure, others = _measure(asked)
    if not others or not (measure or asked.has(rf"{_RESULT}|\bhow (?:well|good|accurate)\b")):
        return
    if any(not one.noun and "EVALUATED_ON" not in one.sense.predicates for one in asked.relating):
        return  # "who proposed the X loss"
    ends = "startNode(r).id IN $named AND endNode(r).id IN $named" if len(others) > 1 else "(x.id IN $named OR d.id IN $named)"
    yield Composed(
        template="results",
        cypher=(
            f"MATCH (x:Entity)-[r]->(d:Entity) WHERE {ends} AND r.value IS NOT NULL "
            f"AND {FACT.format('r')}{_metric_condition(measure)} "
            "RETURN x.name AS name, d.name AS dataset, r.metric AS metric, r.value AS value ORDER BY name, dataset, metric, value"
        ),
        parameters=_parameters(measure, named=[one for entity in others for one in likely(entity)]),
        lead=f"Results of {names(others, 'on')}",
    )


def _measure(asked: Asked) -> tuple[_Measure | None, tuple[Linked, ...]]:
    """The metric that is asked for, and the entities that are not it."""
    others = tuple(one for one in asked.linked if one.entity.kind != "metric" and not _known(fold(one.text)))
    named = next((fold(one.text) for one in asked.linked if one not in others), "")
    for name, more in METRICS:
        if named == name or re.search(rf"\b{re.escape(name)}\b", asked.plain):
            return _Measure(name, more), others
    return (_Measure(named, more_is_better=True) if named else None), others


def _known(text: str) -> bool:
    return any(text == name for name, _ in METRICS)


def _downward(asked: Asked, measure: _Measure | None) -> bool:
    if asked.has(r"\b(?:lowest|smallest)\b"):
        return True
    better_first = not asked.has(r"\bworst\b")
    return better_first != (measure.more_is_better if measure else True) and not asked.has(r"\b(?:highest|largest)\b")


def _metric_condition(measure: _Measure | None) -> str:
    return " AND toLower(coalesce(r.metric, '')) CONTAINS $metric" if measure else ""


def _parameters(measure: _Measure | None, **others: object) -> dict[str, object]:
    return {**others, "metric": measure.key} if measure else others

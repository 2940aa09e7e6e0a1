"""From a question to Cypher over any graph, by its schema."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from paperatlas.graph.cypher.foreign.pattern import Pattern, pattern_of, quoted
from paperatlas.graph.cypher.foreign.question import Question, understand
from paperatlas.graph.cypher.foreign.shape import Ordered, Shape
from paperatlas.graph.cypher.foreign.vocabulary import Property, Vocabulary

__all__ = ["ForeignQuery", "ask_schema"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignQuery:
    """Cypher with its parameters."""

    cypher: str
    parameters: Mapping[str, object]


def ask_schema(question: str, words: Vocabulary) -> ForeignQuery | None:
    """The query of a question whose every word the graph's schema accounts for; None for others."""
    understood = understand(question, words)
    pattern = pattern_of(understood) if understood else None
    if understood is None or pattern is None:
        return None
    conditions = _conditions(understood, pattern)
    returned = _returned(understood, pattern, words)
    if conditions is None or not returned:
        return None
    texts, parameters = conditions
    where = f" WHERE {' AND '.join(texts)}" if texts else ""
    return ForeignQuery(cypher=f"MATCH {pattern.match}{where} {returned}", parameters=parameters)


def _conditions(question: Question, pattern: Pattern) -> tuple[list[str], dict[str, object]] | None:
    """The texts and parameters of WHERE; None when the pattern lacks what a condition is about."""
    texts, parameters = [pattern.absent] if pattern.absent else [], {}
    for number, condition in enumerate(question.conditions):
        if condition.property.owner not in pattern.variables:
            return None
        parameters[f"value{number}"] = condition.value
        texts.append(condition.cypher(pattern.variables[condition.property.owner], f"$value{number}"))
    for number, one in enumerate(question.named):
        if one.label not in pattern.variables:
            return None
        # Where both ends are of one label, what is named is the other end.
        within = len({name for name in pattern.variables.values() if name in {"a", "b"}}) == 1 and pattern.other
        variable = pattern.other if within else pattern.variables[one.label]
        parameters[f"name{number}"] = one.value
        texts.append(f"{variable}.{quoted(one.property)} = $name{number}")
    return texts, parameters


def _returned(question: Question, pattern: Pattern, words: Vocabulary) -> str:
    """WITH, RETURN, ORDER BY and LIMIT; empty where they cannot be told."""
    shape = question.shape
    if shape.how == "count":
        return f"RETURN count(DISTINCT {pattern.target}) AS number"
    if shape.how == "average":
        return (
            f"RETURN avg({pattern.field(shape.head)}) AS average" if shape.head and shape.head.owner in pattern.variables else ""
        )
    if shape.counted:
        return _with_so_many(shape, pattern, words)
    fixed = _fixed(question, pattern, words)
    if shape.limit and not shape.order and _top(question) and pattern.other not in fixed - {""}:
        if not (shape.agent and pattern.other):
            return ""  # "the top five movies" of an order that is not said
        shape = replace(shape, order=Ordered(by="count", descending=True))
    if shape.order and shape.order.by in {"count", "average"}:
        return _grouped(shape, shape.order, pattern, words)
    return _plain(question, pattern, fixed, words)


def _with_so_many(shape: Shape, pattern: Pattern, words: Vocabulary) -> str:
    """Those that have more than two of the other end."""
    if not pattern.other or shape.counted is None:
        return ""
    limit = f" LIMIT {shape.limit}" if shape.limit else ""
    return (
        f"WITH {pattern.target}, count(DISTINCT {pattern.other}) AS number "
        f"WHERE number {shape.counted.operator} {shape.counted.number} "
        f"RETURN {pattern.name(pattern.target, words)} AS name{limit}"
    )


def _grouped(shape: Shape, order: Ordered, pattern: Pattern, words: Vocabulary) -> str:
    """The most or fewest, or the highest average."""
    if not pattern.other or (order.property and order.property.owner not in pattern.variables):
        return ""
    measure = f"avg({pattern.field(order.property)})" if order.property else f"count(DISTINCT {pattern.other})"
    extras = [pattern.field(one) for one in shape.extras if pattern.variables.get(one.owner) == pattern.target]
    return (
        f"WITH {pattern.target}, {measure} AS measure ORDER BY measure{' DESC' if order.descending else ''} "
        f"LIMIT {shape.limit or 1} RETURN {', '.join([pattern.name(pattern.target, words), *extras, 'measure'])}"
    )


def _plain(question: Question, pattern: Pattern, fixed: set[str], words: Vocabulary) -> str:
    """One row a node, or a relationship where one of its properties is asked for."""
    columns = list(dict.fromkeys(_columns(question, pattern, fixed, words)))
    order = _order_by(question, pattern)
    limit = question.shape.limit or (1 if question.shape.order and question.has(r"^(?:who|which|what)\b") else None)
    tail = f"{order}{f' LIMIT {limit}' if limit else ''}"
    if not pattern.other or any(column.startswith("r") for column in columns):
        return f"RETURN {', '.join(columns)}{tail}"
    # One node that is found twice is one: and after DISTINCT engines order by what is returned only.
    kept = [end for end in (pattern.target, pattern.other) if any(column.startswith(f"{end}.") for column in columns)]
    return f"WITH DISTINCT {', '.join(kept)}{tail} RETURN {', '.join(columns)}"


def _columns(question: Question, pattern: Pattern, fixed: set[str], words: Vocabulary) -> Iterator[str]:
    shape = question.shape
    if shape.head:
        ends = sorted({pattern.target, pattern.other} - {""} - fixed) if shape.head.of_relation else []
        yield from (pattern.name(end, words) for end in ends)
        yield pattern.field(shape.head)
    else:
        yield pattern.name(pattern.target, words)
        if pattern.other and (pattern.shared or _other_asked(question, pattern, words)):
            yield pattern.name(pattern.other, words)
    if shape.order and isinstance(shape.order.by, Property):
        yield pattern.field(shape.order.by)
    yield from (pattern.field(one) for one in shape.extras if one.owner in pattern.variables)


def _other_asked(question: Question, pattern: Pattern, words: Vocabulary) -> bool:
    """Whether the other end is wanted too: "and who are the producers", "who reviewed the movie with the highest rating"."""
    if question.has(r"\band who (?:is|are|was|were) the\b"):
        return True
    order = question.shape.order
    by_relation = order is not None and isinstance(order.by, Property) and order.by.of_relation
    return by_relation and any(token.label == pattern.label(pattern.other, words) for token in question.tokens)


def _order_by(question: Question, pattern: Pattern) -> str:
    order = question.shape.order
    if order and isinstance(order.by, Property):
        return f" ORDER BY {pattern.field(order.by)}{' DESC' if order.descending else ''}"
    if question.shape.limit and question.has(r"\bfirst\b"):
        # "The first three born after 1960": in the order of what is said of them.
        said = (one.property for one in question.conditions if one.property.year and one.operator != "=")
        first = next((prop for prop in said if pattern.variables[prop.owner] == pattern.target), None)
        return f" ORDER BY {pattern.field(first)}" if first else ""
    return ""


def _fixed(question: Question, pattern: Pattern, words: Vocabulary) -> set[str]:
    """The ends that the question names."""
    called = (
        one.property.owner
        for one in question.conditions
        if one.operator == "=" and words.naming.get(one.property.owner) == one.property.name
    )
    labels = (*called, *(one.label for one in question.named))
    return {pattern.variables[label] for label in labels if label in pattern.variables}


def _top(question: Question) -> bool:
    """Whether the best are asked for; "limited to the top five" asks for any."""
    return question.has(r"\btop\b") and not question.has(r"\blimited\b")

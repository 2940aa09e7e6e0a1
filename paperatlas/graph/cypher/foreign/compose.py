"""From a question to Cypher over any graph, by its schema; nothing when a word of the question is not accounted for."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from paperatlas.graph.cypher.foreign.filters import Condition, conditions
from paperatlas.graph.cypher.foreign.shape import Ordered, Shape, shape_of
from paperatlas.graph.cypher.foreign.tokens import Token, tokens_of
from paperatlas.graph.cypher.foreign.vocabulary import Named, Property, Relation, Vocabulary
from paperatlas.graph.cypher.lexicon import reserved_words

__all__ = ["ForeignQuery", "ask_schema"]

_OWN = frozenset(
    "who what which list show find name names give get retrieve all every any are is was were in of the to that have has had been "
    "be database graph dataset data someone anyone somebody whose where also each s limited year years people person persons "
    "different distinct number title titles titled did do does ever play played relationship relationships there exist "
    "same both it they them their not never no without involved available among gave given received receive".split()
)
"""Words of a question that stand for nothing in a query, or are looked at by pattern."""
_NEGATION = frozenset("not never no without ".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignQuery:
    """Cypher with its parameters."""

    cypher: str
    parameters: Mapping[str, object]


@dataclass(slots=True, kw_only=True)
class _Draft:
    """The parts of a query as they come together."""

    matches: list[str]
    variables: dict[str, str]
    """Of a label the variable of its node; of a type that of its relationship."""
    target: str
    other: str
    """The other end's variable; empty for a query of one node."""
    shared: bool = False
    """One node does two things to another."""


def ask_schema(question: str, words: Vocabulary) -> ForeignQuery | None:
    """The query of a question whose every word the graph's schema accounts for; None for others."""
    tokens = tokens_of(question, words)
    filters = conditions(tokens)
    shape = shape_of(tokens, words)
    if shape is None or re.search(r"\bwho are they\b", question):
        return None
    named = _named(tokens)
    relations = _relations(tokens, shape, filters, words)
    if named is None or relations is None or not _all_read(tokens):
        return None
    negated = any(token.text in _NEGATION for token in tokens)
    draft = _pattern(tokens, shape, relations, filters, named, negated=negated)
    return _query(draft, shape, filters, named, words, tokens) if draft else None


def _named(tokens: Sequence[Token]) -> list[Named] | None:
    """Nodes that the question names; None when it quotes something that is none."""
    named = []
    for token in tokens:
        if token.names and not token.read:
            if len(token.names) > 1:
                return None
            named.append(token.names[0])
            token.read = True
        elif token.quoted and not token.read:
            return None
    return named


def _relations(tokens: Sequence[Token], shape: Shape, filters: Sequence[Condition], words: Vocabulary) -> list[Relation] | None:
    """The relationships that a question speaks of, each once, in order; None when one is not clear."""
    found: list[Relation] = [shape.agent] if shape.agent else []
    for token in tokens:
        for candidates in (token.verbs, token.agents):
            if not candidates:
                continue
            if len(candidates) > 1:
                return None
            token.read = True
            found.append(candidates[0])
    props = [condition.property for condition in filters] + [*shape.extras, *([shape.head] if shape.head else [])]
    if shape.order and isinstance(shape.order.by, Property):
        props.append(shape.order.by)
    if shape.order and shape.order.property:
        props.append(shape.order.property)
    for prop in props:
        if prop.of_relation:
            found += [relation for relation in words.relations if relation.type == prop.owner]
    return list(dict.fromkeys(found))


def _all_read(tokens: Sequence[Token]) -> bool:
    """Whether nothing of the question is left over."""
    known = _OWN | (reserved_words() - {"most", "least", "best", "worst"})
    for token in tokens:
        token.read = token.read or bool(token.label) or (token.text in known and not token.quoted)
    return all(token.read for token in tokens)


def _pattern(
    tokens: Sequence[Token],
    shape: Shape,
    relations: Sequence[Relation],
    filters: Sequence[Condition],
    named: Sequence[Named],
    *,
    negated: bool,
) -> _Draft | None:
    labels = {relation.source for relation in relations} | {relation.target for relation in relations}
    if any(relation.source == relation.target for relation in relations):
        return _to_itself(tokens, shape, relations, filters, named)
    if len(labels) > 2:
        return None
    if not relations:
        return _alone(shape, filters, named)
    if len({(relation.source, relation.target) for relation in relations}) > 1:
        return None
    if negated:
        return _without(tokens, shape, relations)
    texts = " ".join(token.text for token in tokens)
    either = len(relations) > 1 and " or " in f" {texts} "
    together = re.search(r"\bsame\b|\bboth\b|\balso\b", texts) is not None
    if (len(relations) > 1 and either == together) or (len(relations) == 1 and re.search(r"\bsame\b", texts)):
        return None
    first = relations[0]
    variables = {first.source: "a", first.target: "b"}
    matches = []
    if either:
        kinds = "|".join(f"`{relation.type}`" for relation in relations)
        matches.append(f"(a:`{first.source}`)-[r0:{kinds}]->(b:`{first.target}`)")
    for number, relation in enumerate(() if either else relations):
        variables[relation.type] = f"r{number}"
        matches.append(f"(a:`{first.source}`)-[r{number}:`{relation.type}`]->(b:`{first.target}`)")
    label = shape.label or (shape.agent.source if shape.agent else first.source)
    if label not in variables:
        return None
    target = variables[label]
    return _Draft(
        matches=matches, variables=variables, target=target, other="b" if target == "a" else "a", shared=len(matches) > 1
    )


def _alone(shape: Shape, filters: Sequence[Condition], named: Sequence[Named]) -> _Draft | None:
    label = shape.label or (shape.head.owner if shape.head else "")
    if not label or any(condition.property.owner != label for condition in filters) or any(one.label != label for one in named):
        return None
    if shape.counted or (shape.order and shape.order.by == "count"):
        return None
    return _Draft(matches=[f"(a:`{label}`)"], variables={label: "a"}, target="a", other="")


def _without(tokens: Sequence[Token], shape: Shape, relations: Sequence[Relation]) -> _Draft | None:
    """What comes after a negation is what there is not: "people who produced but never acted in a movie"."""
    at = next(at for at, token in enumerate(tokens) if token.text in _NEGATION)
    before = {relation for token in tokens[:at] for relation in (*token.verbs, *token.agents)} & set(relations)
    after = {relation for token in tokens[at:] for relation in (*token.verbs, *token.agents)} & set(relations)
    if len(after) != 1 or len(before) > 1 or after & before:
        return None
    absent = after.pop()
    label = shape.label or (shape.agent.source if shape.agent else absent.source)
    if label not in {absent.source, absent.target}:
        return None
    forward = label == absent.source
    other = absent.target if forward else absent.source
    variables = {label: "a"}
    matches = [f"(a:`{label}`)"]
    for relation in before:
        variables |= {other: "b", relation.type: "r0"}
        matches = [f"(a:`{label}`){_arrow('r0', relation.type, forward=forward)}(b:`{other}`)"]
    condition = f"NOT EXISTS {{ MATCH (a){_arrow('', absent.type, forward=forward)}(:`{other}`) }}"
    return _Draft(matches=[*matches, condition], variables=variables, target="a", other="b" if before else "")


def _to_itself(
    tokens: Sequence[Token], shape: Shape, relations: Sequence[Relation], filters: Sequence[Condition], named: Sequence[Named]
) -> _Draft | None:
    """Relationships within one label: who follows X, whom X follows, who has the most followers."""
    if len(relations) != 1 or filters or len(named) > 1 or shape.head or shape.extras:
        return None
    relation, texts = relations[0], " ".join(token.text for token in tokens)
    agents = any(relation in token.agents for token in tokens)
    if named:
        before = next(at for at, token in enumerate(tokens) if token.names) < next(
            (at for at, token in enumerate(tokens) if relation in token.verbs), len(tokens)
        )
        incoming = agents or not (before or re.search(r"\bby\b", texts))
        # The named node is "b"; what is asked for is "a".
        link = _arrow("r0", relation.type, forward=incoming)
    elif shape.order and shape.order.by == "count" and shape.agent is None and shape.label in {"", relation.source}:
        # "The most followers": those at the other end are counted.
        link = _arrow("r0", relation.type, forward=not agents)
    else:
        return None
    return _Draft(
        matches=[f"(a:`{relation.source}`){link}(b:`{relation.source}`)"],
        variables={relation.source: "b" if named else "a", relation.type: "r0"},
        target="a",
        other="b",
    )


def _arrow(name: str, kind: str, *, forward: bool) -> str:
    return f"-[{name}:`{kind}`]->" if forward else f"<-[{name}:`{kind}`]-"


def _query(
    draft: _Draft, shape: Shape, filters: Sequence[Condition], named: Sequence[Named], words: Vocabulary, tokens: Sequence[Token]
) -> ForeignQuery | None:
    parameters: dict[str, object] = {}
    wheres = [match for match in draft.matches if match.startswith("NOT ")]
    matches = [match for match in draft.matches if not match.startswith("NOT ")]
    for number, condition in enumerate(filters):
        if condition.property.owner not in draft.variables:
            return None
        parameters[f"value{number}"] = condition.value
        wheres.append(condition.cypher(draft.variables[condition.property.owner], f"$value{number}"))
    for number, one in enumerate(named):
        if one.label not in draft.variables:
            return None
        parameters[f"name{number}"] = one.value
        wheres.append(f"{draft.variables[one.label]}.`{one.property}` = $name{number}")
    body = _body(draft, shape, filters, named, words, tokens)
    if body is None:
        return None
    where = f" WHERE {' AND '.join(wheres)}" if wheres else ""
    return ForeignQuery(cypher=f"MATCH {', '.join(matches)}{where} {body}", parameters=parameters)


def _body(
    draft: _Draft, shape: Shape, filters: Sequence[Condition], named: Sequence[Named], words: Vocabulary, tokens: Sequence[Token]
) -> str | None:
    """WITH, RETURN, ORDER BY and LIMIT."""
    name = _name_of(draft, draft.target, words)
    limit = f" LIMIT {shape.limit}" if shape.limit else ""
    if shape.how == "count":
        return f"RETURN count(DISTINCT {draft.target}) AS number"
    if shape.how == "average" and shape.head and shape.head.owner in draft.variables:
        return f"RETURN avg({_field(draft, shape.head)}) AS average"
    if shape.counted:
        if not draft.other:
            return None
        number = f"count(DISTINCT {draft.other})"
        return (
            f"WITH {draft.target}, {number} AS number WHERE number {shape.counted.operator} {shape.counted.number} "
            f"RETURN {name} AS name{limit}"
        )
    fixed = _fixed(draft, filters, named, words)
    if shape.limit and not shape.order and _top(tokens):
        if shape.agent and draft.other in fixed:
            pass  # of one thing there is no order to be first in
        elif not (shape.agent and draft.other):
            return None  # "the top five movies" of an order that is not said
        else:
            shape.order = Ordered(by="count", descending=True)
    grouped = _grouped(draft, shape, name)
    if grouped is not None:
        return grouped
    columns = list(_columns(draft, shape, fixed, words))
    if draft.other and _other_asked(draft, shape, tokens):
        columns.insert(1, _name_of(draft, draft.other, words))
    if not columns:
        return None
    order = _order_by(draft, shape, filters, tokens)
    if order and shape.order and not shape.limit:
        limit = " LIMIT 1" if _single(tokens, shape) else ""
    returned = ", ".join(dict.fromkeys(columns))
    if not draft.other or any(column.startswith("r") for column in columns):
        return f"RETURN {returned}{order}{limit}"
    # One node that is found twice is one: and after DISTINCT engines order by what is returned only.
    kept = ", ".join(end for end in (draft.target, draft.other) if any(column.startswith(f"{end}.") for column in columns))
    return f"WITH DISTINCT {kept}{order}{limit} RETURN {returned}"


def _grouped(draft: _Draft, shape: Shape, name: str) -> str | None:
    """Rows of the most or fewest, or of the highest average."""
    order = shape.order
    by_count = order is not None and order.by == "count"
    if not by_count and (order is None or order.by != "average"):
        return None
    if not draft.other:
        return None
    measure = (
        f"count(DISTINCT {draft.other})"
        if by_count or order is None or not order.property
        else f"avg({_field(draft, order.property)})"
    )
    descending = " DESC" if order and order.descending else ""
    extras = [_field(draft, one) for one in shape.extras if draft.variables.get(one.owner) == draft.target]
    return (
        f"WITH {draft.target}, {measure} AS measure ORDER BY measure{descending} LIMIT {shape.limit or 1} "
        f"RETURN {', '.join([name, *extras, 'measure'])}"
    )


def _fixed(draft: _Draft, filters: Sequence[Condition], named: Sequence[Named], words: Vocabulary) -> set[str]:
    """The ends that the question names."""
    called = (
        one.property.owner for one in filters if one.operator == "=" and words.naming.get(one.property.owner) == one.property.name
    )
    return {draft.variables[label] for label in (*called, *(one.label for one in named))}


def _other_asked(draft: _Draft, shape: Shape, tokens: Sequence[Token]) -> bool:
    """Whether the other end is wanted too: "and who are the producers", "who reviewed the movie with the highest rating"."""
    texts = " ".join(token.text for token in tokens)
    label = next((label for label, name in draft.variables.items() if name == draft.other), "")
    by_relation = shape.order is not None and isinstance(shape.order.by, Property) and shape.order.by.of_relation
    return bool(re.search(r"\band who (?:is|are|was|were) the\b", texts)) or (
        by_relation and shape.head is None and any(token.label == label for token in tokens)
    )


def _columns(draft: _Draft, shape: Shape, fixed: set[str], words: Vocabulary) -> Iterator[str]:
    if shape.head:
        if shape.head.of_relation:
            yield from (_name_of(draft, end, words) for end in sorted({draft.target, draft.other} - {""}) if end not in fixed)
        yield _field(draft, shape.head)
    else:
        yield _name_of(draft, draft.target, words)
        if draft.shared:
            yield _name_of(draft, draft.other, words)
    if shape.order and isinstance(shape.order.by, Property):
        yield _field(draft, shape.order.by)
    for extra in shape.extras:
        if extra.owner in draft.variables:
            yield _field(draft, extra)


def _order_by(draft: _Draft, shape: Shape, filters: Sequence[Condition], tokens: Sequence[Token]) -> str:
    order: Ordered | None = shape.order
    if order and isinstance(order.by, Property):
        return f" ORDER BY {_field(draft, order.by)}{' DESC' if order.descending else ''}"
    if shape.limit and any(token.text == "first" for token in tokens):
        # "The first three born after 1960": in the order of what is said of them.
        ranges = [
            condition.property
            for condition in filters
            if condition.property.year and condition.operator != "=" and draft.variables[condition.property.owner] == draft.target
        ]
        if ranges:
            return f" ORDER BY {_field(draft, ranges[0])}"
    return ""


def _top(tokens: Sequence[Token]) -> bool:
    """Whether the best are asked for; "limited to the top five" asks for any."""
    texts = [token.text for token in tokens]
    return "top" in texts and "limited" not in texts


def _single(tokens: Sequence[Token], shape: Shape) -> bool:
    """Whether one is asked for: "which movie has the lowest rating"."""
    texts = [token.text for token in tokens]
    return shape.order is not None and texts[:1] in (["who"], ["which"], ["what"])


def _field(draft: _Draft, prop: Property) -> str:
    return f"{draft.variables[prop.owner]}.`{prop.name}`"


def _name_of(draft: _Draft, variable: str, words: Vocabulary) -> str:
    label = (
        next(label for label, name in draft.variables.items() if name == variable and label in words.naming)
        if any(name == variable and label in words.naming for label, name in draft.variables.items())
        else next(iter(draft.variables))
    )
    return f"{variable}.`{words.naming[label]}`"

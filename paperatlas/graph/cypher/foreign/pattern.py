"""Which nodes and relationships a question is about, as the pattern of a MATCH."""

from dataclasses import dataclass

from paperatlas.graph.cypher.foreign.question import NEGATION, Question
from paperatlas.graph.cypher.foreign.vocabulary import Property, Relation, Vocabulary

__all__ = ["Pattern", "pattern_of", "quoted"]

_TOGETHER = r"\bsame\b|\bboth\b|\balso\b"
"""One who does two things to one other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """The pattern with its variables."""

    match: str
    variables: dict[str, str]
    """Of a label the variable of its node; of a type that of its relationship."""
    target: str
    """The variable of what is asked for."""
    other: str = ""
    """Of the other end; empty where there is none."""
    absent: str = ""
    """A condition: the relationship that there is not."""
    shared: bool = False
    """One node does two things to another."""

    def field(self, prop: Property) -> str:
        return f"{self.variables[prop.owner]}.{quoted(prop.name)}"

    def label(self, variable: str, words: Vocabulary) -> str:
        return next(label for label, name in self.variables.items() if name == variable and label in words.naming)

    def name(self, variable: str, words: Vocabulary) -> str:
        """What the node of a variable is called."""
        return f"{variable}.{quoted(words.naming[self.label(variable, words)])}"


def quoted(name: str) -> str:
    """A name of the graph's as it stands in a query, whatever it is."""
    return f"`{name.replace('`', '``')}`"


def pattern_of(question: Question) -> Pattern | None:
    """None where it is not clear how its relationships hang together."""
    relations = question.relations
    if not relations:
        return _alone(question)
    if any(relation.source == relation.target for relation in relations):
        return _to_itself(question)
    if len({(relation.source, relation.target) for relation in relations}) > 1:
        return None
    if any(token.text in NEGATION for token in question.tokens):
        return _without(question)
    return _between(question)


def _alone(question: Question) -> Pattern | None:
    """Nodes of one label, by their properties alone."""
    shape = question.shape
    label = shape.label or (shape.head.owner if shape.head else "")
    owners = {*(one.property.owner for one in question.conditions), *(one.label for one in question.named)}
    if not label or owners - {label} or shape.counted or (shape.order and shape.order.by == "count"):
        return None
    return Pattern(match=f"(a:{quoted(label)})", variables={label: "a"}, target="a")


def _between(question: Question) -> Pattern | None:
    """Two labels and what relates them: one relationship, several at once ("both … and"), or either of several."""
    relations, shape = question.relations, question.shape
    either, together = len(relations) > 1 and question.has(r"\bor\b"), question.has(_TOGETHER)
    if (len(relations) > 1 and either == together) or (len(relations) == 1 and question.has(r"\bsame\b")):
        return None
    source, target = relations[0].source, relations[0].target
    groups = ["|".join(quoted(one.type) for one in relations)] if either else [quoted(one.type) for one in relations]
    match = ", ".join(f"(a:{quoted(source)})-[r{number}:{types}]->(b:{quoted(target)})" for number, types in enumerate(groups))
    variables = {source: "a", target: "b", **({} if either else {one.type: f"r{number}" for number, one in enumerate(relations)})}
    label = shape.label or (shape.agent.source if shape.agent else source)
    if label not in {source, target}:
        return None
    asked = variables[label]
    return Pattern(match=match, variables=variables, target=asked, other="b" if asked == "a" else "a", shared=len(groups) > 1)


def _without(question: Question) -> Pattern | None:
    """What comes after a negation is what there is not: "people who produced but never acted in a movie"."""
    tokens, shape = question.tokens, question.shape
    at = next(at for at, token in enumerate(tokens) if token.text in NEGATION)
    before = {relation for token in tokens[:at] for relation in (*token.verbs, *token.agents)}
    after = {relation for token in tokens[at:] for relation in (*token.verbs, *token.agents)}
    if len(after) != 1 or len(before) > 1 or after & before or set(question.relations) - before - after:
        return None
    absent = after.pop()
    label = shape.label or (shape.agent.source if shape.agent else absent.source)
    if label not in {absent.source, absent.target}:
        return None
    forward = label == absent.source
    other = absent.target if forward else absent.source
    condition = f"NOT EXISTS {{ MATCH (a){_arrow('', absent, forward=forward)}(:{quoted(other)}) }}"
    if not before:
        return Pattern(match=f"(a:{quoted(label)})", variables={label: "a"}, target="a", absent=condition)
    present = before.pop()
    return Pattern(
        match=f"(a:{quoted(label)}){_arrow('r0', present, forward=forward)}(b:{quoted(other)})",
        variables={label: "a", other: "b", present.type: "r0"},
        target="a",
        other="b",
        absent=condition,
    )


def _to_itself(question: Question) -> Pattern | None:
    """Relationships within one label: who follows X, whom X follows, who has the most followers."""
    shape, tokens = question.shape, question.tokens
    if len(question.relations) != 1 or question.conditions or len(question.named) > 1 or shape.head or shape.extras:
        return None
    relation = question.relations[0]
    agents = any(relation in token.agents for token in tokens)
    if question.named:
        name = next(at for at, token in enumerate(tokens) if token.names)
        verb = next((at for at, token in enumerate(tokens) if relation in token.verbs), len(tokens))
        forward = agents or (verb < name and not question.has(r"\bby\b"))
    elif shape.order and shape.order.by == "count" and shape.agent is None and shape.label in {"", relation.source}:
        forward = not agents  # "the most followers": those at the other end are counted
    else:
        return None
    label = quoted(relation.source)
    return Pattern(
        match=f"(a:{label}){_arrow('r0', relation, forward=forward)}(b:{label})",
        variables={relation.source: "a", relation.type: "r0"},
        target="a",
        other="b",
    )


def _arrow(name: str, relation: Relation, *, forward: bool) -> str:
    return f"-[{name}:{quoted(relation.type)}]->" if forward else f"<-[{name}:{quoted(relation.type)}]-"

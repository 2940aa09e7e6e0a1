"""What a language model is told so that it writes a query: the schema, what the question names, questions like it."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

from pydantic import BaseModel, Field
from rapidfuzz import fuzz

from paperatlas.core.ports import Embedder, Message
from paperatlas.core.sealing import sealed
from paperatlas.graph.cypher.linking import Linked
from paperatlas.graph.cypher.schema import Label, Relationship, Schema

__all__ = ["Example", "Written", "examples", "first_messages", "repair_messages"]

_EXAMPLES = 4
"""Shown: more of them pull a model towards copying."""


class Written(BaseModel):
    """What the model is asked for."""

    cypher: str = Field(description="The query; empty if the graph cannot hold the answer.")
    note: str = Field("", description="Why it cannot, in one sentence; else empty.")


class Example(NamedTuple):
    """A question and a query that answers it."""

    question: str
    cypher: str


def first_messages(
    question: str, schema: Schema, linked: Sequence[Linked], *, embedder: Embedder | None, shown: Sequence[Example] | None
) -> list[Message]:
    """The first turn. `shown` are examples of the graph in question; None for those of a library."""
    known = "\n".join(
        f"$entity{number} = “{one.text}”: {', '.join(f'{_line(c.entity.name)} ({c.entity.kind})' for c in one.candidates[:3])}"
        for number, one in enumerate(linked, start=1)
    )
    alike = "\n".join(
        f"Question: {one.question}\nCypher: {one.cypher}"
        for one in _alike(question, examples() if shown is None else shown, embedder)
    )
    parts = [
        f"Schema:\n{_described(schema)}",
        f"Known in the question:\n{sealed('known', known)}" if known else "Nothing in the question is known by name.",
        f"Examples:\n{alike}" if alike else "",
        f"Question: {question}",
    ]
    return [
        Message(role="system", content=_instructions()),
        Message(role="user", content="\n\n".join(part for part in parts if part)),
    ]


def _line(name: str) -> str:
    return " ".join(name.split())


def repair_messages(written: Written, problem: str) -> list[Message]:
    """The next turn: what came of the last query."""
    return [
        Message(role="assistant", content=written.model_dump_json()),
        Message(role="user", content=f"{problem}\nWrite the query again so that this is mended."),
    ]


@cache
def examples() -> tuple[Example, ...]:
    """Those of a library's graph."""
    lines = _data("examples.jsonl").splitlines()
    return tuple(Example(**json.loads(line)) for line in lines if line.strip())


@cache
def _instructions() -> str:
    return _data("text2cypher.md")


def _data(name: str) -> str:
    return (resources.files("paperatlas.graph.cypher") / "prompts" / name).read_text(encoding="utf-8")


def _alike(question: str, shown: Sequence[Example], embedder: Embedder | None) -> list[Example]:
    """The examples nearest to the question in meaning, or without an embedder in wording."""
    if embedder and shown:
        rows = embedder.embed([question, *(one.question for one in shown)], kind="query")
        scores = [float(score) for score in rows[1:] @ rows[0]]
    else:
        scores = [fuzz.token_set_ratio(question.lower(), one.question.lower()) for one in shown]
    ranked = sorted(zip(scores, range(len(shown)), strict=True), key=lambda pair: (-pair[0], pair[1]))
    return [shown[number] for _, number in ranked[:_EXAMPLES]]


def _described(schema: Schema) -> str:
    return "\n".join([*map(_label, schema.labels), *map(_relationship, schema.relationships)])


def _label(label: Label) -> str:
    return f"(:{label.name}) {label.count} nodes{_properties(label.properties)}"


def _relationship(one: Relationship) -> str:
    return f"(:{one.source})-[:{one.type}]->(:{one.target}) {one.count}{_properties(one.properties)}"


def _properties(properties: Mapping[str, tuple[object, ...]]) -> str:
    said = "; ".join(
        f"{name}: {', '.join(json.dumps(value, ensure_ascii=False) for value in values[:3])}"
        for name, values in properties.items()
    )
    return f" {{{said}}}" if said else ""

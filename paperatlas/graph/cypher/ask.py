"""Asking the graph in English: a model's query where there is a model, else the template of the question's shape."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import anyio.to_thread

from paperatlas.core.errors import ProviderError
from paperatlas.core.graph_answers import GraphAnswer, Tried
from paperatlas.core.graph_ports import GraphReader, Knowledge
from paperatlas.core.ports import LLM, Embedder
from paperatlas.core.text import fold
from paperatlas.graph.cypher.asked import Asked, read
from paperatlas.graph.cypher.evidence import run
from paperatlas.graph.cypher.lexicon import lexicon_for, reserved_words
from paperatlas.graph.cypher.linking import Linked, link
from paperatlas.graph.cypher.say import say_template
from paperatlas.graph.cypher.schema import Schema, read_schema, relationship_types
from paperatlas.graph.cypher.templates import OWN_WORDS, compose
from paperatlas.graph.cypher.templates.pattern import likely
from paperatlas.graph.cypher.writing import Asking, write

__all__ = ["ask_graph", "ask_templates"]

_QUOTED = re.compile(r"[\"“]([^\"”]+)[\"”]|(?<!\w)['‘]([^'’]{1,1000})['’](?!\w)")


async def ask_graph(
    question: str,
    *,
    store: GraphReader,
    knowledge: Knowledge,
    llm: LLM | None,
    embedder: Embedder | None = None,
    schema: Schema | None = None,
    limit: int = 50,
    seconds: float = 10.0,
) -> GraphAnswer:
    """What the graph says to a question, with the evidence of every edge used.

    With a model its query is taken if it gives rows within three tries; else the template does, as without one. `how` is
    "none" when neither knows what to ask: the passages may know. A model that cannot be reached is told in `warnings`.
    `schema` is read from the store for each question to a model, unless it is given: all edges are counted for it.

    Raises:
        TimedOut: a query took longer than `seconds`.
        ProviderError: the graph's service is down.
    """
    linked = await anyio.to_thread.run_sync(partial(link, question, knowledge))
    by_template = partial(ask_templates, question, store=store, linked=linked, limit=limit, seconds=seconds)
    if llm is None:
        return await anyio.to_thread.run_sync(by_template)
    if schema is None:
        schema = await anyio.to_thread.run_sync(partial(read_schema, store, seconds=seconds))
    asking = Asking(store=store, schema=schema, knowledge=knowledge, embedder=embedder, limit=limit, seconds=seconds)
    try:
        written = await write(question, linked, llm, asking)
    except ProviderError as fault:
        answer = await anyio.to_thread.run_sync(by_template)
        return replace(answer, warnings=(*answer.warnings, f"The language model was not used: {fault.message}"))
    if written.how != "none":
        return replace(written, warnings=(*written.warnings, *_doubts(question, linked)))
    answer = await anyio.to_thread.run_sync(by_template)
    return replace(answer, tries=(*written.tries, *answer.tries), usage=written.usage)


def ask_templates(question: str, *, store: GraphReader, linked: Sequence[Linked], limit: int, seconds: float) -> GraphAnswer:
    """The answer of the first template whose shape the question has, without any model."""
    types = relationship_types(store, seconds=seconds)
    first: GraphAnswer | None = None
    tries: list[Tried] = []
    asked = read(question, linked, lexicon_for(types))
    unknown = _doubts(question, linked)
    doubts = (*unknown, *_left_out(asked, _unknown_names(question, linked)))
    for composed in compose(asked, types):
        proven = run(store, composed.cypher, composed.parameters, limit=limit, seconds=seconds, proof=composed.proof)
        answer = GraphAnswer(
            question=question,
            how=f"template:{composed.template}",
            cypher=composed.cypher,
            parameters=composed.parameters,
            columns=proven.rows.columns,
            rows=proven.rows.rows,
            truncated=proven.rows.truncated,
            evidence=proven.evidence,
            evidence_of=proven.evidence_of,
            text=say_template(composed, proven.rows, proven.evidence),
            tries=tuple(tries),
            warnings=(*doubts, *proven.rows.warnings),
        )
        if proven.rows.rows and proven.rows.rows != ((0,),):
            return answer
        first = first or answer
        tries.append(Tried(cypher=composed.cypher, why="No rows."))
    if first:
        # What was asked first is what was meant: that it gives nothing is the answer, and later readings are not.
        return replace(first, tries=tuple(tries[1:]))
    return GraphAnswer(question=question, how="none", text="", warnings=unknown or ("No shape of question is known for this.",))


def _left_out(asked: Asked, unknown: Sequence[str]) -> tuple[str, ...]:
    """Words that narrow the question and that no template looks at."""
    told = {word for name in unknown for word in fold(name).split()}
    words = [word for word in asked.unread(OWN_WORDS) if word not in told]
    return (f"Not taken into account: {', '.join(dict.fromkeys(words))}.",) if words else ()


def _doubts(question: str, linked: Sequence[Linked]) -> tuple[str, ...]:
    """What was not understood, or could be understood otherwise."""
    unknown = _unknown_names(question, linked)
    doubts = [f"The graph has no entity called {', '.join(repr(name) for name in unknown)}."] if unknown else []
    for one in linked:
        sure = set(likely(one))
        others = [f"{c.entity.name} ({c.entity.kind})" for c in one.candidates if c.entity.id not in sure]
        if one.how in {"typo", "part"}:
            doubts.append(f"{one.text!r} was read as {one.entity.name!r}.")
        if others:
            doubts.append(
                f"{one.text!r} was taken for {one.entity.name} ({one.entity.kind}); it may also be {', '.join(others)}."
            )
    return tuple(doubts)


def _unknown_names(question: str, linked: Sequence[Linked]) -> list[str]:
    """What is written as a name, in quotes or with capitals or digits inside, and is none that the graph knows."""
    rest = question
    for one in reversed(linked):
        rest = f"{rest[: one.start]}{' ' * (one.end - one.start)}{rest[one.end :]}"
    quoted = [match[1] or match[2] for match in _QUOTED.finditer(rest)]
    bare = _QUOTED.sub(" ", rest)
    words = re.findall(r"[^\W_]+(?:[-.+][^\W_]+)*", bare)
    first = words[0] if words and bare.lstrip().startswith(words[0]) else ""
    named = [word for word in words if word is not first and re.search(r"[A-Z]", word) and fold(word) not in reserved_words()]
    return [*quoted, *named]

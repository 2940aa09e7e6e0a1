"""A language model writes the query: checked before it is run, mended from what went wrong, at most three times."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import anyio.to_thread

from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadOutput, InputError, TimedOut
from paperatlas.core.graph_answers import GraphAnswer, Tried
from paperatlas.core.graph_ports import GraphReader, Knowledge
from paperatlas.core.naming import name_key
from paperatlas.core.ports import LLM, Embedder
from paperatlas.graph.cypher.evidence import Proven, run
from paperatlas.graph.cypher.linking import Linked
from paperatlas.graph.cypher.prompting import Example, Written, first_messages, repair_messages
from paperatlas.graph.cypher.say import say_rows
from paperatlas.graph.cypher.schema import Schema
from paperatlas.graph.cypher.templates.pattern import likely

__all__ = ["TRIES", "Asking", "write"]

TRIES = 3
"""Queries a model may write for one question: what two reasons did not mend, a third seldom does."""

_NAMED = re.compile(
    r"\.?\b(?:name|title|id)\s*(?:=|:)\s*(?P<one>'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")"
    r"|\b(?:name|title|id)\s+IN\s*\[(?P<many>[^\]]*)\]",
    re.IGNORECASE,
)
"""Where a query says that something has a certain name."""
_STRING = re.compile(r"'((?:\\.|[^'\\])*)'|\"((?:\\.|[^\"\\])*)\"")
_PARAMETER = re.compile(r"\$(\w+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What a question is asked of."""

    store: GraphReader
    schema: Schema
    knowledge: Knowledge | None
    """None for a graph that is not a library's: names are not checked then."""
    embedder: Embedder | None = None
    examples: tuple[Example, ...] | None = field(default=None, hash=False)
    """None for those of a library."""
    limit: int = 50
    seconds: float = 10.0


class _Outcome(NamedTuple):
    """What came of a query: rows, or why there are none."""

    proven: Proven | None
    problem: str


async def write(question: str, linked: Sequence[Linked], llm: LLM, asking: Asking) -> GraphAnswer:
    """The answer of a query that the model wrote; `how` is "none" when none of its queries gave rows.

    Raises:
        ProviderError: the model or the graph's service cannot be reached.
    """
    parameters = {f"entity{number}": likely(one) for number, one in enumerate(linked, start=1)}
    messages = first_messages(question, asking.schema, linked, embedder=asking.embedder, shown=asking.examples)
    tries: list[Tried] = []
    usage = Usage()
    for _ in range(TRIES):
        try:
            completion = await llm.complete(messages, output=Written)
        except BadOutput as fault:
            tries.append(Tried(cypher="", why=fault.message))
            continue
        usage = usage + completion.usage
        written = completion.output
        cypher = written.cypher.strip()
        if not cypher:
            tries.append(Tried(cypher="", why=written.note or "The model wrote no query."))
            break
        outcome = await anyio.to_thread.run_sync(partial(_tried, cypher, parameters, asking))
        if outcome.proven:
            return _answer(question, cypher, parameters, proven=outcome.proven, tries=tries, usage=usage)
        tries.append(Tried(cypher=cypher, why=outcome.problem))
        messages += repair_messages(written, outcome.problem)
    return GraphAnswer(question=question, how="none", tries=tuple(tries), usage=usage)


def _tried(cypher: str, parameters: Mapping[str, object], asking: Asking) -> _Outcome:
    """Check and run."""
    unknown = sorted({name for name in _PARAMETER.findall(cypher) if name not in parameters})
    if unknown:
        given = ", ".join(f"${name}" for name in parameters) or "none"
        return _Outcome(None, f"There is no parameter ${', $'.join(unknown)}; given are: {given}.")
    if missing := _not_in_graph(cypher, asking.knowledge):
        return _Outcome(None, f"The graph has no entity called {', '.join(repr(name) for name in missing)}.")
    try:
        proven = run(asking.store, cypher, parameters, limit=asking.limit, seconds=asking.seconds)
    except (InputError, TimedOut) as fault:
        return _Outcome(None, f"{fault.message} {fault.hint}".strip())
    if not proven.rows.rows:
        said = " ".join(proven.rows.warnings)
        return _Outcome(None, f"The query gives no rows. {said}".strip())
    return _Outcome(proven, "")


def _not_in_graph(cypher: str, knowledge: Knowledge | None) -> list[str]:
    """Names that a query asks for and that no entity or document bears: a model makes them up."""
    if knowledge is None:
        return []
    names = []
    for match in _NAMED.finditer(cypher):
        names += [one or other for one, other in _STRING.findall(match["one"] or match["many"] or "")]
    keys = {name: name_key(name) for name in names}
    borne = knowledge.named(set(keys.values())) if keys else {}
    return [name for name, key in keys.items() if not borne.get(key)]


def _answer(
    question: str, cypher: str, parameters: Mapping[str, object], *, proven: Proven, tries: Sequence[Tried], usage: Usage
) -> GraphAnswer:
    used = set(_PARAMETER.findall(cypher))
    return GraphAnswer(
        question=question,
        how="llm",
        cypher=cypher,
        parameters={name: value for name, value in parameters.items() if name in used},
        columns=proven.rows.columns,
        rows=proven.rows.rows,
        truncated=proven.rows.truncated,
        evidence=proven.evidence,
        evidence_of=proven.evidence_of,
        text=say_rows(proven.rows),
        tries=tuple(tries),
        warnings=proven.rows.warnings,
        usage=usage,
    )

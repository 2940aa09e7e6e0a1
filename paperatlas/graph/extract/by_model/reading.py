"""One passage read by a language model: asked, asked for what it missed, and reduced to what the passage bears out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from paperatlas.core.answers import Usage
from paperatlas.core.knowledge import Standing
from paperatlas.core.naming import name_key
from paperatlas.core.ports import LLM, Message
from paperatlas.core.sealing import sealed
from paperatlas.core.text import find_quote
from paperatlas.core.tokens import estimated_tokens
from paperatlas.core.types import Chunk
from paperatlas.graph.extract.by_model.reply import Related, Reply
from paperatlas.graph.extract.schema import Schema

__all__ = ["PASSES", "Reading", "Said", "Seen", "expected_tokens", "read_passage"]

PASSES = 2
"""Asking once more for what was missed finds about half as much again (GraphRAG's "gleanings"); a third time hardly any."""
RELATIONS = (
    "uses extends based_on outperforms compared_with evaluated_on trained_on part_of is_a proposes causes inhibits"
    " associated_with located_in member_of"
).split()
_REPLY_TOKENS = 350
"""Of a reply about a passage of usual length, for an estimate before anything was asked."""
_NO_WORD = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A name and where it stands first: offsets into the passage's text."""

    start: int
    end: int
    text: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A relation between two of the names, by their place among them, and the stretch that says so."""

    head: int
    predicate: str
    tail: int
    start: int
    end: int
    standing: Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a passage was found to say."""

    chunk: Chunk
    names: tuple[Seen, ...]
    relations: tuple[Said, ...]
    dropped: int
    """Names and relations that the passage does not bear out."""
    usage: Usage


async def read_passage(chunk: Chunk, llm: LLM, schema: Schema) -> Reading:
    """Raises BadOutput, OverBudget, RateLimited, TimedOut, TooLong, ProviderError."""
    messages, usage = _messages(chunk, schema), Usage()
    replies: list[Reply] = []
    for again in range(PASSES):
        asked = messages if not again else [*messages, *_gleaning(replies[-1])]
        completion = await llm.complete(asked, output=Reply)
        usage += completion.usage
        replies.append(completion.output)
        if not completion.output.entities and not completion.output.relations:
            break
    return _checked(chunk, replies, schema, usage)


def expected_tokens(chunk: Chunk, schema: Schema) -> tuple[int, int]:
    """How many tokens will be read and written for a passage, rather too many than too few."""
    first = estimated_tokens(_messages(chunk, schema))
    return PASSES * first + (PASSES - 1) * _REPLY_TOKENS, PASSES * _REPLY_TOKENS


@cache
def _instructions() -> str:
    return (resources.files("paperatlas.graph.extract.by_model") / "extract.md").read_text(encoding="utf-8")


def _messages(chunk: Chunk, schema: Schema) -> list[Message]:
    kinds = ", ".join(kind.name for kind in schema.kinds)
    listed = f"Kinds: {kinds}\nRelations: {', '.join(RELATIONS)}"
    return [
        Message(role="system", content=f"{_instructions()}\n{listed}"),
        Message(role="user", content=sealed("passage", f"({chunk.context})\n{chunk.text}")),
    ]


def _gleaning(reply: Reply) -> list[Message]:
    return [
        Message(role="assistant", content=reply.model_dump_json()),
        Message(role="user", content="List what the passage names or relates and you have left out; empty lists if nothing."),
    ]


def _checked(chunk: Chunk, replies: Sequence[Reply], schema: Schema, usage: Usage) -> Reading:
    kinds, said = {kind.name for kind in schema.kinds}, [named for reply in replies for named in reply.entities]
    names: dict[str, Seen] = {}
    for named in said:
        if (span := find_quote(named.name, chunk.text, 1)) is not None:
            text, kind = chunk.text[span.start : span.end], named.kind.strip().lower()
            seen = Seen(start=span.start, end=span.end, text=text, kind=kind if kind in kinds else "concept")
            names.setdefault(name_key(text), seen)
    place = {key: at for at, key in enumerate(names)}
    related = [relation for reply in replies for relation in reply.relations]
    borne = list(dict.fromkeys(_borne_out(related, chunk.text, place)))
    return Reading(
        chunk=chunk,
        names=tuple(names.values()),
        relations=tuple(borne),
        dropped=len(said) + len(related) - len(names) - len(borne),
        usage=usage,
    )


def _borne_out(related: Sequence[Related], text: str, place: dict[str, int]) -> Iterator[Said]:
    """The relations whose quote stands in the passage, with both ends in the quote."""
    for relation in related:
        quote, predicate = find_quote(relation.quote, text, 1), _NO_WORD.sub("_", relation.relation.strip().lower()).strip("_")
        if quote is None or not predicate:
            continue
        stretch = text[quote.start : quote.end]
        head, tail = (_end(name, stretch, place) for name in (relation.head, relation.tail))
        if head is not None and tail is not None and head != tail:
            standing = Standing(relation.standing)
            yield Said(head=head, predicate=predicate, tail=tail, start=quote.start, end=quote.end, standing=standing)


def _end(name: str, stretch: str, place: dict[str, int]) -> int | None:
    span = find_quote(name, stretch, 1)
    return place.get(name_key(stretch[span.start : span.end])) if span else None

"""What an endpoint takes of the chat completions protocol, learnt from what it refuses."""

import re
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

__all__ = ["Asked", "Dialect", "Form", "Limit", "names_pictures", "names_something", "plainer"]

Form: TypeAlias = Literal["json_schema", "json_object", "prompt"]
Limit: TypeAlias = Literal["max_tokens", "max_completion_tokens"]

FORMS: tuple[Form, ...] = ("json_schema", "json_object", "prompt")
"""How the form of a reply is asked for, the strictest first. It is said in words in any case."""

_COUNTS = re.compile(r"stream_?options|include_?usage", re.IGNORECASE)
_LIMIT = re.compile(r"max_(?:completion_)?tokens", re.IGNORECASE)
_SYSTEM = re.compile(r"system (?:role|message|prompt)|role[^.]{0,20}system|only (?:supports? )?user", re.IGNORECASE)
_TOOLS = re.compile(r"\btools?\b|tool_choice|tool-call|tool use|function[ _-]?call", re.IGNORECASE)
_PICTURES = re.compile(r"\bimages?\b|image_url|image input|vision|multi-?modal|mmproj", re.IGNORECASE)
_FORM = re.compile(
    r"response_?format|json_schema|json_object|json mode|structured output|grammar|schema|mime type", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """As far as it is known: everything is tried until it is refused."""

    form: Form = "json_schema"
    tools: bool = True
    system: bool = True
    """Whether there may be a message of the role "system"; else it is put before the first question."""
    limit: Limit = "max_tokens"
    counts: bool = True
    """Whether a stream may be asked to say its tokens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a request made use of."""

    form: bool = False
    tools: bool = False
    system: bool = False
    limit: bool = False
    counts: bool = False


def plainer(dialect: Dialect, asked: Asked, refusal: str) -> Dialect | None:
    """How to ask again after a refusal; None where there is nothing left that could have been refused.

    What the refusal names is left out first. A refusal that names nothing known is most often about the form, which is what
    most endpoints lack, and else about the tools.
    """
    if asked.counts and _COUNTS.search(refusal):
        return replace(dialect, counts=False)
    if asked.limit and _LIMIT.search(refusal):
        return replace(dialect, limit="max_completion_tokens") if dialect.limit == "max_tokens" else None
    if asked.system and _SYSTEM.search(refusal):
        return replace(dialect, system=False)
    if asked.tools and _TOOLS.search(refusal):
        return replace(dialect, tools=False)
    if asked.form:
        return replace(dialect, form=FORMS[FORMS.index(dialect.form) + 1])
    return replace(dialect, tools=False) if asked.tools else None


def names_pictures(refusal: str) -> bool:
    """Whether a refusal is about pictures."""
    return bool(_PICTURES.search(refusal))


def names_something(refusal: str) -> bool:
    """Whether it names a part of the protocol: some servers refuse with the status of a failure, which would be tried again."""
    return any(pattern.search(refusal) for pattern in (_SYSTEM, _TOOLS, _PICTURES, _FORM))

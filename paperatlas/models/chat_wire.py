"""What goes over the wire to an endpoint of chat completions, and what comes back."""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from paperatlas.core.ports import Message, Tool
from paperatlas.models.dialect import Asked, Dialect
from paperatlas.models.tool_calls import Round, ToolCall, call_id, calls_in, retold

__all__ = ["Reply", "Wanted", "in_form", "reply_of", "request"]

_FORM = "Reply with one JSON object that follows this JSON schema, and with nothing else:"
_TOOLS_FIRST = "Call tools first where they help. Then reply"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A reply to be asked for."""

    messages: Sequence[Message]
    output: type[BaseModel] | None = None
    """The form; None for text."""
    tools: Sequence[Tool] = ()
    rounds: Sequence[Round] = ()
    """Calls of these tools that were made already."""
    streamed: bool = False

    @property
    def pictures(self) -> bool:
        return any(message.images for message in self.messages)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model said."""

    text: str
    """Its thoughts, where it said nothing else, marked as such."""
    ended: str
    """"stop", "length", "tool_calls", "content_filter", or whatever else a server says."""
    calls: tuple[ToolCall, ...]
    refusal: str
    tokens: tuple[int, int] | None
    """Read and written; None where the server does not count."""


def request(model: str, wanted: Wanted, dialect: Dialect, most_tokens: int | None) -> tuple[dict[str, Any], Asked]:
    """The body, and what it makes use of. `most_tokens` limits the reply; None leaves that to the endpoint.

    Tools and a form are never asked for at once: several servers take only one of them, and some then ignore the other.
    """
    with_tools = bool(wanted.tools) and dialect.tools
    with_form = wanted.output is not None and not with_tools and dialect.form != "prompt"
    messages = wanted.messages if with_tools else retold(wanted.messages, wanted.rounds)
    system = any(message.role == "system" for message in messages)
    body: dict[str, Any] = {"model": model, "messages": _turns(messages if dialect.system else _merged(messages))}
    if with_tools:
        body["messages"] += [turn for round_ in wanted.rounds for turn in _round(round_)]
        body["tools"] = [_tool(tool) for tool in wanted.tools]
    if with_form and wanted.output is not None:
        body["response_format"] = _response_format(dialect, wanted.output)
    if most_tokens is not None:
        body[dialect.limit] = most_tokens
    if wanted.streamed:
        body["stream"] = True
    counted = wanted.streamed and wanted.output is not None and dialect.counts
    if counted:
        body["stream_options"] = {"include_usage": True}
    limited = most_tokens is not None
    return body, Asked(counts=counted, form=with_form, tools=with_tools, system=system and dialect.system, limit=limited)


def in_form(messages: Sequence[Message], output: type[BaseModel], *, tools: bool = False) -> list[Message]:
    """The messages with the form said in words: endpoints that ignore `response_format` do not say so."""
    form = f"{_FORM.replace('Reply', _TOOLS_FIRST) if tools else _FORM}\n{json.dumps(output.model_json_schema())}"
    if messages and messages[0].role == "system":
        return [Message(role="system", content=f"{messages[0].content}\n\n{form}"), *messages[1:]]
    return [Message(role="system", content=form), *messages]


def reply_of(completion: Any, *, tools: bool) -> Reply | None:
    """None for what is no completion, whatever else it is. No field is taken for granted: the client checks none."""
    choices = getattr(completion, "choices", None)
    if not choices or (message := getattr(choices[0], "message", None)) is None:
        return None
    text = _text(message.content)
    calls = tuple(_call(number, call) for number, call in enumerate(message.tool_calls or []))
    thought = getattr(message, "reasoning_content", None) or getattr(message, "reasoning", None)
    if not text.strip() and isinstance(thought, str) and thought.strip():
        # A server that parts thoughts from answers puts all of a thought that never ended there, the answer with it.
        text = f"<think>{thought}"
    if tools and not calls:
        calls = tuple(calls_in(text))
    used = getattr(completion, "usage", None)
    counted = (getattr(used, "prompt_tokens", None) or 0, getattr(used, "completion_tokens", None) or 0)
    return Reply(
        text=text,
        ended=choices[0].finish_reason or "",
        calls=calls,
        refusal=getattr(message, "refusal", None) or "",
        tokens=counted if any(counted) else None,
    )


def _text(content: Any) -> str:
    """Mistral's models that think give parts instead of a text."""
    if isinstance(content, list):
        return "".join(part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str))
    return content if isinstance(content, str) else ""


def _call(number: int, call: Any) -> ToolCall:
    function = getattr(call, "function", None)
    arguments = getattr(function, "arguments", None)
    return ToolCall(
        id=getattr(call, "id", None) or call_id(number),
        name=getattr(function, "name", None) or "",
        arguments=arguments if isinstance(arguments, str) else json.dumps(arguments or {}),
        extra=json.dumps(getattr(call, "model_extra", None) or {}, default=str),
    )


def _turns(messages: Sequence[Message]) -> list[dict[str, Any]]:
    return [{"role": message.role, "content": _content(message)} for message in messages]


def _content(message: Message) -> Any:
    if not message.images:
        return message.content
    pictures = [f"data:image/png;base64,{base64.b64encode(png).decode('ascii')}" for png in message.images]
    return [{"type": "text", "text": message.content}, *({"type": "image_url", "image_url": {"url": url}} for url in pictures)]


def _merged(messages: Sequence[Message]) -> list[Message]:
    """Without messages of the system: what they say stands before the first question."""
    said = "\n\n".join(message.content for message in messages if message.role == "system")
    rest = [message for message in messages if message.role != "system"]
    if not said or not rest:
        return rest or [Message(role="user", content=said)]
    return [Message(role=rest[0].role, content=f"{said}\n\n{rest[0].content}", images=rest[0].images), *rest[1:]]


def _round(round_: Round) -> list[dict[str, Any]]:
    calls = [
        {
            **json.loads(each.call.extra),
            "id": each.call.id,
            "type": "function",
            "function": {"name": each.call.name, "arguments": each.call.arguments or "{}"},
        }
        for each in round_.called
    ]
    results = [{"role": "tool", "tool_call_id": each.call.id, "content": each.result} for each in round_.called]
    return [{"role": "assistant", "content": round_.text, "tool_calls": calls}, *results]


def _tool(tool: Tool) -> dict[str, Any]:
    schema = tool.arguments.model_json_schema()
    return {"type": "function", "function": {"name": tool.name, "description": tool.description, "parameters": schema}}


def _response_format(dialect: Dialect, output: type[BaseModel]) -> dict[str, Any]:
    if dialect.form == "json_object":
        return {"type": "json_object"}
    schema = _strict(output.model_json_schema())
    return {"type": "json_schema", "json_schema": {"name": output.__name__, "schema": schema, "strict": True}}


def _strict(schema: Any) -> Any:
    """A schema as strict decoding wants it: every object closed, all its properties required, no defaults."""
    if isinstance(schema, list):
        return [_strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _strict(value) for key, value in schema.items() if key != "default"}
    if made.get("type") == "object" and isinstance(made.get("properties"), dict):
        made["additionalProperties"] = False
        made["required"] = list(made["properties"])
    return made

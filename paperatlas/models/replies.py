"""What a model wrote, and the value that was asked for in it: thoughts, fences, prose and echoes of the form left out."""

import json
import re
from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

__all__ = ["ThoughtFilter", "Unusable", "read_reply", "spoken"]

T = TypeVar("T", bound=BaseModel)

_OPEN, _CLOSE = "<think>", "</think>"
_THOUGHT = re.compile(rf"{_OPEN}.*?{_CLOSE}", re.DOTALL)
_DECODER = json.JSONDecoder(strict=False)
"""Lets line breaks stand in strings: many models write them so."""
_MOST_REASONS = 4
"""Faults named back to a model; more would only confuse it."""


class Unusable(ValueError):
    """A reply that does not hold the value asked for; the message says why, in words for the model that wrote it."""


def spoken(text: str) -> str:
    """The reply without its thoughts; a thought that was never closed takes the rest with it."""
    text = _THOUGHT.sub("", text)
    # Some servers eat the opening tag and leave the closing one.
    text = text.rpartition(_CLOSE)[2]
    return text.partition(_OPEN)[0].strip()


def read_reply(text: str, output: type[T]) -> T:
    """The first value in a reply that has the form of `output`.

    Only where nothing was said aloud is a value looked for among the thoughts, and then the last one: a model that ran on
    may have reached its answer there.

    Raises:
        Unusable: there is none.
    """
    aloud = spoken(text)
    reasons: list[str] = []
    for value in _values(aloud):
        for candidate in _readings(value, output):
            try:
                return output.model_validate(candidate)
            except ValidationError as error:
                reasons.append(_reason(value, error))
    if not aloud:
        for value in reversed(list(_values(text))):
            for candidate in _readings(value, output):
                try:
                    return output.model_validate(candidate)
                except ValidationError:
                    continue
        raise Unusable("The reply was empty." if not text.strip() else "The reply held thoughts only and no JSON object.")
    raise Unusable(reasons[0] if reasons else "The reply holds no JSON object.")


def _values(text: str) -> Iterator[Any]:
    """Every outermost JSON object or array in a text, in order."""
    at = 0
    while found := re.search(r"[{\[]", text[at:]):
        start = at + found.start()
        try:
            value, at = _DECODER.raw_decode(text, start)
        except json.JSONDecodeError:
            at = start + 1
            continue
        except RecursionError:
            return
        if isinstance(value, dict | list):
            yield value


def _readings(value: Any, output: type[BaseModel]) -> Iterator[Any]:
    """The ways in which a value can be meant: as it is, unwrapped, or put under the one list that the form has."""
    if isinstance(value, list):
        lists = [name for name, field in output.model_fields.items() if "list" in str(field.annotation)]
        if len(lists) == 1:
            yield {lists[0]: value}
        if len(value) == 1:
            yield value[0]
        return
    if _is_schema(value, output):
        if isinstance(value.get("properties"), dict) and not any(_describes(item) for item in value["properties"].values()):
            yield value["properties"]
        return
    yield value
    if len(value) == 1 and isinstance(inner := next(iter(value.values())), dict):
        yield inner


def _is_schema(value: dict[str, Any], output: type[BaseModel]) -> bool:
    return "properties" in value and "properties" not in output.model_fields


def _describes(item: Any) -> bool:
    """Whether it describes a value, as a schema does, and is none itself."""
    return isinstance(item, dict) and bool({"type", "$ref", "anyOf", "items"} & item.keys())


def _reason(value: Any, error: ValidationError) -> str:
    if isinstance(value, dict) and "properties" in value:
        return "The reply was the schema itself, not an object that follows it."
    faults = [f"{'.'.join(str(part) for part in fault['loc']) or 'the object'}: {fault['msg']}" for fault in error.errors()]
    return "The object does not follow the schema: " + "; ".join(faults[:_MOST_REASONS]) + "."


class ThoughtFilter:
    """Takes thoughts out of a reply that comes in pieces, wherever the pieces break the tags."""

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False

    def feed(self, piece: str) -> str:
        """What can be shown now that this piece has come."""
        self._held += piece
        shown = ""
        while True:
            tag = _CLOSE if self._thinking else _OPEN
            before, found, after = self._held.partition(tag)
            if found:
                shown += "" if self._thinking else before
                self._held, self._thinking = after, not self._thinking
                continue
            keep = _overlap(self._held, tag)
            ready, self._held = self._held[: len(self._held) - keep], self._held[len(self._held) - keep :]
            return shown if self._thinking else shown + ready

    def close(self) -> str:
        """What was held back in case it was the start of a tag."""
        rest, self._held = self._held, ""
        return "" if self._thinking else rest


def _overlap(text: str, tag: str) -> int:
    """How many last characters of the text may be the first of the tag."""
    return next((n for n in range(min(len(tag) - 1, len(text)), 0, -1) if tag.startswith(text[-n:])), 0)

"""Sentences that speak to a machine instead of a reader: "ignore all previous instructions", a forged turn of a conversation.

Papers come from strangers, and some hold such orders, for the programs that will read them. Nothing here is obeyed anyway: a
model sees papers as quotations, has no tool that changes anything, and its sentences are held against the page. But what gives
orders is no evidence of anything, and a person should know that it is there. So it is told of, and marked where it is shown.

A paper about such attacks quotes them, and is marked too: whether an order is meant cannot be told from its words. A question
about prompts is answered from it all the same.
"""

import re
import tomllib
import unicodedata
from base64 import b64decode
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from importlib import resources
from typing import NamedTuple, TypeAlias

from paperatlas.core.sentences import sentences

__all__ = ["Order", "asks_about_orders", "gives_orders", "orders_in", "tainted", "told_by_orders", "wordings"]

Order: TypeAlias = str
"""What an order wants, in a word: override, role, turn, call, secret, verdict or link."""

_FOLLOWING = 3
"""Sentences behind an order that belong to it: what is to be said instead, and why. A paragraph's end ends it sooner."""
_TEXTS = 4096
"""Sentences and passages of which it is remembered whether they give orders."""
_BEFORE = 24
"""Characters before an imperative that tell whether a sentence begins there."""
_BEGINS = re.compile(
    r"(?:^|[.!?:;,>\])}\"'“”‘’*#|_`~=–—•-]\s{0,3}|\n\s{0,3}|\b(?:please|now|must|should|shall|kindly|then|and|but|so|first"
    r"|always|never|assistant|system|model|llm|ai|note|important|urgent|attention|warning"
    r"|(?:are|have|need|want|order)\w{0,3} to)\s{1,3})\Z",
    re.IGNORECASE,
)
"""Behind "we", "to" or "models" the same words tell what somebody does."""
_WORDS = {
    "{an}": r"(?:\w{1,20}\W{1,3}){0,4}?",
    "{model}": (
        r"(?:a\.?i\.?|artificial\sintelligence|llms?|(?:large\s)?language\smodels?|assistants?|chat\s?bots?|chat\s?gpt|gpt|claude"
        r"|gemini|copilot|summari[sz]ers?|ai\s(?:agents?|reviewers?|readers?|models?|assistants?|systems?))"
    ),
}
_ABOUT = re.compile(
    r"\b(?:prompts?|prompting|instructions?|injections?|jailbreaks?|system messages?|hidden text|attacks?)\b", re.IGNORECASE
)
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef]"
)
_LOOKALIKES = str.maketrans(
    "аеорсхуіјѕһԁԛԝАВЕКМНОРСТХУІЈЅαοενρτικΑΒΕΖΗΙΚΜΝΟΡΤΥΧı",  # Cyrillic and Greek
    "aeopcxyijshdqwABEKMHOPCTXYIJSaoevptikABEZHIKMNOPTYXi",
)
_LATIN = re.compile(r"[A-Za-z]")
_SPACED = re.compile(r"(?<!\S)(?:[^\s.*_-][ \u00a0.*_-]{1,3}){7,200}[^\s.*_-](?!\S)")
"""Letters set apart ("I g n o r e"), eight and more."""


_BASE64 = re.compile(r"(?<![\w+/-])[\w+/-]{20,2000}(?![\w+/-])", re.ASCII)
"""What may be a few words in it, without the signs that fill it up."""
_URL_SAFE = str.maketrans("-_", "+/")


class _Wording(NamedTuple):
    kind: Order
    pattern: re.Pattern[str]
    imperative: bool


@lru_cache(maxsize=_TEXTS)
def order_in(text: str) -> Order | None:
    """What a text orders a machine to do; None where it speaks to its readers."""
    shown = ". ".join([_plain(text), *_decoded(text)])
    return next((wording.kind for wording in wordings() if _is_worded(wording, shown)), None)


def gives_orders(text: str) -> bool:
    """Whether any sentence of a text does."""
    return order_in(text) is not None


def orders_in(text: str) -> Iterator[tuple[int, int, Order]]:
    """Where a text gives orders, and which: the sentences, in their order; all of it where an order runs over several."""
    whole = order_in(text)
    if whole is None:
        return
    found = [(start, end, order) for start, end in sentences(text) if (order := order_in(text[start:end])) is not None]
    yield from found or [(0, len(text), whole)]


def tainted(text: str) -> list[tuple[int, int]]:
    """The sentences of a text that give orders, and those behind them that belong to the order: nothing of it is evidence."""
    orders = list(orders_in(text))
    if not orders:
        return []
    found: list[tuple[int, int]] = []
    starts = {start for start, _, _ in orders}
    left, before = 0, 0
    for start, end in sentences(text) or [(0, len(text))]:
        left = _FOLLOWING + 1 if start in starts else 0 if "\n" in text[before:start] else left
        if left:
            found.append((start, end))
        left, before = max(0, left - 1), end
    return found or [(start, end) for start, end, _ in orders]


def told_by_orders(text: str) -> str:
    """All that is tainted in a text, and what of it is written in Base64."""
    parts = [text[start:end] for start, end in tainted(text)]
    return " ".join([*parts, *(words for part in parts for words in _decoded(part))])


def asks_about_orders(question: str) -> bool:
    """Whether a question is about prompts and the like, so that what looks like an order may be what it asks for."""
    return _ABOUT.search(question) is not None


@cache
def wordings() -> tuple[_Wording, ...]:
    """How orders are put, from `orders.toml`."""
    listed = tomllib.loads((resources.files("paperatlas.core") / "orders.toml").read_text(encoding="utf-8"))["order"]
    return tuple(_wording(entry["kind"], entry["pattern"], imperative=entry.get("imperative", False)) for entry in listed)


def _wording(kind: Order, pattern: str, *, imperative: bool) -> _Wording:
    for name, words in _WORDS.items():
        pattern = pattern.replace(name, words)
    return _Wording(kind, re.compile(pattern, re.IGNORECASE | re.MULTILINE | re.VERBOSE), imperative)


def _is_worded(wording: _Wording, text: str) -> bool:
    if not wording.imperative:
        return wording.pattern.search(text) is not None
    return any(_BEGINS.search(text[max(0, found.start() - _BEFORE) : found.start()]) for found in wording.pattern.finditer(text))


def _decoded(text: str) -> Iterator[str]:
    """What is written in Base64 in a text, as far as it is words."""
    for found in _BASE64.finditer(text):
        signs = found.group().translate(_URL_SAFE)
        with suppress(ValueError):  # it only looked like that
            words = b64decode(signs + "=" * (-len(signs) % 4), validate=True).decode("ascii")
            if " " in words and words.isprintable():
                yield words


def _plain(text: str) -> str:
    """A text as it looks: without signs that do not show, compatibility forms and look-alikes of other scripts as the Latin
    letters they are taken for, letters that are set apart joined.
    """
    if not text.isascii():
        text = _UNSEEN.sub("", unicodedata.normalize("NFKC", text))
        if _LATIN.search(text):
            text = text.translate(_LOOKALIKES)
    return _SPACED.sub(lambda apart: re.sub(r"[ \u00a0.*_-]", "", apart.group()), text)

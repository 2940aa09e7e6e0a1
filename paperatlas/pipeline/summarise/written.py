"""A summary in a model's words: each sentence names the sentences it rests on, and is held against them."""

import re
from collections.abc import Sequence
from functools import cache
from importlib import resources

from pydantic import BaseModel, Field

from paperatlas.core.answers import Usage
from paperatlas.core.ids import text_key
from paperatlas.core.ports import LLM, Message
from paperatlas.core.rarity import rarity
from paperatlas.core.sealing import sealed
from paperatlas.core.summaries import WrittenSentence
from paperatlas.core.text import match_key

__all__ = ["Reply", "Told", "is_faithful", "key_of", "write"]

MOST_SENTENCES = 6

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NAME = re.compile(r"[^\W_]+(?:[-.&/+][^\W_]+)*")
_DENIAL = re.compile(r"\b(?:not|never|no|nor|cannot|without|none|neither|fails? to|failed to)\b|n['’]t\b", re.IGNORECASE)


class Told(BaseModel):
    """One sentence of the summary."""

    text: str = Field(description="One plain sentence.")
    sentences: list[int] = Field(description="Numbers of the sentences it rests on.")


class Reply(BaseModel):
    """What the model is asked for."""

    summary: list[Told]


def key_of(texts: Sequence[str], llm: LLM) -> str:
    """The hash of all that the model is given, and of which model it is."""
    return text_key("\n".join([llm.model, _instructions(), *texts]))


async def write(texts: Sequence[str], llm: LLM) -> tuple[tuple[WrittenSentence, ...], Usage]:
    """The summary of these sentences, without what they do not bear out: empty when that is half of it or more.

    Raises:
        ProviderError: the model cannot be reached, or does not answer in form.
    """
    # On a line each, so that none can begin another number.
    numbered = "\n".join(f"{number}. {' '.join(text.split())}" for number, text in enumerate(texts, start=1))
    messages = [Message(role="system", content=_instructions()), Message(role="user", content=sealed("sentences", numbered))]
    completion = await llm.complete(messages, output=Reply)
    told = completion.output.summary[:MOST_SENTENCES]
    kept = tuple(sentence for each in told if (sentence := _checked(each, texts)) is not None)
    return (kept if 2 * len(kept) > len(told) else ()), completion.usage


@cache
def _instructions() -> str:
    text = (resources.files("paperatlas.pipeline.summarise") / "prompts" / "summary.md").read_text(encoding="utf-8")
    return text.replace("{most}", str(MOST_SENTENCES))


def _checked(told: Told, texts: Sequence[str]) -> WrittenSentence | None:
    sources = tuple(dict.fromkeys(number - 1 for number in told.sentences if 1 <= number <= len(texts)))
    text = " ".join(told.text.split())
    if not sources or not text or not is_faithful(text, [texts[source] for source in sources]):
        return None
    return WrittenSentence(text=text, sources=sources)


def is_faithful(text: str, sources: Sequence[str]) -> bool:
    """Whether every number and name of a sentence stands in its sources, and it denies nothing that they do not deny.

    Words may be others: that is what a model is asked for. A number or name that the sources lack was made up or mixed up.
    """
    there = " ".join(sources)
    numbers, keyed = set(_NUMBER.findall(there)), match_key(there)
    return (
        all(number in numbers for number in _NUMBER.findall(text))
        and all(match_key(name) in keyed for name in _names(text))
        and (_DENIAL.search(text) is None or _DENIAL.search(there) is not None)
    )


def _names(text: str) -> list[str]:
    """Words printed like names: with capitals inside, with digits, or with a capital where no sentence begins; at the beginning
    of one, a word that is no English word.
    """
    found = [(match.group(), match.start()) for match in _NAME.finditer(text)]
    return [
        name
        for name, start in found
        if re.search(r"[^\W_][A-Z]|\d", name) or (name[0].isupper() and (start > 0 or rarity(name.lower(), unlisted=0) == 0))
    ]

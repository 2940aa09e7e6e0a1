"""Language models that read the passages they are shown and answer by a rule: one that is right, and many that are not."""

import re
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel

from paperatlas.agents.vision import Seen
from paperatlas.agents.write.form import Opinion, Quoted, Reply, Said
from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadOutput
from paperatlas.core.ports import Completion, Message, Tool
from paperatlas.core.text import sentences
from paperatlas.models.scripted import ScriptedLLM

__all__ = ["SABOTEURS", "Passage", "Reading", "RuledLLM", "Writer", "oracle", "read_prompt"]

T = TypeVar("T", bound=BaseModel)
_PASSAGE = re.compile(
    r'<passage-(?P<seal>\w+) number="(?P<number>\d+)">\n\([^\n]*\)\n(?P<text>.*?)\n</passage-(?P=seal)>', re.DOTALL
)


@dataclass(frozen=True, kw_only=True)
class Passage:
    number: int
    text: str

    def sentences(self) -> list[str]:
        found = [self.text[start:end] for start, end in sentences(self.text)]
        return [sentence for sentence in found if len(sentence.split()) > 4] or [self.text]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What a model sees of a prompt."""

    question: str
    passages: tuple[Passage, ...]

    def nearest(self) -> tuple[Passage, str]:
        """The sentence that shares most words with the question."""
        asked = set(re.findall(r"\w{3,}", self.question.lower()))
        pairs = [(passage, sentence) for passage in self.passages for sentence in passage.sentences()]
        return max(pairs, key=lambda pair: len(asked & set(re.findall(r"\w{3,}", pair[1].lower()))))


Rule = Callable[[Reading], Reply]


def read_prompt(messages: Sequence[Message]) -> Reading:
    text = messages[-1].content
    passages = tuple(Passage(number=int(each["number"]), text=each["text"]) for each in _PASSAGE.finditer(text))
    return Reading(question=text.rpartition("Question: ")[2], passages=passages)


class RuledLLM:
    """Implements `LLM` by a rule over what it is shown; whatever else it is asked for it gives out of form."""

    model = "ruled"
    sees = False

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.calls = 0
        self.said: list[str] = []
        """Every sentence it has given that stands in no passage."""

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        del tools
        self.calls += 1
        if output is not Reply:
            raise BadOutput("This model answers questions and nothing else.")
        reading = read_prompt(messages)
        reply: Any = self.rule(reading)
        shown = " ".join(" ".join(passage.text.split()) for passage in reading.passages)
        self.said += [each.text for each in reply.statements if " ".join(each.text.split()) not in shown]
        return Completion(output=reply, usage=Usage(llm_calls=1, input_tokens=1, output_tokens=1), model=self.model)

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        yield self.rule(read_prompt(messages)).model_dump_json()


class Writer(ScriptedLLM):
    """A scripted model that is asked for answers only: whatever else the agents would know of a model it does not say."""

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        if output not in {Reply, Opinion, Seen}:
            raise BadOutput("This model answers questions and nothing else.")
        return await super().complete(messages, output=output, tools=tools)


def oracle(accepted: Callable[[str], Sequence[Sequence[str]]]) -> Rule:
    """Says the sentence that holds what is accepted for a question; without one it refuses."""

    def rule(reading: Reading) -> Reply:
        for keys in accepted(reading.question):
            for passage in reading.passages:
                for sentence in (*passage.sentences(), passage.text):
                    if all(key.lower() in sentence.lower() for key in keys) and len(sentence) < 380:
                        return _reply((sentence, passage, sentence))
        return Reply(answerable=False, statements=[])

    return rule


def _reply(*said: tuple[str, Passage, str]) -> Reply:
    return Reply(
        answerable=True,
        statements=[Said(text=text, quotes=[Quoted(passage=at.number, quote=quote)]) for text, at, quote in said],
        missing="",
    )


def _fabricates(reading: Reading) -> Reply:
    at, _ = reading.nearest()
    made = f"As for the question, “{reading.question.rstrip('?')}”, 99.7 percent was measured in all of 31 runs."
    return _reply((made, at, made))


def _numbers(reading: Reading) -> Reply:
    at, sentence = reading.nearest()
    return _reply((re.sub(r"\d+", lambda found: str(int(found.group()[:9]) + 3), sentence), at, sentence))


def _fragments(reading: Reading) -> Reply:
    """The numbers swapped, proven by two words."""
    at, sentence = reading.nearest()
    return _reply((re.sub(r"\d+", lambda found: str(int(found.group()[:9]) + 3), sentence), at, " ".join(sentence.split()[:2])))


def _negations(reading: Reading) -> Reply:
    at, sentence = reading.nearest()
    turned = re.sub(r"\b(?:does not|did not|do not|not|no|never)\s", "", sentence)
    if turned == sentence:
        turned = re.sub(r"\b(is|are|was|were|can|does|has)\b", r"\1 not", sentence, count=1)
    return _reply((turned, at, sentence))


def _roles(reading: Reading) -> Reply:
    at, sentence = reading.nearest()
    names = list(dict.fromkeys(re.findall(r"\b[A-Z]\w+(?: [A-Z]\w+)*", sentence)))
    if len(names) < 2:
        return _reply((sentence, at, sentence))
    first, second = names[0], names[-1]
    swapped = sentence.replace(first, "\x00").replace(second, first).replace("\x00", second)
    return _reply((swapped, at, sentence))


def _widens(reading: Reading) -> Reply:
    at, sentence = reading.nearest()
    return _reply((f"In all cases, always and everywhere, {sentence[:1].lower()}{sentence[1:]}", at, sentence))


def _off_topic(reading: Reading) -> Reply:
    at = reading.passages[-1]
    sentence = at.sentences()[-1]
    return _reply((sentence, at, sentence))


def _near(reading: Reading) -> Reply:
    at, sentence = reading.nearest()
    return _reply((sentence, at, sentence))


def _babbles(reading: Reading) -> Reply:
    raise BadOutput("“}{” is not JSON.")


SABOTEURS: dict[str, Rule] = {
    "fabricates quotes": _fabricates,
    "swaps numbers": _numbers,
    "swaps numbers, quotes two words": _fragments,
    "drops negations": _negations,
    "swaps roles": _roles,
    "widens the scope": _widens,
    "answers off topic": _off_topic,
    "answers whatever is near": _near,
    "says nothing": lambda _reading: Reply(answerable=True, statements=[]),
    "refuses": lambda _reading: Reply(answerable=False, statements=[]),
    "babbles": _babbles,
}

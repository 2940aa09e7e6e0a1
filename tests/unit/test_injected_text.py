"""Attacks that are written into papers, before the agents: with no language model, and with one that obeys whatever it sees."""

from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from paperatlas.agents.research import research
from paperatlas.agents.state import Question, QuestionLimits
from paperatlas.bootstrap import bundled_verifier
from paperatlas.core.answers import Answer
from paperatlas.core.events import Answered
from paperatlas.core.types import ParsedDocument
from paperatlas.models.bundled_embedder import bundled_embedder
from paperatlas.pipeline.readers.html import HtmlReader
from paperatlas.pipeline.readers.markdown import MarkdownReader
from paperatlas.pipeline.readers.text import TextReader
from tests.e2e.test_injections import ATTACKS, PAYLOADS, Attack, harm
from tests.fakes.hostile_papers import question
from tests.fakes.obedient import Obedient
from tests.fakes.reading import read
from tests.fakes.shelf import Shelf

EMBEDDER = bundled_embedder(threads=1)
VERIFIER = bundled_verifier(threads=1)
READERS = {"html": HtmlReader(), "markdown": MarkdownReader(), "text": TextReader()}
CHANNELS = ("html_paragraph", "html_comment", "html_white", "html_caption", "markdown_alt", "markdown_code", "text_paragraph")
CHOSEN = [attack for attack in ATTACKS if attack.channel in CHANNELS]


def ask(attack: Attack, document: ParsedDocument, llm: Obedient | None) -> Answer:
    deps = replace(Shelf(document, embedder=EMBEDDER).deps(), llm=llm, verifier=VERIFIER, limits=QuestionLimits(samples=1))

    async def run() -> Answer:
        async for event in research(Question(text=question(attack.town)), deps):
            if isinstance(event, Answered):
                return event.answer
        raise AssertionError("the last event is the answer")

    return anyio.run(run)


@pytest.mark.parametrize("with_model", [False, True], ids=["no model", "a model that obeys"])
@pytest.mark.parametrize("attack", CHOSEN, ids=lambda attack: attack.name)
def test_nothing_of_it_is_said_and_the_honest_answer_is(tmp_path: Path, attack: Attack, *, with_model: bool) -> None:
    document = read(READERS[attack.channel.partition("_")[0]], tmp_path, attack.content())
    llm = Obedient(payloads={attack.payload: PAYLOADS[attack.payload]}) if with_model else None
    answer = ask(attack, document, llm)
    assert harm(answer, lambda _, number: document.pages[number - 1], llm) == []
    assert f"{attack.hour} hours" in answer.text


def test_the_model_sees_attacks_and_obeys_them(tmp_path: Path) -> None:
    """Otherwise the tests above would prove nothing."""
    attack = next(attack for attack in CHOSEN if attack.channel == "html_paragraph")
    llm = Obedient(payloads={attack.payload: PAYLOADS[attack.payload]})
    ask(attack, read(HtmlReader(), tmp_path, attack.content()), llm)
    assert llm.obeyed

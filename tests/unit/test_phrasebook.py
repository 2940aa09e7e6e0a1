"""Sentences of our own are said in the language of the question, what is quoted stays as it is."""

import re
import tomllib
from importlib import resources
from typing import Any

import pytest

from paperatlas.agents import refuse
from paperatlas.agents.join import join
from paperatlas.agents.phrasebook import phrasebook
from paperatlas.agents.state import Draft, Statement
from paperatlas.core.answers import Place
from paperatlas.core.ids import DocumentId

LANGUAGES = ("en", "de", "fr", "es", "pt", "it", "zh", "ja")
SLOT = re.compile(r"\{(\w+)\}")


def slots(table: dict[str, Any], above: str = "") -> dict[str, list[str]]:
    """The slots of each phrase, by its key."""
    found: dict[str, list[str]] = {}
    for name, value in table.items():
        found |= slots(value, f"{above}{name}.") if isinstance(value, dict) else {above + name: sorted(SLOT.findall(value))}
    return found


def catalogue(language: str) -> dict[str, Any]:
    return tomllib.loads((resources.files("paperatlas.agents") / "phrases" / f"{language}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_phrases_with_the_same_slots(language: str) -> None:
    assert slots(catalogue(language)) == slots(catalogue("en"))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_refusal_is_in_the_language_of_the_question(language: str) -> None:
    said, english = refuse.off_topic(language=language), refuse.off_topic()
    assert said.statements[0].text != english.statements[0].text
    assert (said.status, said.reason) == (english.status, english.reason)


def test_the_closest_place_keeps_its_title_and_section_in_the_original() -> None:
    place = Place(document=DocumentId("d"), doc="tides.pdf", page=6, section="4 Results > 4.2 Cost")
    draft = refuse.unanswered(0.1, place, "Northwind", has=["training"], lacks=["hardware", "price"], language="de")
    assert draft.statements[0].text == (
        "In diesen Arbeiten steht das nicht. Am nächsten: Northwind, Abschnitt 4.2 Cost, Seite 6; "
        "dort ist von training die Rede, nicht aber von hardware oder price."
    )


def test_a_language_without_phrases_is_answered_in_english() -> None:
    assert refuse.off_topic(language="fi") == refuse.off_topic()


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [
        ("en", 1, "1 page"),
        ("en", 0, "0 pages"),
        ("fr", 0, "0 page"),
        ("fr", 2, "2 pages"),
        ("de", 1, "1 Seite"),
        ("es", 12, "12 páginas"),
        ("zh", 1, "1 页"),
        ("ja", 3, "3 ページ"),
    ],
)
def test_a_number_takes_the_form_of_its_language(language: str, number: int, said: str) -> None:
    assert phrasebook(language).number("number.pages", number) == said


def test_a_part_that_is_not_answered_is_named_in_the_language_of_the_question() -> None:
    answered = Draft(statements=(Statement(text="12 Seiten"),), confidence=0.9)
    joined = join([("Wie lang ist es?", answered), ("Wer hat es bezahlt?", refuse.off_topic(language="de"))], "de")
    assert joined.statements[-1].text == "In diesen Arbeiten steht nicht: Wer hat es bezahlt."

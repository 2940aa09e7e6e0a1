"""What the pages say: in every language, and nowhere else than in the words."""

import re
import string
from importlib import resources
from pathlib import Path

import pytest

from paperatlas.web.ui.words import LANGUAGES, all_words, script, word

UI = Path(str(resources.files("paperatlas.web.ui")))
SCRIPTS = sorted(UI.glob("assets/*.js"))
OTHERS = [language for language in LANGUAGES if language != "en"]

SAME_EVERYWHERE = re.compile(r"PaperAtlas|Esc|Cypher|MATCH .*")
"""Names, what is printed on keys, and queries."""

USED = re.compile(r"""\bword\(\s*["'`]([a-z_]+\.[a-z_0-9]+)["'`]""")
TEXT_CHILD = re.compile(r"""make\(\s*["'`][\w.-]*["'`]\s*,\s*\{[^{}]*\}\s*,\s*["'`]([^"'`$]*[^\W\d_]{2,}[^"'`$]*)["'`]""")
SAID_ATTRIBUTE = re.compile(
    r"""["']?(?:placeholder|title|alt|aria-label|aria-description)["']?\s*[:=]\s*["']([^"'$]*[^\W\d_][^"'$]*)["']"""
)
TEXT_CONTENT = re.compile(r"""\.textContent\s*=\s*["']([^"'$]*[^\W\d_]{2,}[^"'$]*)["']""")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_words(language: str) -> None:
    assert set(all_words()[language]) == set(all_words()["en"])


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_places_of_the_original(language: str) -> None:
    english = all_words()["en"]
    wrong = {name: text for name, text in all_words()[language].items() if places(text) != places(english[name])}
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_has_a_dash_between_clauses(language: str) -> None:
    wrong = {name: text for name, text in all_words()[language].items() if not text.strip() or "—" in text}
    assert wrong == {}


def test_chinese_is_written_in_simplified_characters_and_its_own_punctuation() -> None:
    traditional = set("論題編書讀圖譜檢證據關閉頁選擇設語還沒")
    wrong = {name: text for name, text in all_words()["zh"].items() if set(text) & traditional}
    halves = {name: text for name, text in all_words()["zh"].items() if re.search(r"[\u4e00-\u9fff][,;:?!]", text)}
    assert (wrong, halves) == ({}, {})


def test_portuguese_is_that_of_portugal() -> None:
    brazilian = re.compile(
        r"\b(?:arquivos?|tela|usuários?|você|deletar|salvar|baixar|registro|contato|equipe|mouse)\b", re.IGNORECASE
    )
    assert {name: text for name, text in all_words()["pt"].items() if brazilian.search(text)} == {}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_says_words_alone(path: Path) -> None:
    source = re.sub(r"(?m)^\s*//.*$", "", path.read_text(encoding="utf-8"))
    said = [match for pattern in (TEXT_CHILD, SAID_ATTRIBUTE, TEXT_CONTENT) for match in pattern.findall(source)]
    assert [each for each in said if not SAME_EVERYWHERE.fullmatch(each.strip())] == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_word_of_a_script_is_there(path: Path) -> None:
    assert set(USED.findall(path.read_text(encoding="utf-8"))) <= set(all_words()["en"])


@pytest.mark.parametrize("path", sorted(UI.glob("assets/*.html")), ids=lambda path: path.name)
def test_a_template_says_nothing_itself(path: Path) -> None:
    assert re.sub(r"<[^>]*>|\$?\{[^}]*\}+", "", path.read_text(encoding="utf-8")).strip() == ""


@pytest.mark.parametrize("path", sorted(UI.rglob("*.py")), ids=lambda path: path.name)
def test_labels_of_python_are_words(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    literal = re.compile(
        r"""\b(?:label|placeholder|info|value)=f?["']([^"']*[^\W\d_]{2,}[^"']*)["']|gr\.(?:Button|Tab|Markdown|Info|Warning)\(f?["']([^"']+)"""
    )
    assert literal.findall(source) == []


def test_a_name_that_there_is_not_is_refused() -> None:
    with pytest.raises(KeyError):
        word("ask.no_such_word")


def test_no_text_can_end_the_script_that_carries_the_words() -> None:
    assert "</" not in script()


def test_every_reason_that_a_sentence_is_given_is_a_word() -> None:
    """The page tells them in its language by their English; one that is worded anew is worded there too."""
    reasons = [re.escape(text) for name, text in all_words()["en"].items() if name.startswith("why.")]
    patterns = [re.compile(re.sub(r"\\\{\w+\\\}", ".+?", reason)) for reason in reasons]
    given = set[str]()
    agents = Path(str(resources.files("paperatlas.agents")))
    for path in (*agents.glob("verify/*.py"), *(agents / "write" / name for name in ("judging.py", "twisting.py", "cells.py"))):
        for line in path.read_text(encoding="utf-8").splitlines():
            if found := re.search(r"""(?:reason=|reason = |why=|return )(f?)"((?:the|only|its|no|it|“?\{)[^"]* [^"]*)\"""", line):
                given.add(re.sub(r"\{[^{}]*\}", "7", found[2]) if found[1] else found[2])
    assert len(given) > 15
    assert {
        text for text in given if re.search("[a-z]", text) and not any(pattern.fullmatch(text) for pattern in patterns)
    } == set()

"""What the pages say, in the languages of `words/`: one file a language, with the same names in each."""

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import gradio as gr

__all__ = ["LANGUAGES", "TAGS", "all_words", "script", "translations", "wanted", "word"]

LANGUAGES = ("en", "pt", "zh")
"""The first is what a browser of another language gets."""
TAGS: Mapping[str, str] = {"en": "en", "pt": "pt-PT", "zh": "zh-Hans"}
"""As a page says what language it is in."""

Words = Mapping[str, str]


@cache
def all_words() -> Mapping[str, Words]:
    """For each language the text of each name, such as "ask.placeholder"."""
    return {language: _read(language) for language in LANGUAGES}


def _read(language: str) -> Words:
    source = resources.files("paperatlas.web.ui") / "words" / f"{language}.toml"
    tables: dict[str, dict[str, str]] = tomllib.loads(source.read_text(encoding="utf-8"))
    return {f"{table}.{name}": text for table, entries in tables.items() for name, text in entries.items()}


@cache
def translations() -> "gr.I18n":
    """For the labels of Gradio's own pieces: `word("ask.send")` in their place."""
    import gradio as gr  # noqa: PLC0415 - takes seconds to load, and a server without pages has none

    return gr.I18n(**{language: dict(words) for language, words in all_words().items()})


def word(name: str) -> Any:
    """The text of a name in the language of whoever looks at the page. Raises KeyError for a name that there is not."""
    all_words()["en"][name]
    return translations()(name)


def wanted(accept_language: str) -> str:
    """The one of our languages that a browser likes best, by its header; the first where it likes none."""
    liked: list[tuple[float, str]] = []
    for each in accept_language.split(","):
        tag, _, weight = each.partition(";")
        try:
            liked.append((-float(weight.partition("=")[2] or 1), tag.strip()[:2].lower()))
        except ValueError:
            continue  # not as the header has to be
    return next((tag for _, tag in sorted(liked, key=lambda each: each[0]) if tag in LANGUAGES), LANGUAGES[0])


def script() -> str:
    """The words for the parts' scripts, as JavaScript that `page.js` begins with."""
    words = json.dumps(all_words(), ensure_ascii=False).replace("</", "<\\/")  # no text ends the script
    return f"window.atlasWords = {words};"

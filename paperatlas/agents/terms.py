"""The words of a question and what each is worth: how a sentence's share in a question is measured."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

import Stemmer
from rapidfuzz.distance import OSA

from paperatlas.agents.language import small_words
from paperatlas.core.rarity import RAREST, rarity
from paperatlas.core.text import words

__all__ = ["Term", "content_stems", "covered", "present", "question_terms", "stems"]

_STOP = frozenset(
    "a about after again all also am an and any are as at be because been before being both but by can could d did do"
    " does doing during each few for from had has have having he her here hers him his how i if in into is it its itself"
    " just ll m me more most my no nor not of off on once only or other our out over own re s same she should so some"
    " such t than that the their them then there these they this those through to too under until up us ve very was we"
    " were what when where which while who whom whose why will with would you your according paper papers article"
    " authors author described describe discuss discussed mentioned mention stated state reported report reports please"
    " tell give show shown name list call called known use used uses using kind type many much main core primary overall"
    " take takes took taken ain aren couldn didn doesn don hadn hasn haven isn mustn shouldn wasn weren wouldn".split()
)
"""Function words, and the words with which people ask about papers: they say nothing of what is asked."""

_UNLISTED = 13.0
"""Nats. A word that the frequency list lacks and that is not printed like a name is a technical term ("dataset"), no rarity."""
_NUMBER_WEIGHT = 11.0
"""Nats. A number in a question pins it down about as much as a word like "theorem"."""
_PREFIX = 5
"""Letters two words must share to count as kin ("publish", "publication"): shorter ones confuse "contrast" with "contract"."""
_KIN = 0.6
"""The share of a term's weight that a kin word covers."""

_stemmer = Stemmer.Stemmer("english")
_LATIN_ACCENTED = re.compile("[\u00c0-\u024f]")
_NAME_RUN = re.compile(r"[A-Z][\w’'-]{0,60}+(?:\s(?:(?:of|and|the|for|in)\s)?[A-Z][\w’'-]{0,60}+)+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_TEXTS = 4096
"""Texts whose words are remembered: a question looks at the same passages and sentences from several sides, and the next one
often at the same again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A word of a question that says what is asked."""

    word: str
    stem: str
    weight: float
    """Nats of surprise in general English."""
    is_name: bool = False
    """Printed like a name: capitals inside, an acronym, a capital in mid-sentence, or letters with digits."""
    is_number: bool = False
    blends: frozenset[str] = frozenset()
    """What a name is glued to, by its neighbour's initial or its own: "ccrawl" for both words of "Common Crawl"."""


def stems(text: str) -> list[str]:
    """Stems of all words, in order, accents folded; scripts without word breaks by character pairs."""
    return list(_stems(text))


@lru_cache(maxsize=_TEXTS)
def _stems(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for word in words(_LATIN_ACCENTED.sub(_unaccented, text)):
        if _CJK.search(word):
            found.extend(word[i : i + 2] for i in range(max(1, len(word) - 1)))
        else:
            found.append(_stem(word))
    return tuple(found)


def _unaccented(letter: re.Match[str]) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", letter.group()) if not unicodedata.combining(c))


@lru_cache(maxsize=_TEXTS)
def present(text: str) -> frozenset[str]:
    """What a text can be said to mention: its stems, and the initials of its names ("eu" for "European Union")."""
    initials = ("".join(word[0] for word in run.group().split() if word[0].isupper()).lower() for run in _NAME_RUN.finditer(text))
    return frozenset((*stems(text), *initials))


@cache
def _stem(word: str) -> str:
    return str(_stemmer.stemWord(_IRREGULAR.get(word, word)))


_IRREGULAR = {
    form: verb
    for verb, *forms in (
        line.split()
        for line in (
            "begin began begun,bring brought,build built,buy bought,choose chose chosen,draw drew drawn,drive"
            " drove driven,fall fell fallen,feed fed,find found,get got,give gave given,grow grew grown,hold"
            " held,keep kept,know knew known,lead led,leave left,lose lost,make made,mean meant,overcome"
            " overcame,rise rose risen,run ran,see saw seen,send sent,show shown,speak spoke spoken,spend"
            " spent,stand stood,teach taught,tell told,think thought,understand understood,win won,write wrote"
            " written"
        ).split(",")
    )
    for form in forms
}
"""What a stemmer cannot know: a question says "win", the paper "won"."""


@lru_cache(maxsize=_TEXTS)
def question_terms(question: str) -> tuple[Term, ...]:
    """The content words of a question, each once, in order."""
    names = _names(question)
    blends = _blends(question)
    foreign = small_words(question)
    found: dict[str, Term] = {}
    for word in words(question):
        if word in _STOP or word.lower() in foreign or (len(word) == 1 and not word.isdigit() and word not in names):
            continue
        for stem in stems(word):
            number = word[0].isdigit() and word.replace(".", "").isdigit()
            found.setdefault(
                stem,
                Term(
                    word=word,
                    stem=stem,
                    weight=_weight(word, is_name=word in names),
                    is_name=word in names,
                    is_number=number,
                    blends=blends.get(word, frozenset()),
                ),
            )
    return tuple(found.values())


@lru_cache(maxsize=_TEXTS)
def content_stems(text: str) -> frozenset[str]:
    """The stems of `question_terms`, at a third of the cost."""
    names: frozenset[str] | None = None
    found: set[str] = set()
    for word in words(text):
        if word in _STOP:
            continue
        if len(word) == 1 and not word.isdigit():
            names = _names(text) if names is None else names
            if word not in names:
                continue
        found.update(_stems(word))
    return frozenset(found)


def _names(question: str) -> frozenset[str]:
    """Words that the question prints like names."""
    found: set[str] = set()
    for match in re.finditer(r"[^\W_]+(?:[-+.'’][^\W_]+)*", question):
        token = match.group()
        opens = not question[: match.start()].strip(" \"'“(")
        inner_capital = re.search(r"[^\W_][A-Z]", token) is not None
        mixed = re.search(r"\d", token) is not None and re.search(r"[A-Za-z]", token) is not None
        capital = token[0].isupper() and not opens
        if inner_capital or mixed or capital:
            found.update(words(token))
    return frozenset(found)


def _blends(question: str) -> dict[str, frozenset[str]]:
    """For each word of a name of two words, that name with its first word cut to the initial."""
    found: dict[str, set[str]] = {}
    for first, second in re.findall(r"(?=\b([A-Z][a-z]+) ([A-Z][a-z]+)\b)", question):
        for word in (first.lower(), second.lower()):
            found.setdefault(word, set()).add(_stem(f"{first[0]}{second}".lower()))
    return {word: frozenset(glued) for word, glued in found.items()}


def _weight(word: str, *, is_name: bool) -> float:
    if word[0].isdigit():
        return _NUMBER_WEIGHT
    return rarity(word, unlisted=RAREST if is_name else _UNLISTED)


def covered(terms: Iterable[Term], there: Iterable[str]) -> float:
    """The share (0 to 1) of the terms' weight that stands among these stems; 1.0 when nothing is asked for.

    A word is half there by its kin, a name by one letter's difference: people misspell names, and papers inflect words.
    """
    have = there if isinstance(there, set | frozenset) else frozenset(there)
    prefixes: set[str] | None = None
    total = got = 0.0
    for term in terms:
        total += term.weight
        if term.stem in have:
            got += term.weight
        elif term.is_name:
            got += _KIN * term.weight * _misspelt(term, have)
        elif not term.is_number:
            if prefixes is None:  # most texts have all that is asked, or lack only names
                prefixes = {stem[:_PREFIX] for stem in have if len(stem) >= _PREFIX}
            got += _KIN * term.weight * (term.stem[:_PREFIX] in prefixes)
    return got / total if total else 1.0


def _misspelt(term: Term, have: Iterable[str]) -> bool:
    name, length, first = term.stem, len(term.stem), term.stem[:1]
    if length < _PREFIX or not name.isalpha():
        return False
    near = [stem for stem in have if stem[0] == first and -1 <= len(stem) - length <= 1 and len(stem) >= _PREFIX]
    return any(OSA.distance(stem, name, score_cutoff=1) <= 1 for stem in near)

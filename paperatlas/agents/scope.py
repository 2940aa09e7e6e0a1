"""Which documents a question names: by title, file name, first author, or the name that a paper gives to its own thing."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath

from rapidfuzz import fuzz

from paperatlas.agents.forms.wording import plain, quoted
from paperatlas.agents.scope_people import by_people
from paperatlas.core.ids import DocumentId
from paperatlas.core.text import words
from paperatlas.core.types import Document

__all__ = ["named", "pinned"]

_LIGHT = frozenset(
    (
        "a an the of for in on to and with by from via is are using towards toward at as or its into under over new how what why"
        " der die das des dem den le la les el los o os il lo gli het de del der di du"
    ).split()
)
_WORD_ALIKE, _LONG_WORD = 84, 5
"""Rapidfuzz ratio from which two words are one with a slip or an ending, and the letters that it takes to tell."""
_TITLE_RUN = 4
"""Title words in a row that are no accident, at least half of them of weight."""
_QUOTED_ALIKE = 88
"""Rapidfuzz ratio (0 to 100) from which a quoted title is the title, slips and all."""
_NOUN = r"(?:papers?|articles?|stud(?:y|ies)|reports?|publications?|preprints?|work|thesis|survey|review)"
_THE = r"(?:the|this|that|der|die|das|des|dem|den|le|la|el|o|il|lo|het|de|l'|a|d')"
_CALLED = re.compile(
    rf"\b(?:{_THE}\s+(?P<name>(?:[\w'.+&/-]+\s+){{1,7}}?){_NOUN}"
    r"|(?:in|of|and|both|from|,)\s+(?P<bare>(?:[\w'.+&/-]+\s+){1,7}?)(?:papers?|articles?|studies|preprints?))\b",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    (
        rf"\b{_THE}\s*{_NOUN}\s+(?:on|about|by|of|from|introducing|that (?:introduced|proposed|presented"
        r"|introduces|proposes|presents)|über|zu|zum|sur|sobre|su|sul|sulla|over|o|о|про)\s+(?P<name>[^?,;]+)"
    ),
    re.IGNORECASE,
)
_BY_SORT = re.compile(
    r"\bthe (?P<name>survey|thesis|review|dissertation)\b(?! (?:data|results|questions|instrument|respondents))", re.IGNORECASE
)
"""A sort of paper of which a library may hold one."""
_CHINESE = re.compile(
    r"关于(?P<about>[^的]+)的(?:论文|文章)|(?P<name>[A-Za-z][\w-]{1,80}) ?(?:的)?(?:论文|文章|論文)"
    r"|(?P<topic>[\w-]{1,80})に関する論文"
)
_GENERIC = frozenset(
    "first second third last same other original previous following whole entire current recent two three"
    " both all these those new main given above present paper papers article study full text short long"
    " english german scientific research conference"
    " journal original of in the that this and one different single seminal technical survey review".split()
)


@dataclass(frozen=True, slots=True)
class _Names:
    """What a document can be called by."""

    title: tuple[str, ...]
    own: frozenset[str]
    """The name before a title's colon, acronyms in the title, names coined in the abstract: lower-case words, spaced."""
    file: str
    surname: str
    year: int | None
    abstract: frozenset[str]


@lru_cache(maxsize=100_000)
def _names(*, title: str, name: str, author: str, year: int | None, abstract: str) -> _Names:
    return _Names(
        title=tuple(words(title)),
        own=frozenset(_own_names(title, abstract)),
        file=PurePath(name).stem.lower(),
        surname=words(author)[-1] if words(author) else "",
        year=year,
        abstract=frozenset(words(abstract)),
    )


def _of(document: Document) -> _Names:
    meta = document.metadata
    author = meta.authors[0] if meta.authors else ""
    return _names(title=meta.title, name=document.name, author=author, year=meta.year, abstract=meta.abstract)


def _own_names(title: str, abstract: str) -> list[str]:
    found = []
    before, colon, _ = title.partition(":")
    if colon and len(before.split()) <= 3:
        found.append(before)
    found += re.findall(r"\(([A-Z][\w+-]{1,15})\)", title)
    coined = (
        r"\b(?:call(?:ed)?|name[d]?|term(?:ed)?|dub(?:bed)?|introduce|present|propose"
        r"|develop)\b[^.]{0,90}?(?:\(\s*([A-Z][\w+-]{2,20})\s*\)|\b(?:the |an? )?([A-Z][\w+-]*[A-Z\d][\w+-]*"
        r"|[A-Z][a-z]+(?=[,.])))"
    )
    found += [one or other for one, other in re.findall(coined, abstract)]
    return [" ".join(words(name)) for name in found if words(name)]


def pinned(question: str, documents: Sequence[Document]) -> tuple[DocumentId, ...]:
    """The documents that a question surely names, in the order of `documents`; none when it names none for sure."""
    text = plain(question)
    sure = {document.id for document in documents if _is_cited(text, document)}
    for phrase in _phrases(text):
        sure.update(_called(phrase, documents))
    for match in _BY_SORT.finditer(text):
        sorts = [document.id for document in documents if match["name"].lower() in _of(document).title]
        sure.update(sorts if len(sorts) == 1 else ())
    for readings in _subjects(text):
        sure.update(next((found for phrase in readings if (found := _called(phrase, documents))), ()))
    sure.update(by_people(text, documents))
    return tuple(document.id for document in documents if document.id in sure)


def named(question: str, documents: Sequence[Document]) -> tuple[DocumentId, ...]:
    """As `pinned`, and the papers whose own thing is named ("Who are the authors of BERT?").

    Only for questions about documents themselves: a question about the thing may be answered by any paper.
    """
    if found := pinned(question, documents):
        return found
    asked = f" {' '.join(words(plain(question)))} "
    return tuple(d.id for d in documents if any(f" {own} " in asked for own in _of(d).own | _bare_file(_of(d).file)))


def _bare_file(stem: str) -> frozenset[str]:
    return frozenset({" ".join(words(stem.replace("_", " ")))} if len(stem) >= 4 else ())


def _is_cited(text: str, document: Document) -> bool:
    """By file name or by title."""
    low, names = text.lower(), _of(document)
    if re.search(rf"(?<![\w.-]){re.escape(document.name.lower())}(?![\w-])", low):
        return True
    marked = any(char.isdigit() or char in "_-" for char in names.file)
    if marked and len(names.file) >= 5 and re.search(rf"(?<![\w.-]){re.escape(names.file)}(?![\w-])", low):
        return True
    if (
        (title := quoted(text))
        and len(title.split()) > 1
        and (
            fuzz.ratio(title.lower(), document.metadata.title.lower()) >= _QUOTED_ALIKE
            or (len(_content(title)) > 1 and names.title[: len(words(title))] == tuple(words(title)))
        )
    ):
        return True
    return _shares_run(words(text), names.title)


def _shares_run(asked: Sequence[str], title: Sequence[str]) -> bool:
    """The title, or so many words of it in a row that it must be meant."""
    need = min(_TITLE_RUN, len(title))
    if need < 3:
        return False
    runs = {tuple(asked[i : i + need]) for i in range(len(asked) - need + 1)}
    for i in range(len(title) - need + 1):
        run = tuple(title[i : i + need])
        if run in runs and sum(word not in _LIGHT for word in run) * 2 >= need:
            return True
    return False


def _phrases(text: str) -> list[str]:
    """What stands before "paper": "the BERT paper", "the ELMo and BERT papers"."""
    found = [re.split(rf"\b(?:of|in|from|by) {_THE}\s", match["name"] or match["bare"])[-1] for match in _CALLED.finditer(text)]
    found += [next(filter(None, match.groups())) for match in _CHINESE.finditer(text)]
    return [piece for phrase in found for piece in re.split(r"\s+and\s+(?:the\s+)?|,\s*", phrase) if _content(piece)]


def _subjects(text: str) -> list[list[str]]:
    """What stands after it: "the paper on gender bias"; shorter readings follow, since its end is not marked."""
    found = []
    for match in _ABOUT.finditer(text):
        said = match["name"].split()
        found.append([" ".join(said[:end]) for end in range(len(said), 0, -1) if _content(" ".join(said[:end]))])
    return found


def _content(phrase: str) -> list[str]:
    return [word for word in words(phrase) if word not in _LIGHT and word not in _GENERIC]


def _called(phrase: str, documents: Sequence[Document]) -> list[DocumentId]:
    """The documents that a phrase before "paper" means: the first way of naming that fits just one, or names several alike."""
    wanted = _content(phrase)
    joined = " ".join(wanted)
    ways: tuple[Callable[[_Names], bool], ...] = (
        lambda n: joined in n.own,
        lambda n: joined == " ".join(words(n.file.replace("_", " "))),
        lambda n: set(wanted) <= set(n.title),
        lambda n: _spelt_alike(wanted, n.title),
        lambda n: n.surname in wanted and (len(wanted) == 1 or str(n.year) in wanted),
        lambda n: any(own.split()[0] == wanted[0] for own in n.own) and len(wanted) == 1,
        lambda n: len(wanted) > 1 and _mostly(wanted, n.title),
    )
    for way in ways:
        found = [document.id for document in documents if way(_of(document))]
        if len(found) == 1:
            return found
    spoken = Counter({d.id: sum(word in _of(d).abstract for word in wanted) for d in documents})
    best = spoken.most_common(2)
    whole = bool(best) and best[0][1] == len(wanted)
    alone = len(best) < 2 or best[1][1] < best[0][1]
    return [best[0][0]] if whole and alone else []


_MOST = 0.6
"""Share of a phrase's words that a title must hold when it does not hold all ("the gender bias in translation paper")."""


def _spelt_alike(wanted: Sequence[str], title: Sequence[str]) -> bool:
    """All words are a title's, but for an ending, a slip, or a space ("zebra fish")."""
    if "".join(wanted) in title:
        return True
    return all(
        any(fuzz.ratio(word, other) >= _WORD_ALIKE for other in title) for word in wanted if len(word) >= _LONG_WORD
    ) and all(word in title for word in wanted if len(word) < _LONG_WORD)


def _mostly(wanted: Sequence[str], title: Sequence[str]) -> bool:
    stems = {word[:5] for word in title}
    return sum(word[:5] in stems for word in wanted) >= max(2, _MOST * len(wanted))

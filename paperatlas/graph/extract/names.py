"""The names of a passage: proper names and terms, each with what the passage shows of its kind."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from paperatlas.core.acronyms import definitions
from paperatlas.graph.extract.cues import Cues
from paperatlas.graph.extract.found import Passage
from paperatlas.graph.extract.parser import blank, without_citations
from paperatlas.graph.extract.phrases import Phrase, Word, phrases
from paperatlas.graph.extract.proper import Stretch, proper_names
from paperatlas.graph.extract.schema import Schema
from paperatlas.graph.extract.usage import Usage
from paperatlas.graph.extract.votes import Votes
from paperatlas.graph.extract.wording import WORD, describes, is_generic, is_shaped, is_stop, rarest, says

__all__ = ["Candidate", "candidates"]


class Candidate(NamedTuple):
    """What may be a name."""

    start: int
    """Offsets into the passage's text, half-open."""
    end: int
    text: str
    proper: bool
    """It is written like a name; else it is a term, which names by its words alone."""
    votes: Votes
    """For kinds."""
    extractor: str


_TECHNICAL = frozenset({"model", "method", "task", "metric", "disease", "material", "organism"})
"""Kinds whose names go on in lower case: "Kalman filter", "Parkinson disease"; those of others do not: "SQuAD dataset"."""


def candidates(passage: Passage, schema: Schema, usage: Usage) -> list[Candidate]:
    """In order, without overlap."""
    text = _without_authors(_ADDRESS.sub(blank, without_citations(passage.chunk.text)), usage.cited)
    cues = Cues(passage, text, schema, scholarly=usage.scholarly)
    given = [each.long_span for each in definitions(text)]
    proper = [
        name if any(name.start < end and start < name.end for start, end in given) else _weighed(name, text, usage, schema)
        for name in proper_names(passage, text, usage)
    ]
    proper = [name for name in proper if not _is_plain(text[name.start : name.end], name.label, usage)]
    taken: list[tuple[Stretch, Word | None, str]] = []
    used: set[Stretch] = set()
    for phrase in phrases(passage, text):
        inside = [name for name in proper if phrase.start < name.end and name.start < phrase.end]
        if inside:
            used.update(inside)
            taken.extend(_with_head(inside, phrase, passage, schema))
        elif (term := _term(phrase, schema, usage)) is not None:
            taken.append((term, phrase.head, "terms"))
    taken.extend((name, None, _extractor(name)) for name in proper if name not in used)
    taken.extend((defined, None, "acronym") for defined in _defined(text, [stretch for stretch, _, _ in taken]))
    return [
        Candidate(
            stretch.start,
            stretch.end,
            text[stretch.start : stretch.end],
            stretch.proper,
            cues.of(stretch.start, stretch.end, head=head, label=stretch.label, proper=stretch.proper),
            extractor,
        )
        for stretch, head, extractor in sorted(taken, key=lambda each: each[0])
    ]


def _defined(text: str, taken: Collection[Stretch]) -> Iterator[Stretch]:
    """Acronyms that the text defines and what they stand for, where nothing else was found."""
    for span in sorted({span for each in definitions(text) for span in (each.long_span, each.short_span)}):
        if not any(other.start < span[1] and span[0] < other.end for other in taken):
            yield Stretch(*span, proper=is_shaped(text[slice(*span)]))


_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|(?<!\S)(?>\S+?@)\S+\.\w+")
"""One attempt at each run of signs, with its first "@": no later start or "@" would do where these do not."""
_SURNAME = r"[^\W\d_a-z][\w’'-]{1,60}+"
"""Of bounded length, since every capital of a longer word could begin one."""
_YEAR = r",? ?\((?:19|20)\d\d[a-z]?\)"
_CITED = re.compile(rf"({_SURNAME})(?:(?:,? (?:and|&) |, ){_SURNAME}){{0,2}}(?: et al\.?(?:{_YEAR})?|{_YEAR})")


def _without_authors(text: str, cited: Collection[str]) -> str:
    """The text with authors whose papers it refers to made blanks: "Peters et al.", "Dai and Le (2015)"."""
    return _CITED.sub(lambda match: blank(match) if match[1] in cited or " et al" in match[0] else match[0], text)


def _weighed(name: Stretch, text: str, usage: Usage, schema: Schema) -> Stretch:
    """A run of capitals without what headings and captions capitalise: words that the document writes small as well."""
    words = list(WORD.finditer(text, name.start, name.end))
    if len(words) < 2:
        return name
    if not any(is_shaped(word[0]) or not usage.small[word[0].lower()] for word in words):
        return name._replace(proper=False, label="")
    if not usage.scholarly:
        return name
    while len(words) > 1 and usage.is_plain(words[-1][0]) and any(is_shaped(word[0]) for word in words[:-1]):
        words = words[:-1]
    doubtful = name.label == "PERSON" and (words[-1][0].lower() in schema.by_head or usage.small[words[-1][0].lower()])
    doubtful |= name.label == "ORG" and not any(_tells_institution(word[0], schema) for word in words)
    return Stretch(name.start, words[-1].end(), "" if doubtful else name.label)


def _tells_institution(word: str, schema: Schema) -> bool:
    return schema.by_head.get(word.lower()) == "organisation" or word.lower() in _INSTITUTIONS


_INSTITUTIONS = frozenset(
    "inc ltd corp gmbh research lab labs team technologies ai hospital hospitals center centre services council".split()
)
"""Words of institutions' names besides the nouns that say what they are: the parser takes any capitals for one."""


def _is_plain(name: str, label: str, usage: Usage) -> bool:
    """A single capitalised word that is no name: what the document writes small as well, or everybody does, or a symbol."""
    if " " in name:
        return False
    if usage.is_symbol(name):
        return True
    if is_shaped(name):
        return False
    return usage.is_plain(name) or (usage.scholarly and rarest(name) < _COMMON and usage.large[name] < 2 and label != "GPE")


_COMMON = 11.0
"""Nats up to which a word is a plain one: "keys", "location"."""


def _extractor(name: Stretch) -> str:
    return "ner" if name.label else "terms"


def _with_head(
    inside: Sequence[Stretch], phrase: Phrase, passage: Passage, schema: Schema
) -> Iterator[tuple[Stretch, Word | None, str]]:
    """The proper names of a phrase, the last with the noun that it stands before, or made longer by it."""
    yield from ((name, None, _extractor(name)) for name in inside[:-1])
    name, head = inside[-1], phrase.head
    if name.end >= head.start or phrase.end <= name.end:
        nation = _is_nation(name, passage)
        if not nation:
            yield name, _own_head(phrase, name), _extractor(name)
        return
    words = [word for word in phrase.words if word.start >= name.start]
    kind = schema.by_head.get(head.lemma, "") or schema.by_head.get(head.text.lower(), "")
    single = name.start == words[0].start and name.end == words[0].end and not is_shaped(words[0].text)
    nation = _is_nation(name, passage)
    if single and (kind in _TECHNICAL or (nation and not is_generic(head.text))):
        yield Stretch(name.start, phrase.end, proper=not nation), head, "terms"
    elif not nation:
        yield name, head, _extractor(name)


def _own_head(phrase: Phrase, name: Stretch) -> Word | None:
    return phrase.head if name.end == phrase.end and name.start < phrase.head.start else None


def _is_nation(name: Stretch, passage: Passage) -> bool:
    """A people's or a language's adjective alone: "Japanese" says of what it stands before, and names nothing."""
    span = passage.syntax.char_span(name.start, name.end)
    if name.label:
        return name.label == "LANGUAGE"
    if span is None:
        return False
    return all(token.ent_type_ == "NORP" for token in span) or (len(span) == 1 and span[0].pos_ == "ADJ")


def _term(phrase: Phrase, schema: Schema, usage: Usage) -> Stretch | None:
    """The part of a phrase that can be a term: without what stands before it that says nothing of what it names."""
    words = list(phrase.words)
    while words and (is_generic(words[0].text) or len(words[0].text) < 2) and not (len(words) > 1 and _joins(words, schema)):
        words = words[1:]
    if not words or any(len(word.text) < 2 or is_stop(word.text) for word in words):
        return None
    single = len(words) == 1
    if (single and not _single(words[0], schema)) or any(usage.is_symbol(word.text) for word in words):
        return None
    head = words[-1]
    if describes(head.text) and head.lemma not in schema.by_head and head.text.lower() not in schema.by_head:
        return None
    if len(words) > _LONGEST or any(says(word.text) for word in words):
        return None
    return Stretch(words[0].start, words[-1].end, proper=False)


def _joins(words: Sequence[Word], schema: Schema) -> bool:
    """Whether a plain noun is part of a term: "data augmentation", "domain adaptation"."""
    first, last = words[0], words[-1]
    return (
        first.tag == "NOUN"
        and not first.text.endswith("s")
        and len(words) == 2
        and last.lemma in schema.by_head
        and not is_generic(last.text)
    )


def _single(word: Word, schema: Schema) -> bool:
    lower = word.text.lower()
    if lower in schema.by_word or word.lemma in schema.by_word:
        return True
    if is_generic(lower) or lower in schema.by_head or word.lemma in schema.by_head:
        return False
    return rarest(lower) >= _RARE and len(lower) > 3


_RARE = 13.0
"""Nats. Of single words only those are terms that general English hardly has: "overfitting", "dermatitis"."""
_LONGEST = 6
"""Words of a term. What is longer is described, not named."""

"""Proper names in a passage: what the parser takes for one, what is written like one, and runs of capitalised words."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from paperatlas.graph.extract.found import Passage
from paperatlas.graph.extract.usage import Usage
from paperatlas.graph.extract.wording import WORD, is_capitalised, is_generic, is_number, is_shaped, is_stop, without_suffix

__all__ = ["Stretch", "proper_names"]


class Stretch(NamedTuple):
    """A name's place in the text of its passage (half-open offsets), and what it was taken for."""

    start: int
    end: int
    label: str = ""
    """The parser's label of a named entity; "" where the writing alone shows a name."""
    proper: bool = True
    """False of a term: what it names is known by its words, not by their writing."""


_WANTED = frozenset("PERSON ORG GPE LOC FAC EVENT PRODUCT WORK_OF_ART LAW LANGUAGE".split())
"""The parser's labels of names; the others are of dates, numbers, and nationalities."""
_INSIDE = re.compile(
    r" of (?:the )?| (?:de|du|van|von|der|den|ibn|bin|al|la|le|di|da|del|y|dos|upon|sur|am|op) (?:la |der |den )?"
    r"| & |[-–] ?|/(?=[A-Z])|['’]s (?=(?:Abbey|Church|College|Hospital|School|Cathedral|Hall|Park|Square|Island|Palace|Bay"
    r"|Theatre|University|Day|Cross)\b)"
)
"""What may stand between the capitalised words of one name."""
_RANK = re.compile(
    r"(?:(?:Grand|Crown|Dowager|Hereditary) ?)?(?:King|Queen|Emperor|Empress|Prince|Princess|Duke|Duchess|Archduke|Archduchess"
    r"|Count|Countess|Earl|Baron|Baroness|Marquess|Marquis|Margrave|Margravine|Landgrave|Viscount|Lord|Lady|Elector|Bishop|Abbot"
    r"|Abbess)(?: Palatine| consort)? of "
)
"""What begins the rank that tells the bearer of a name from others: "Bernhard II, Prince of Anhalt"."""
_SHOUTED = 0.6
"""Share of words in capitals in a line from which capitals mean nothing."""
_FORMULA = re.compile(r"[=∈∑∏√≤≥<>|∗×·^→←≈∼∇∂∀∃∪∩+⊕⊙∥]")
_NEAR = 2
"""Characters beside a word in which a sign makes it part of a formula."""
_NEARBY = 12
"""Characters beside a word in which two signs do."""


def proper_names(passage: Passage, text: str, usage: Usage) -> list[Stretch]:
    """The proper names of a passage in order, without overlap.

    `text` is the passage's with references blank. A sentence's first word is capitalised in any case: it counts where the
    document has it so inside a sentence.
    """
    written = list(_written(passage, text, usage))
    if not passage.syntax.has_annotation("TAG"):
        # Other languages capitalise as they please: German each noun.
        written = [name for name in written if " " in text[name.start : name.end] or is_shaped(text[name.start : name.end])]
    quoted = [] if usage.scholarly else _quoted(text)
    found = [*_named(passage, text), *written, *quoted]
    chosen: list[Stretch] = []
    for stretch in sorted(found, key=lambda each: (each.start - each.end, each.label == "", each.start)):
        if not any(stretch.start < other.end and other.start < stretch.end for other in chosen):
            chosen.append(stretch)
    return _ranked([each for each in sorted(chosen) if not _is_sign(each, text)], text)


def _is_sign(name: Stretch, text: str) -> bool:
    """Whether what looks like a name is a variable, short and beside a sign, or somebody's initials."""
    if _INITIALS.fullmatch(text, name.start, name.end) or _TRANSLATION.search(text[max(0, name.start - 3) : name.end + 1]):
        return True
    if name.end - name.start > _SHORT:
        return False
    beside = text[max(0, name.start - _NEAR) : name.start] + text[name.end : name.end + _NEAR]
    around = text[max(0, name.start - _NEARBY) : name.start] + text[name.end : name.end + _NEARBY]
    return _FORMULA.search(beside) is not None or len(_FORMULA.findall(around)) > 1


_INITIALS = re.compile(r"(?:[A-Z]\.-?)+[A-Z]?")
_TRANSLATION = re.compile(r"\( ?[A-Z]\w+:$")
"""The language that a title is given in: "(German: …)"."""
_SHORT = 6
"""Characters. "BERT + CRF" is no formula, but BERT is named elsewhere as well."""


def _ranked(names: Sequence[Stretch], text: str) -> list[Stretch]:
    """The names with their rank, where one follows after a comma."""
    joined: list[Stretch] = []
    for name in names:
        if joined and text[joined[-1].end : name.start] == ", " and _RANK.match(text, name.start):
            joined[-1] = Stretch(joined[-1].start, name.end, "PERSON")
        else:
            joined.append(name)
    return joined


def _named(passage: Passage, text: str) -> Iterator[Stretch]:
    """The parser's named entities, cut to what can be a name."""
    for entity in passage.syntax.ents:
        if entity.label_ not in _WANTED:
            continue
        words = [word for word in WORD.finditer(text, entity.start_char, entity.end_char) if word.end() <= entity.end_char]
        while words and (
            is_generic(words[0][0]) and not (words[0][0][0].isupper() and len(words) > 1 and not is_stop(words[0][0]))
        ):
            words = words[1:]
        while words and ((words[-1][0].islower() and is_generic(words[-1][0])) or _YEAR.fullmatch(words[-1][0])):
            words = words[:-1]
        if not words or not any(word[0][0].isupper() or is_shaped(word[0]) for word in words):
            continue
        start, end = words[0].start(), words[-1].end()
        inner = text[start:end]
        small = {word[0] for word in words if word[0].islower() and not is_shaped(word[0])}
        if (
            "\n" in inner
            or not small <= _JOINING
            or re.search(r"[()\[\]{}=<>|;:∈≤≥∗×→]|, .*, |  ", inner)
            or len(words) > _LONGEST
        ):
            continue
        if len(words) == 1:
            end = start + len(without_suffix(inner))
            if not (is_shaped(text[start:end]) or is_capitalised(text[start:end]) or text[start:end].isupper()):
                continue
        yield Stretch(start, end, entity.label_)


_JOINING = frozenset(
    "of the de du van von der den ibn bin al la le di da del y dos upon sur am op s and for in on to a an at".split()
)
"""Small words inside names."""
_YEAR = re.compile(r"1\d\d\d|20\d\d")
_QUOTED = re.compile(r"[\"“] ?([A-Z0-9][^\"“”\n]{1,80}?)[,.!?]? ?[\"”]")
_STATISTIC = re.compile(r"\s0?\.\d|\d to \d")
"""In what the parser takes for a name: "CI 0.90 to 0.95"."""
_LONGEST = 10
"""Words of the longest names: titles of films and of treaties."""


def _quoted(text: str) -> list[Stretch]:
    """Titles in quotation marks. Papers quote examples, which are no names."""
    found = [match.span(1) for match in _QUOTED.finditer(text)]
    return [
        Stretch(start, end, "WORK_OF_ART")
        for start, end in found
        if len(text[start:end].split()) <= _LONGEST and text[end - 1].isalnum() and not is_stop(text[start:end])
    ]


def _written(passage: Passage, text: str, usage: Usage) -> Iterator[Stretch]:
    """Runs of words that are written like names."""
    firsts = _first_words(passage, text)
    for line in re.finditer(r"[^\n]+", text):
        words = list(WORD.finditer(text, *line.span()))
        loud = sum(word[0].isupper() and len(word[0]) > 1 for word in words) > _SHOUTED * len(words) and len(words) > 2
        run: list[re.Match[str]] = []
        for word in words:
            if not _is_name_word(word, firsts, usage, loud=loud):
                if word[0] not in _JOINING:
                    yield from _run(run)
                    run = []
                continue
            if run and not _goes_on(text[run[-1].end() : word.start()], run, word[0]):
                yield from _run(run)
                run = []
            run.append(word)
        yield from _run(run)


def _is_name_word(word: re.Match[str], firsts: Collection[int], usage: Usage, *, loud: bool) -> bool:
    if is_shaped(without_suffix(word[0])):
        return not (loud and word[0].isalpha())
    if not is_capitalised(word[0]) or loud:
        return re.fullmatch(r"[IVX]{1,4}", word[0]) is not None
    return word.start() not in firsts or usage.large[word[0]] > 0


def _goes_on(between: str, run: Sequence[re.Match[str]], word: str) -> bool:
    """Whether a word belongs to the name that ends before it."""
    if between in {" ", ". "}:
        return between == " " or len(run[-1][0]) == 1
    shaped = is_shaped(run[-1][0]) or is_shaped(word)
    return not shaped and _INSIDE.fullmatch(between) is not None and word not in {"II", "III", "IV"}


def _run(run: Sequence[re.Match[str]]) -> Iterator[Stretch]:
    """The name that a run of words is, with the rank behind it."""
    while run and re.fullmatch(r"[IVX]{1,4}", run[0][0]):
        run = run[1:]
    if not run:
        return
    start, end = run[0].start(), run[-1].end()
    if len(run) == 1:
        end = start + len(without_suffix(run[0][0]))
    if not all(is_number(word[0]) for word in run):
        yield Stretch(start, end)


def _first_words(passage: Passage, text: str) -> frozenset[int]:
    """Where sentences begin, as far as the parser does not take their first word for a name."""
    if not passage.syntax.has_annotation("SENT_START"):
        return frozenset(line.start() for line in re.finditer(r"(?:^|(?<=[.!?:•] )|(?<=\n))\S", text))
    named = {token.idx for entity in passage.syntax.ents if entity.label_ in _WANTED for token in entity}
    firsts = set()
    for sentence in passage.syntax.sents:
        first = next((token for token in sentence if token.text[0].isalnum()), None)
        if first is not None and first.idx not in named:
            firsts.add(first.idx)
    return frozenset(
        firsts | {line.start(1) for line in re.finditer(r"(?:^|\n|[.:•] )\W{0,40}(\w)", text) if line.start(1) not in named}
    )

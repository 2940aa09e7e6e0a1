"""The noun phrases of a question, as far as its form tells them: what a follow-up can put something else in place of."""

import re
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, TypeAlias

__all__ = ["ORDINAL", "PREPOSITIONS", "SUPERLATIVE", "Slot", "focus", "is_sentence", "kind_of", "people", "slots"]

Kind: TypeAlias = Literal["label", "year", "paper", "name", "phrase", "head", "superlative", "ordinal"]

PREPOSITIONS = frozenset("of for in on with at by from to without using under about than between against across".split())
_AUXILIARIES = frozenset("is are was were be do does did has have had can could will would should may might must".split())
_ASKING = frozenset("what which who whom whose where when why how".split())
_VERBS = frozenset(
    "use used have perform work handle need require outperform improve show report compare train trained achieve get make mean"
    " help support differ scale generalize apply contain include propose proposed describe mention cite learn take give reach"
    " beat say claim argue find discuss evaluate evaluated rely depend consist tested measured computed reported released"
    " published written introduced called stated given".split()
)
"""What ends a noun phrase that no preposition or mark ends: the verbs with which people ask about papers."""
_STOP = (
    PREPOSITIONS | _AUXILIARIES | _ASKING | _VERBS | frozenset("and or but that it they this these as if while not then".split())
)
_ARTICLES = frozenset("the a an its their his her each every".split())
_MOST_WORDS = 5
"""Of a phrase: longer ones are clauses."""

_LABEL = re.compile(
    r"\b(?:table|figure|fig\.|section|page|equation|appendix|chapter|algorithm|theorem|step|layer)\s+(?:[A-Z]\b|[A-Z]?\.?\d[\d.]*)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_PAPER = re.compile(
    r'\bthe paper "[^"]+"|\b(?:the|this|that)\s+(?:[\w\'+./&-]+\s+){0,6}?(?:paper|article|study|preprint|thesis)\b|"[^"]{3,}"',
    re.IGNORECASE,
)
SUPERLATIVE = re.compile(
    r"\b(?:highest|lowest|best|worst|largest|smallest|biggest|most|least|fastest|slowest|longest|shortest|greatest|maximum|minimum"
    r"|max|min|newest|oldest|cheapest|deepest|strongest|weakest)\b",
    re.IGNORECASE,
)
ORDINAL = re.compile(
    r"\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|next|previous)\b", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_][\w'’.+/&-]*[^\W_]|[^\W_]|[?!,;:()\"]|\.(?=\s|$)")
_FILE = re.compile(r"(?<![\w-])[\w-]{1,120}(?:\.[\w-]{1,120}){0,9}\.[a-z]\w{1,5}", re.IGNORECASE)
_SENTENCE = re.compile(
    r"^(?:what|which|who|whom|whose|where|when|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may"
    r"|might|summari[sz]e|describe|explain|compare|list|name|give|show|tell|define|find|count|quote|state|outline)\b",
    re.IGNORECASE,
)
_ASKED_FOR = re.compile(
    r"(?:(?:what|which|who|where) (?:is|are|was|were)|summari[sz]e|describe|explain|define)\s+", re.IGNORECASE
)
_WHICH_NOUN = re.compile(
    r"(?:which|what)\s+((?:[a-z-]+\s+){0,2}?[a-z-]+)\s+(?:is|are|was|were|do|does|did|has|have|had)\b", re.IGNORECASE
)
_SHORT_COPULA = re.compile(r"^(?:what|how) about\b", re.IGNORECASE)


class Slot(NamedTuple):
    """A phrase and where it stands in its question."""

    start: int
    end: int
    text: str
    kind: Kind
    preposition: str = ""
    """The one that it hangs on."""


class _Word(NamedTuple):
    text: str
    start: int
    end: int


def is_sentence(text: str) -> bool:
    """Whether it asks or tells by itself, as far as its first word says."""
    return bool(_SENTENCE.match(text)) and not _SHORT_COPULA.match(text)


def kind_of(phrase: str) -> Kind:
    """What sort of phrase it is, taken by itself."""
    bare = re.sub(r"^(?:the|a|an)\s+|\s+ones?$", "", phrase.strip(), flags=re.IGNORECASE)
    if _LABEL.fullmatch(bare):
        return "label"
    if _YEAR.fullmatch(bare):
        return "year"
    if _PAPER.fullmatch(phrase.strip()):
        return "paper"
    if SUPERLATIVE.fullmatch(bare):
        return "superlative"
    if ORDINAL.fullmatch(bare):
        return "ordinal"
    words = [each.text for each in _words(bare)]
    return "name" if words and all(_is_name(word) for word in words) else "phrase"


def slots(question: str) -> tuple[Slot, ...]:
    """In the order of the question. Labels, years, superlatives and ordinals may lie within the others, which do not overlap."""
    papers = [Slot(m.start(), m.end(), m.group(), "paper", _before(question, m.start())) for m in _PAPER.finditer(question)]
    strict = [
        Slot(m.start(), m.end(), m.group(), kind, _before(question, m.start()))
        for kind, pattern in _STRICT
        for m in pattern.finditer(question)
        if not _covered(m.start(), papers)
    ]
    taken = papers + [slot for slot in strict if slot.kind in ("label", "year")]
    for slot in (*_hanging(question), *_subjects(question), *_heads(question), *_names(question)):
        if not any(slot.start < other.end and other.start < slot.end for other in taken):
            taken.append(slot)
    return tuple(sorted({*taken, *strict}))


_STRICT: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("label", _LABEL),
    ("year", _YEAR),
    ("superlative", SUPERLATIVE),
    ("ordinal", ORDINAL),
)


def focus(question: str) -> str:
    """What a question is about, for a pronoun of the next one: its subject, what something is asked of, a name, the paper."""
    found = slots(question)
    pairs = re.search(r"\b([A-Z][\w.+-]*) (?:and|or|vs\.?|versus) ([A-Z][\w.+-]*)\b", question)
    if pairs and re.match(r"compare|which|what|how|who", question, re.IGNORECASE) and not any(s.kind == "paper" for s in found):
        return f"{pairs[1]} and {pairs[2]}"
    wishes: tuple[Callable[[Slot], bool], ...] = (
        lambda s: s.kind in ("name", "phrase") and s.preposition == "subject",
        lambda s: s.kind in ("name", "phrase") and s.preposition in ("of", "about"),
        lambda s: s.kind == "name" and not s.preposition,
        lambda s: s.kind == "paper",
        lambda s: s.kind == "name",
        lambda s: s.kind == "head",
        lambda s: s.kind == "phrase",
        lambda s: s.kind == "label",
    )
    for wish in wishes:
        if fitting := [slot.text for slot in found if wish(slot)]:
            return fitting[-1]
    return ""


def people(question: str) -> str:
    """Whom "they" means after a question about the people behind something; empty when it was about no people."""
    if not re.match(r"who\b|.*\b(?:authors?|writers?|researchers|founders?|inventors?)\b", question, re.IGNORECASE):
        return ""
    about = next((s.text for s in reversed(slots(question)) if s.kind in ("paper", "name", "phrase")), "")
    return f"the authors of {about}" if about and "author" not in about else about


_BEHIND = 40
"""Characters before a place among which a preposition stands, with its article."""


def _words(text: str) -> list[_Word]:
    return [_Word(match.group(), match.start(), match.end()) for match in _WORD.finditer(text)]


def _before(question: str, start: int) -> str:
    """The preposition just before a place."""
    match = re.search(r"([a-z]+)\s+(?:the\s+)?$", question[max(0, start - _BEHIND) : start], re.IGNORECASE)
    return match[1].lower() if match and match[1].lower() in PREPOSITIONS else ""


def _covered(at: int, found: list[Slot]) -> bool:
    return any(slot.start <= at < slot.end for slot in found)


def _is_name(word: str) -> bool:
    return word[:1].isupper() or _marked(word)


def _run(words: list[_Word], first: int) -> int:
    """The end (exclusive) of the phrase that begins at a word: its article and up to five words."""
    last = first
    if last < len(words) and words[last].text.lower() in _ARTICLES:
        last += 1
    begin = last
    while (
        last < len(words)
        and last - begin < _MOST_WORDS
        and words[last].text.lower() not in _STOP
        and words[last].text[0].isalnum()
    ):
        last += 1
    return last if last > begin else first


def _phrase(question: str, words: list[_Word], first: int, preposition: str) -> Iterator[Slot]:
    end = _run(words, first)
    if end > first:
        start, stop = words[first].start, words[end - 1].end
        text = question[start:stop]
        kind: Kind = "name" if all(_is_name(each.text) for each in words[first:end]) else "phrase"
        yield Slot(start, stop, text, kind, preposition)


def _hanging(question: str) -> Iterator[Slot]:
    """Phrases after a preposition."""
    words = _words(question)
    for at, word in enumerate(words):
        if word.text.lower() in PREPOSITIONS:
            yield from _phrase(question, words, at + 1, word.text.lower())


def _subjects(question: str) -> Iterator[Slot]:
    """What stands behind the first auxiliary verb, unless that asks what something is."""
    if re.match(r"(?:what|which|who) (?:is|are|was|were)\b", question, re.IGNORECASE):
        return
    words = _words(question)
    at = next((at for at, word in enumerate(words) if word.text.lower() in _AUXILIARIES), None)
    if at is None or at + 1 >= len(words):
        return
    if words[at + 1].text.lower() in _ARTICLES or _is_name(words[at + 1].text):
        yield from _phrase(question, words, at + 1, "subject")


def _names(question: str) -> Iterator[Slot]:
    """Runs of words that are written as names; the first word's own capital says nothing."""
    words = _words(question)
    at = 0
    while at < len(words):
        end = at
        while end < len(words) and _is_name(words[end].text) and words[end].text.lower() not in _STOP:
            end += 1
        first = at if at or _marked(words[0].text) else at + 1
        if end > first:
            yield Slot(words[first].start, words[end - 1].end, question[words[first].start : words[end - 1].end], "name")
        at = max(end, at + 1)


def _marked(word: str) -> bool:
    """Whether it is written as no common word is: a capital or digit within it, or a file's ending."""
    return any(char.isupper() or char.isdigit() for char in word[1:]) or _FILE.fullmatch(word) is not None


def _heads(question: str) -> Iterator[Slot]:
    """What is asked for: "the batch size" in "What is the batch size?", the dataset in "Which dataset is used?"."""
    if asked := _ASKED_FOR.match(question):
        words = _words(question)
        at = next((at for at, word in enumerate(words) if word.start >= asked.end()), len(words))
        for slot in _phrase(question, words, at, ""):
            yield slot if slot.kind == "name" else slot._replace(kind="head")
    elif noun := _WHICH_NOUN.match(question):
        yield Slot(noun.start(1), noun.end(1), f"the {noun[1]}", "head")

"""What kind of answer a question waits for, read from how it is put."""

import re
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from paperatlas.core.text import both_ends, words

__all__ = ["DENIAL", "NUMBER_WORDS", "Asked", "Wanted", "read_question"]

Wanted: TypeAlias = Literal[
    "count",
    "amount",
    "date",
    "person",
    "place",
    "name",
    "definition",
    "purpose",
    "reason",
    "manner",
    "list",
    "verdict",
    "choice",
    "clause",
]
"""`verdict` is yes or no, `choice` one of several named, `clause` anything that a sentence can say."""


DENIAL = re.compile(r"\b(?:not|never|no|nor|cannot|without|except|none|neither)\b|n['’]t\b", re.IGNORECASE)
"""Words that turn a statement round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question's form."""

    wanted: Wanted
    focus: tuple[str, ...] = ()
    """The words of what is asked for: "training cost" in "What was the training cost of X?", the unit in "how many layers"."""
    subject: str = ""
    """What a definition or purpose question is about."""
    options: tuple[str, ...] = ()
    """The alternatives of a choice."""
    number: int | None = None
    """How many things a list question announces ("the three …")."""
    units: tuple[str, ...] = ()
    """The units that a value must have; empty when any will do."""
    negated: bool = False
    """The question itself denies something ("Which … did not …?")."""


_AUX = r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must)"
NUMBER_WORDS = dict(enumerate("two three four five six seven eight nine ten".split(), start=2))
_NUMBERS = {word: number for number, word in NUMBER_WORDS.items()}
_MEASURE = frozenset(
    "accuracy amount bleu budget cost count depth dimension dimensionality distance duration emissions error f1 fee"
    " footprint fraction frequency height hyperparameter latency length level loss magnitude mass max maximum mean"
    " median memory minimum momentum number overlap parameters percent percentage perplexity population precision price"
    " probability proportion radius rank rate ratio recall revenue runtime salary score share size speed speedup sum"
    " temperature threshold throughput time total value variance vocabulary volume voltage wavelength weight width".split()
)
_TIME = tuple("second seconds minute minutes hour hours day days week weeks month months year years".split())
_MONEY = tuple("$ € £ ¥ usd eur dollar dollars euro euros yuan".split())
_DATE = frozenset("year date century decade month day".split())
_PLACE = frozenset("city country place location region state town university institution".split())
_PURPOSE = r"(?:purpose|role|goal|aim|objective|function|motivation|intention|point|use|benefit|advantage)"
_STOPS_FOCUS = frozenset(
    "the a an of in on for to by with at from as that which who is are was were do does did has have had can could will would"
    " should may might must per during into after before between its their used according achieved reported when than".split()
)


def read_question(text: str) -> Asked:
    """The form of a question; of a request ("Define X", "List the …") as of the question it stands for."""
    plain = both_ends(text).rstrip("?.! ")
    low = plain.lower()
    negated = DENIAL.search(low) is not None
    asked = _read(plain, low)
    return replace(asked, negated=negated)


def _read(plain: str, low: str) -> Asked:
    if found := re.search(r"\bhow many (.+)", low):
        return Asked(wanted="count", focus=_noun_phrase(found[1]))
    if re.search(
        r"\bhow long\b.*\b(?:take|takes|took|taken|last|lasts|lasted|run|ran|train|trained|need|needed|require|required)\b", low
    ):
        return Asked(wanted="amount", units=_TIME)
    if re.search(r"\bhow much\b.*\bcosts?\b", low):
        return Asked(wanted="amount", units=_MONEY)
    if re.search(r"\bhow (?:much|long|large|big|fast|often|old|far|tall|high|wide|deep|small|slow|heavy|accurate|well)\b", low):
        return Asked(wanted="amount", focus=())
    if found := re.search(
        rf"\bwhat (?:is|are|was|were) (?:the )?(?:main |primary |key |intended )?{_PURPOSE}\b(?: (?:of|behind|for) (.+))?", low
    ):
        return Asked(wanted="purpose", subject=plain[found.start(1) :] if found[1] else "")
    if re.search(
        r"\bwhy\b|\bwhat (?:is|was|are|were) the (?:main |key )?(?:reasons?|causes?)\b|\bwhat (?:caused|motivated)\b", low
    ):
        return Asked(wanted="reason")
    if re.match(rf"(?:{_AUX})(?:n['’]t)? ", low):
        return _verdict(plain)
    if re.search(r"\bwhen\b", low) and not re.search(r"\b(?:what|which|how|who|where)\b.*\bwhen\b", low):
        return Asked(wanted="date")
    if re.search(r"\bwho(?:m|se)?\b", low):
        return Asked(wanted="person")
    if re.search(r"\bwhere\b", low):
        return Asked(wanted="place")
    if listed := _listing(low):
        return listed
    if defined := _definition(plain, low):
        return defined
    if found := re.search(r"\b(?:what|which) (?!is\b|are\b|was\b|were\b|do\b|does\b|did\b|has\b|have\b|had\b|can\b)(.+)", low):
        return _typed(_noun_phrase(found[1]))
    if found := re.search(r"\bwhat (?:is|was|are|were) (?:the |a |an )?(.+)", low):
        return _typed(_noun_phrase(found[1]), otherwise="clause")
    if re.search(rf"\bhow (?:{_AUX}|to)\b", low) and not _FARES.search(low):
        return Asked(wanted="manner")
    return Asked(wanted="clause")


def _typed(focus: tuple[str, ...], otherwise: Wanted = "name") -> Asked:
    head = focus[-1] if focus else ""
    if head in _DATE:
        return Asked(wanted="date", focus=focus)
    if head in _PLACE:
        return Asked(wanted="place", focus=focus)
    if head != "means" and (head in _MEASURE or head.rstrip("s") in _MEASURE):
        return Asked(wanted="amount", focus=focus)
    return Asked(wanted=otherwise, focus=focus)


def _verdict(plain: str) -> Asked:
    if found := re.search(r"(?<![\w%.+-])([\w%.+-]+(?: [\w%.+-]+)?) or ([\w%.+-]+(?: [\w%.+-]+)?)", plain):
        return Asked(wanted="choice", options=(found[1].split()[-1], found[2].split()[0]))
    return Asked(wanted="verdict")


def _listing(low: str) -> Asked | None:
    found = re.search(rf"\b(?:what|which) (?:are|were) (?:the )?(?:\w+ )?({'|'.join(_NUMBERS)}|[2-9]) (.+)", low)
    if found:
        return Asked(wanted="list", number=_NUMBERS.get(found[1]) or int(found[1]), focus=_noun_phrase(found[2]))
    found = re.match(r"(?:list|enumerate|name) (?:all |the |all the )?(.+)", low)
    if found:
        return Asked(wanted="list", focus=_noun_phrase(found[1]))
    return None


_FARES = re.compile(r"\bhow (?:do|does|did|is|are) [^?]*\b(?:compared?|fare|perform|differ|relate)\b")
"""How one thing stands beside another, or does: no way of doing anything."""
_SIMPLE_SUBJECT = 5
"""Words. "What is X?" with a longer X asks for a fact about X, not for what X is."""


_NAME_IN = re.compile(
    r"[Ww]hat(?: exactly)? (?:is|are|was|were) (?:the |an? )?(?!F1\b|BLEU\b|AUC\b|ROUGE\b)((?=\w*[A-Z]\w*[A-Z])[\w+-]+)"
    r" (?:in|for) (?:the )?(?!.*(?:\d|[Tt]able|[Ff]igure))[A-Z][\w+-]*$"
)
"""A name that is looked for in something of a name: "What is NLM in Northwind"."""


def _definition(plain: str, low: str) -> Asked | None:
    found = re.match(
        r"(?:what (?:is|are|was|were) meant by|define|what does|explain(?: what)?) (.+?)"
        r"(?: (?:stands? for|means?|refers? to|is|are))?$",
        low,
    )
    if found and (not low.startswith("what does") or low.endswith(("stand for", "mean", "refer to"))):
        return Asked(wanted="definition", subject=plain[found.start(1) : found.end(1)])
    if named := _NAME_IN.match(plain):
        return Asked(wanted="definition", subject=named[1])
    found = re.match(r"what(?: exactly)? (?:is|are|was|were) (?:(the|a|an) )?(.+)$", low)
    if (
        found
        and len(words(found[2])) <= _SIMPLE_SUBJECT
        and not re.search(r"\b(?:of|in|for|on|by|to|with|from|used|called|than|at)\b", found[2])
    ):
        focus = words(found[2])
        if focus and (focus[-1] in _MEASURE or focus[-1] in _DATE):
            return None
        return Asked(wanted="definition", subject=plain[found.start(2) : found.end(2)])
    return None


def _noun_phrase(rest: str) -> tuple[str, ...]:
    """The words up to the first that cannot belong to the noun asked for."""
    phrase: list[str] = []
    for word in words(rest):
        if word in _STOPS_FOCUS and phrase:
            break
        phrase.append(word)
    return tuple(phrase[:6])

"""The value itself, cut from the sentence that holds it, when there is no doubt which one is meant."""

import re
from collections.abc import Sequence

from paperatlas.agents.asked import Asked
from paperatlas.agents.terms import Term, covered, stems
from paperatlas.agents.values import said_of, values
from paperatlas.core.text import words

__all__ = ["lead"]

_UNIT_WORDS = 3
"""Words after a number that may be its unit: "1 million tokens", "512 H800 GPUs"."""
_NOT_A_UNIT = frozenset(
    "and or but of in on at for to from by with as than that which who is are was were be been has have had when while"
    " where we they it this these the a an respectively per using over under between after before during until within"
    " without through about each if because since so not".split()
)


def lead(question: str, asked: Asked, terms: Sequence[Term], sentence: str) -> str:
    """The direct answer as printed, or an empty string when cutting it out would be a guess."""
    match asked.wanted:
        case "count":
            return _counted(question, asked, sentence)
        case "amount":
            return _amount(question, asked, sentence)
        case "date":
            return _only(question, asked, sentence)
        case "choice":
            return _option(asked, terms, sentence)
        case "verdict":
            return _verdict(question, asked, terms, sentence)
        case _:
            return ""


def _counted(question: str, asked: Asked, sentence: str) -> str:
    """The number that stands before the thing counted, or bare where it is said of it."""
    unit = set(stems(" ".join(asked.focus[-2:])))
    found = [
        said
        for spot in values(asked, sentence, question)
        if unit & set(stems(said := _with_unit(sentence, spot)))
        or (unit and said == sentence[slice(*spot)].strip() and _stands_for(sentence, spot, unit))
    ]
    return found[0] if len(set(found)) == 1 else ""


def _stands_for(sentence: str, spot: tuple[int, int], unit: set[str]) -> bool:
    """Whether the number is said of the unit: "The number of layers is 12", "layers (12)"."""
    before = stems(sentence[max(0, spot[0] - 40) : spot[0]])
    return bool(before) and before[-1] in {"is", "are", "was", "were", "to", "of"} and bool(unit & set(before[-4:]))


def _amount(question: str, asked: Asked, sentence: str) -> str:
    """The one value in the sentence, or the one said of the measure: "a context length of 1 million tokens"."""
    spots = [spot for spot in values(asked, sentence, question) if not _is_a_part(sentence, spot)]
    if len(spots) == 1 and (asked.units or not asked.focus):
        return _with_unit(sentence, spots[0])
    said = [spot for spot in spots if said_of(asked, sentence, spot)]
    return _with_unit(sentence, said[0]) if len(said) == 1 else ""


def _is_a_part(sentence: str, spot: tuple[int, int]) -> bool:
    """Whether a number is a part of something else: "ten-minute", "three out of four"."""
    around = sentence[: spot[0]].endswith(" out of "), sentence[spot[1] :].startswith((" out of ", "-"))
    return any(around)


def _with_unit(sentence: str, spot: tuple[int, int]) -> str:
    """The number with the words right after it that belong to it."""
    value = sentence[spot[0] : spot[1]]
    if value.rstrip().endswith("%") or value.startswith(("$", "€", "£")):
        return value.strip()
    end = spot[1]
    for _ in range(_UNIT_WORDS):
        following = re.match(r"[ -]?([^\W\d_][\w-]*)(?=[\s,.;)]|$)", sentence[end:])
        if following is None or following[1].lower() in _NOT_A_UNIT:
            break
        end += following.end()
    return sentence[spot[0] : end].strip()


def _only(question: str, asked: Asked, sentence: str) -> str:
    """The one date of the sentence."""
    spots = values(asked, sentence, question)
    found = {sentence[a:b] for a, b in spots}
    return found.pop() if len(found) == 1 else ""


def _option(asked: Asked, terms: Sequence[Term], sentence: str) -> str:
    """The alternative that the sentence names, when it names one only, denies nothing and speaks of the question's subject."""
    said = set(stems(sentence))
    named = [option for option in asked.options if _same(option, said)]
    about = all(term.stem in said for term in terms if term.is_name)
    denied = set(words(sentence)) & {"not", "no", "never", "neither", "nor", "than"}
    return named[0].capitalize() if len(named) == 1 and about and not denied else ""


def _same(option: str, said: set[str]) -> bool:
    """Whether the sentence holds the option, comparative or not ("shorter", "short")."""
    wanted = stems(option)
    plain = [stem.removesuffix("er") for stem in wanted]
    return bool(wanted) and (set(wanted) <= said or set(plain) <= said)


_NO_PLAIN_DEED = re.compile(
    r"\b(?:than|or|better|worse|more|less|fewer|most|least|best|same|equal|agree|differ|outperform\w*|beat|exceed|surpass|improve"
    r"|always|only|all|every|never|affect|depend"
    r"|(?:cheap|clos|deep|earli|easi|fast|great|hard|heavi|high|larg|light|long|lat|low|old|poor|quick|rich|saf|short|simpl|slow|small"
    r"|strong|weak|wid|young|bigg)er)\b",
    re.IGNORECASE,
)
"""Questions that weigh one thing against another, or ask how far something goes: a sentence with their words may say the
opposite of what they ask."""
_AUXILIARY = re.compile(r"\s*(?:do|does|did|is|are|was|were|has|have|can)(?:n['’]t)?\b", re.IGNORECASE)
_SELF = frozenset(stems("model models network networks system systems method methods approach paper authors study work"))
"""What a question calls the paper's own thing, and the paper calls "we"."""
_OWN = re.compile(r"\b(?:we|our|this (?:paper|study|work))\b", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:not|never|no|without|neither|nor|none|cannot|eschew\w*|dispens\w+ with|lack(?:s|ed|ing)?|fail(?:s|ed)? to)\b|n['’]t\b",
    re.IGNORECASE,
)
_QUALIFIED = re.compile(
    r"\b(?:if|unless|instead|rather|could|may|might|only|except|than|unlike|avoid\w*|hardly|rarely|barely|seldom)\b",
    re.IGNORECASE,
)


def _verdict(question: str, asked: Asked, terms: Sequence[Term], sentence: str) -> str:
    """Yes or no, where the paper says all that the question says, plainly and in the same order."""
    if not _AUXILIARY.match(question) or asked.negated or _NO_PLAIN_DEED.search(question):
        return ""
    wanted = [term for term in terms if term.stem not in _SELF]
    said = stems(sentence)
    is_own = all(term.stem in said for term in terms) or _OWN.search(sentence) is not None
    if not wanted or not is_own or any(covered([term], said) < _KIN_ENOUGH for term in wanted) or not _in_order(terms, said):
        return ""
    if _QUALIFIED.search(sentence) or _DENIED.search(question):
        return ""
    last = max(sentence.lower().find(term.word) for term in wanted)
    if _DENIED.search(re.split(r"[,;:]\s", sentence[: max(0, last)])[-1]):
        return "No"
    return "" if _DENIED.search(sentence) else "Yes"


_KIN_ENOUGH = 0.6
"""What a word of the same beginning covers ("obtain", "obtained" are one; "associate", "association" are kin)."""


def _in_order(terms: Sequence[Term], said: Sequence[str]) -> bool:
    """Whether the names of a question stand in a sentence in its order: who does what to whom."""
    places = [said.index(term.stem) for term in terms if term.is_name and term.stem in said]
    return places == sorted(places)

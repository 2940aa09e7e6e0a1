"""Several questions in one, taken apart."""

import re

from paperatlas.agents.forms.joints import JOINTS

__all__ = ["split"]

_QUOTED = re.compile(r"\"[^\"]*\"|[«„“「『][^»“”」』]{0,1000}[»“”」』]")
_ENDS = re.compile(r"(?<=[?？;；])\s*(?=\S)|(?<=[.!。！])(?<!i\.e\.)(?<!e\.g\.)(?<!al\.)\s+(?=\S)")
_LED_IN = re.compile(
    r"^(?:(?:and|also|then|next|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|lastly|please|plus|additionally"
    r"|außerdem|ensuite|además|además|também|inoltre)\b,?\s+)+",
    re.IGNORECASE,
)
_WH = r"(?:what|which|who|whom|whose|where|when|why|how)"
_AUXILIARY = r"(?:is|are|was|were|does|do|did|can|could|has|have|had|will|would|should|may|might|must)"
_ORDER = (
    r"(?:list|give|show|summari[sz]e|compare|explain|describe|name|tell|count|find|define|quote|sort|outline|say|state|mention)"
)
_ASKS = re.compile(rf"(?:(?:in|on|at|by|to|for|from|with|under) )?{_WH}\b|{_AUXILIARY}\b|{_ORDER}\b", re.IGNORECASE)
_ORDERS = re.compile(rf"(?:please |can you |could you )?{_ORDER}\b", re.IGNORECASE)
_NEXT_ORDER = re.compile(
    rf",?\s+(?:and|and also|and then|then|also)\s+(?=(?:also )?{_ORDER}\s+(?:me|us|the|a|an|its|their|his|her|all|each|every|any"
    r"|how|what|which|who|why|where|when|whether|if|it|them|\"))",
    re.IGNORECASE,
)
"""A second order, with what it is to be done to; "find and count it" is one, since nothing is found yet."""
_EMBEDS = re.compile(rf"^(?!{_ORDER}\b).*\b(?:{_WH}|whether|if|that)\b(?=\s)", re.IGNORECASE)
_VERBS = re.compile(
    rf"^(?:\w+ )?(?:who|what)(?: else)? \w+(?: \S+)+|\b{_AUXILIARY}\b|^which \w+ \w+(?:s|ed) \w+|^which \w+ \w+(?:s|ed)$"
    r"|^how (?:many|much|long|often|far) (?:\w+ )*?(?:\w{2,}ed|took|got|made|had|were|came|went|gave|held)\b",
    re.IGNORECASE,
)
"""A tail that says what is or was done: "and on which grounds" goes on with the verb before it."""
_PRONOUN = re.compile(r"\b(?:it|they|them|this|that)\b(?! (?:paper|is (?:possible|important)))", re.IGNORECASE)
_POSSESSIVE = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
_NAME = re.compile(
    r"\bthe (?:[\w-]+ ){0,3}(?:paper|article|model|method|system|dataset|corpus)\b"
    r"|\b[\w-]*[A-Z][\w-]*(?: [\w-]*[A-Z\d][\w-]*)*"
)
_LEAST_WORDS = 2
"""A shorter piece ("and why?") is no question of its own."""
_LEAST_SIGNS = 4
"""The same for scripts without spaces."""


def split(text: str, language: str = "en") -> tuple[str, ...]:
    """The questions in a text, each able to stand alone; empty when it asks one thing.

    A pronoun in a later part is replaced with what the part before names, since each part is searched for by itself.
    """
    quotes = _QUOTED.findall(text)
    masked = _QUOTED.sub(lambda found: f'"{"_" * (len(found.group()) - 2)}"', text)
    sentences = _questions([piece.strip() for piece in _ENDS.split(masked) if piece.strip()], language)
    pieces = [piece for sentence in sentences for piece in _clauses(sentence, language)]
    if len(pieces) < 2:
        return ()
    whole = _unmasked([_LED_IN.sub("", piece.strip(" ,;.?!？。；")) for piece in pieces], quotes)
    parts = [whole[0], *(_standing_alone(piece, whole[0]) if language == "en" else piece for piece in whole[1:])]
    return tuple(f"{part[0].upper()}{part[1:]}?" for part in parts)


def _questions(sentences: list[str], language: str) -> list[str]:
    """The sentences that ask; one that leads up to a question goes with it, and a short one asks nothing by itself."""
    found: list[str] = []
    led_up = ""
    for sentence in sentences:
        asks = sentence.endswith(("?", "？")) or (language == "en" and _ASKS.match(_LED_IN.sub("", sentence)) is not None)
        if not asks:
            led_up = f"{led_up} {sentence}".strip()
        elif found and not _is_whole(sentence):
            found[-1] = f"{found[-1]} {sentence}"
        else:
            found.append(f"{led_up} {sentence}".strip())
            led_up = ""
    return found


def _is_whole(sentence: str) -> bool:
    rest = _LED_IN.sub("", sentence.strip(" ?.!？"))
    if re.search(r"[\u3040-\u9fff]", rest):
        return len(rest) >= _LEAST_SIGNS
    return len(rest.split()) > _LEAST_WORDS and (sentence == rest or _VERBS.search(rest) is not None or not _ASKS.match(rest))


def _clauses(sentence: str, language: str) -> list[str]:
    """The questions that a sentence joins."""
    if language == "en" and _ORDERS.match(_LED_IN.sub("", sentence)):
        pieces = _NEXT_ORDER.split(sentence)
        if len(pieces) > 1:
            return pieces
    joint = JOINTS.get(language)
    if joint is None:
        return [sentence]
    pieces = [sentence]
    at = 0
    for found in joint.finditer(sentence):
        before, after = sentence[at : found.start()], sentence[found.end() :]
        if _opens(before, language) and _goes_on(joint.split(after)[0], language):
            pieces[-1:] = [before, after]
            at = found.end()
    return pieces


def _opens(before: str, language: str) -> bool:
    """Whether a question may end here: it has said what it asks, and has no question inside that the next would go on with."""
    asked = _LED_IN.sub("", before).strip(" ,")
    if len(asked.split()) <= _LEAST_WORDS:
        return False
    if language != "en":
        return True
    return _ASKS.match(asked) is not None and _EMBEDS.match(asked.split(" ", 1)[1]) is None


def _goes_on(after: str, language: str) -> bool:
    """Whether what follows is a question of its own."""
    tail = after.strip(" ?.!,")
    if language != "en":
        return len(tail.split()) > _LEAST_WORDS
    return len(tail.split()) >= _LEAST_WORDS and _VERBS.search(tail) is not None


def _unmasked(pieces: list[str], quotes: list[str]) -> list[str]:
    waiting = iter(quotes)
    return [re.sub(r"\"_*\"", lambda _: next(waiting), piece) for piece in pieces]


def _standing_alone(piece: str, first: str) -> str:
    names = [name.group() for name in _NAME.finditer(first) if name.start() > 0]
    if not names:
        return piece
    own = "the" if names[0].lower().startswith("the ") else ""
    if not own and _NAME.search(piece, 1):
        return piece
    with_owner = _POSSESSIVE.sub(f"{names[0]}'s", piece, count=1)
    return _PRONOUN.sub(names[0], with_owner, count=1)

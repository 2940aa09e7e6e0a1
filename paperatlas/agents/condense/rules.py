"""A follow-up in words that stand by themselves, by rules."""

import re
from collections.abc import Sequence

from paperatlas.agents.condense.condensed import Condensed
from paperatlas.agents.condense.filling import filled
from paperatlas.agents.condense.phrases import focus, is_sentence, people, slots
from paperatlas.agents.condense.references import Pointed
from paperatlas.agents.forms.talk import needs_history
from paperatlas.core.conversation import Turn
from paperatlas.core.ids import DocumentId
from paperatlas.core.text import words

__all__ = ["by_rules", "keeps"]

_CONNECTIVES = re.compile(
    r"^(?:(?:ok(?:ay)?|well|hm+|alright|great|thanks|right|and|but|so|also|or|then|now)\b[,.!]?\s+)+", re.IGNORECASE
)
_FURTHER = r"(?: (?:further|more|on (?:it|that|this)|that|it|this))*"
_AGAIN = re.compile(
    r"(?:(?:can|could|would) you )?(?:please )?(?:(?:tell|give|show) me |say |explain )?(?:a bit |some |any )?(?:in )?more"
    r"(?: (?:detail|details|information|info|about (?:it|that|this|them)|on (?:it|that|this)))*(?: please)?"
    rf"|(?:can|could|would) you (?:please )?(?:elaborate|expand|explain|clarify){_FURTHER}"
    rf"|(?:please )?(?:elaborate|expand|clarify|explain|go on|continue|repeat|again){_FURTHER}(?: please)?"
    r"|(?:please )?(?:make (?:it|that) )?(?:shorter|longer|simpler|clearer|briefer)(?: please)?"
    r"|are you (?:really )?(?:sure|certain)|is (?:that|this|it) (?:right|correct|true)|really|seriously|(?:how|what) so"
    r"|what do you mean|what does (?:that|this|it) mean",
    re.IGNORECASE,
)
"""Asks for the same once more."""
_ABOUT = re.compile(r"(?:what|how) about (?P<what>.+)", re.IGNORECASE | re.DOTALL)
_SAME = re.compile(r"(?:the )?same(?: (?:question|thing))? (?P<what>(?:for|with|in|on|of|about) .+)", re.IGNORECASE | re.DOTALL)
_HANGS = re.compile(r"(?:for|in|on|of|with|at|from|by|to|without|using|under|about|between) (?!which|what|whom)", re.IGNORECASE)
_WHY = re.compile(r"why(?: (?:not|so|is (?:that|this|it)|that|then|exactly))?|how come", re.IGNORECASE)
_STARTS_WITH_VERB = re.compile(r"(?:does|do|did|is|are|was|were|has|have|had|can|could|will|would|should)\b", re.IGNORECASE)
_CLAIM = 40
"""Words of a statement that can be asked back; a longer one is asked about by its question."""
_WHICH = re.compile(r"(?:and )?(?:which|who|what) (?!is\b|are\b|was\b|were\b)", re.IGNORECASE)
_CHOICE = re.compile(
    r"(which|who)(?: one)? (?=(?:is|are|was|were|performs?|performed|works?|does|did|has|had|uses?|needs?|takes?|wins?)\b)",
    re.IGNORECASE,
)
_ELSE = re.compile(r"\b(?:else|others?|ones)\b", re.IGNORECASE)
_ABOUT_THAT = re.compile(r"\b(?:about|on|of|to|for|with) (?:it|that|this|them)\W*$", re.IGNORECASE)
_POSSESSIVE = re.compile(r"\b(?:its|their|his|her)\b(?=\s+\w)", re.IGNORECASE)
_GENERIC = (
    "model|method|approach|system|algorithm|technique|architecture|network|dataset|corpus|benchmark|metric|score|value|number"
    "|result|figure|task|experiment|framework|tool|theory|claim|finding"
)
_DEMONSTRATIVE = re.compile(rf"\b(?:this|that|these|those) (?:{_GENERIC})s?\b", re.IGNORECASE)
_SINGULAR = re.compile(
    r"\bit\b|\b(?:this|that)\b(?=\s*[?.!,]|\s*$|\s+(?:is|was|mean|means|help|helps|happen|happens|work|works|matter|matters|so)\b)",
    re.IGNORECASE,
)
_PLURAL = re.compile(r"\b(?:they|them)\b|\b(?:these|those)\b(?=\s*[?.!,]|\s*$|\s+(?:are|were|mean|help|work)\b)", re.IGNORECASE)
_PERSON = re.compile(r"\b(?:he|she|him)\b", re.IGNORECASE)
_OF_THEM = re.compile(r"\bof (?:them|these|those|the two)\b", re.IGNORECASE)
_LOST = frozenset(
    (
        "and or but so also then now ok okay well hm alright great thanks right what how about why not that this these those it"
        " its they them their he she him his her the a an one ones same question thing is are was were do does did in on of for"
        " with to at by from using other former latter first second third fourth fifth sixth seventh eighth ninth tenth last next"
        " paper article document study source publication preprint work come exactly reference citation quote footnote ref no"
        f" item point entry bullet option two said {_GENERIC.replace('|', ' ')}"
    ).split()
)
"""Words that may go, because what they stand for comes in their place."""


def by_rules(asked: str, pointed: Pointed, turns: Sequence[Turn]) -> Condensed:
    """The question put so that it stands by itself; as it is where it does already. `turns` are not empty."""
    previous = turns[-1]
    need = needs_history(pointed.text, [turn.standing for turn in turns]) or _is_choice(pointed.text, previous)
    if not need and pointed.text == asked:
        return Condensed(question=asked)
    text = pointed.text
    if _AGAIN.fullmatch(_bare(text)):
        text = previous.standing
    elif need or (text != asked and _ABOUT_THAT.search(text)):
        text = _standing(text, previous)
        text = text if keeps(asked, text) else _beside(pointed.text, previous)
    return Condensed(question=_tidy(text), by="rules", documents=pointed.documents or _leant_on(pointed.text, previous))


def keeps(asked: str, condensed: str) -> bool:
    """Whether every word of weight is still there: a name that was given is never lost."""
    there = {_stem(word) for word in words(condensed)}
    return all(_stem(word) in there for word in words(asked) if word not in _LOST and not word.isdigit() and len(word) > 1)


def _stem(word: str) -> str:
    return word.removesuffix("'s").removesuffix("s")


def _standing(text: str, previous: Turn) -> str:
    core = _CONNECTIVES.sub("", text.strip()).strip()
    bare, before = _bare(text), previous.standing
    if _WHY.fullmatch(bare):
        return _why(previous)
    for form in (_ABOUT, _SAME):
        if found := form.fullmatch(bare):
            return filled(_with_antecedents(found["what"], previous), before)
    if _HANGS.match(bare) and not is_sentence(bare):
        return filled(_with_antecedents(bare, previous), before)
    if not is_sentence(bare):
        return _of_a_thing(bare, previous)
    if _is_choice(text, previous):
        return _CHOICE.sub(lambda m: f"{m[1]} of {focus(before)} ", core, count=1)
    resolved = _with_antecedents(core, previous)
    if resolved != core or any(slot.kind in ("name", "paper") for slot in slots(core)):
        return resolved
    about = focus(before)
    return f"{bare} for {about}?" if about and core != text.strip() and not _ELSE.search(bare) else _beside(core, previous)


def _bare(text: str) -> str:
    return _CONNECTIVES.sub("", text.strip()).rstrip("?.! ")


def _is_choice(text: str, previous: Turn) -> bool:
    """Whether one of two things that were named is asked for: "Which performs better?"."""
    return bool(_CHOICE.match(_bare(text))) and " and " in focus(previous.standing) and not slots(_bare(text))


def _of_a_thing(bare: str, previous: Turn) -> str:
    """A thing without a question: "its accuracy", "BERT"."""
    resolved = _with_antecedents(bare, previous)
    if _POSSESSIVE.match(bare) and resolved != bare:
        return f"What is {resolved}?"
    return filled(resolved, previous.standing)


def _why(previous: Turn) -> str:
    before = previous.standing
    if _STARTS_WITH_VERB.match(before):
        return f"Why {before[0].lower()}{before[1:]}"
    claim = previous.answer.claims[0].text if previous.answer and previous.answer.claims else ""
    if claim and not (previous.answer and previous.answer.computed) and len(claim.split()) <= _CLAIM:
        return f"What is the reason that {_lowered(claim).rstrip('.!? ')}?"
    return _beside("Why?", previous)


def _lowered(claim: str) -> str:
    """A sentence within another: a name at its beginning keeps its capital."""
    first = claim.split(" ", 1)[0]
    function = first.lower() in ("we", "the", "our", "this", "these", "in", "a", "an", "it", "they", "to", "for", "all", "both")
    return claim[0].lower() + claim[1:] if function else claim


def _beside(text: str, previous: Turn) -> str:
    """What no rule puts together, with the question before in brackets: every word of both can be searched for."""
    before = previous.standing.rstrip("?.! ").split("?")[0]
    return f"{text.strip().rstrip('?.! ')} ({before})?"


def _with_antecedents(text: str, previous: Turn) -> str:
    """Pronouns in place of which what they stand for is put: the first of each sort; later ones mean the same."""
    thing = _named_by(previous) or focus(previous.standing)
    whom = people(previous.standing) or (thing if thing.endswith("s") or " and " in thing else "the authors")
    if not thing:
        return text
    text = _OF_THEM.sub(f"of {thing}", text, count=1)
    text = _POSSESSIVE.sub(lambda m: _genitive(whom if m.group().lower() != "its" else thing), text, count=1)
    text = _DEMONSTRATIVE.sub(thing, text, count=1)
    text = _PLURAL.sub(whom, text, count=1)
    text = _PERSON.sub(whom, text, count=1)
    return _SINGULAR.sub(thing, text, count=1)


def _named_by(previous: Turn) -> str:
    """What the answer names, where a thing was asked for by "which"."""
    computed = previous.answer.computed if previous.answer else None
    if not _WHICH.match(previous.standing) or computed is None:
        return ""
    value = computed.value.strip()
    return value if value[:1].isalpha() and len(value.split()) <= 6 and "," not in value else ""


def _genitive(phrase: str) -> str:
    return f"{phrase}'" if phrase.endswith("s") else f"{phrase}'s"


def _leant_on(text: str, previous: Turn) -> tuple[DocumentId, ...]:
    """The documents that the question before was put to; for "why?", those that its first statement cites."""
    if previous.documents or not _WHY.fullmatch(_CONNECTIVES.sub("", text).strip(" ?.!")):
        return previous.documents
    answer = previous.answer
    numbers = answer.claims[0].citations if answer and answer.claims else ()
    return tuple(dict.fromkeys(citation.document for citation in answer.citations if citation.n in numbers)) if answer else ()


def _tidy(text: str) -> str:
    text = re.sub(r"\s+([?.!,])", r"\1", " ".join(text.split()))
    return text[:1].upper() + text[1:]

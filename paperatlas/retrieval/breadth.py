"""How broadly a question asks: of the library, of a paper, of one of its sections, or of what a passage says."""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from paperatlas.core.text import both_ends

__all__ = ["Breadth", "Reach", "read_breadth"]

Reach: TypeAlias = Literal["library", "document", "section", "passage"]

_WORKS = r"(?:papers?|articles?|stud(?:y|ies)|reports?|documents?|publications?|preprints?|works?|texts?|manuscripts?)"
_MANY = r"(?:papers|articles|studies|reports|documents|publications|preprints|works|texts|sources)"
_LIBRARY = re.compile(
    rf"\b(?:these|those|the|all|my|our|both|most|several|different|various|each of the|every one of the) "
    r"(?:of the |the |these |my )?"
    rf"(?:\w+ )?{_MANY}\b|\bacross (?:the |these |all |my )*(?:\w+ )?{_MANY}\b"
    r"|\b(?:this|the|my|our|whole|entire) (?:whole |entire )?(?:library|collection|literature|corpus of papers)\b"
    rf"|\b(?:each|every) {_WORKS}\b"
    r"|\bwhat (?:is|has been) (?:said|written|known|reported|found) (?:about|on)\b",
    re.IGNORECASE,
)
_SUMMING_UP = re.compile(
    r"\bsum\w{0,4}[ae]?ri[sz](?!ation)\w*|\bsummary\b|\boverview\b|\bsynopsis\b|\bdigest\b|\boutline\b|\brecap\b|\btl;?dr\b|\bgist\b"
    r"|\bsum up\b"
    r"|\bin a nutshell\b|\bessence\b|\bbig picture\b|\brundown\b|\bcondense\b|\bshorten\b|\bwalk me through\b|\bbullet points?\b"
    r"|\b(?:main|key|major|primary|central|core|principal|most important) (?:contributions?|findings?|ideas?|points?|takeaways?"
    r"|messages?|results|conclusions?|insights?|claims?|arguments?|topics?|themes?)\b|\btake-?aways?\b|\bthemes?\b|\btopics\b"
    rf"|\bwhat (?:is|are) (?:\S+ ){{0,8}}?(?:{_WORKS}|library|collection|it|this) (?:all )?about\b"
    rf"|^(?:please )?(?:describe|explain|present|introduce|review)\b[^?]*\b{_WORKS}\b",
    re.IGNORECASE,
)
_SAYING = re.compile(
    r"\bwhat (?:do|does|did|have|has) (?P<who>[^?]*?)\b(?:say|says|said|write|writes|written|report|reports|reported"
    r"|find|found|tell|conclude|concluded|claim|claims|think|state[ds]?)\b",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\bwhat (?P<who>[^?]*?\band\b[^?]*?) (?:say|says|said|write|report|find|found|conclude|claim|state)\b", re.IGNORECASE
)
_SUBJECT = re.compile(r"\b(?:about|on|regarding|concerning|with respect to|as to)\s+(?P<subject>[^?.!]+)", re.IGNORECASE)
_NUMBERED = re.compile(
    r"(?:\b(?:section|sec\.|chapter|part|appendix)|§)\s*(?P<number>(?:\d+|[A-Z]|[IVX]+)(?:\.\d+)*)(?![\w-])", re.IGNORECASE
)
_NAMED = re.compile(r"\b(?:the|its|their|this|that)\s+(?P<name>(?:[\w&'’-]+\s+){1,6}?)(?:section|chapter|part)\b", re.IGNORECASE)
_USUAL = re.compile(
    r"\b(?:the|its|their)\s+(?P<name>abstract|introduction|background|related work|literature review|methods?|methodology"
    r"|approach|experiments?|experimental setup|evaluation|results|findings|discussion|analysis|conclusions?|limitations"
    r"|future work|data ?sets?|appendi(?:x|ces))\b(?!\s+(?:section|of (?:the|a|an|this) (?!paper|article|study|report|work)))",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:summari[sz]e|summary of|overview of|recap of?|gist of|outline|outline of|digest of|sum up|takeaways? (?:from|of)"
    r"|about)\s+(?:the |its )?(?P<name>[^?.!]+?)(?:\s+(?:of|in|from|section)\b[^?.!]*)?\s*(?:please)?\s*[?.!]*$",
    re.IGNORECASE,
)
_A_WORK = re.compile(rf"^(?:{_WORKS}|what|how|why)\b|\b(?:{_WORKS}|library|collection|it|this)$", re.IGNORECASE)
"""What is no name of a section: the paper itself, by its name or by what it is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Breadth:
    """What part of the library a question is about."""

    reach: Reach
    section: str = ""
    """Number or name of the section that is meant."""
    is_named: bool = False
    """The question calls it a section, so that there has to be one; else it may be a subject."""
    subject: str = ""
    """What is to be said of the papers, where the question narrows it: "attention"."""


def read_breadth(question: str) -> Breadth:
    """The reach of a question as it is put. Which papers it names is for others to say."""
    text = both_ends(question)
    sums_up = _SUMMING_UP.search(text) is not None
    many = _LIBRARY.search(text)
    told = _SAYING.search(text) or _TOLD.search(text)
    if many and (sums_up or (told and many.start() < told.end()) or many.group().lower().startswith("what")):
        return Breadth(reach="library", subject=_subject(text, many.end()))
    if told and _TOLD.search(text):
        return Breadth(reach="library", subject=_subject(text, told.end()))
    if not sums_up:
        return Breadth(reach="passage")
    if found := _NUMBERED.search(text):
        return Breadth(reach="section", section=found["number"], is_named=True)
    if found := _NAMED.search(text):
        return Breadth(reach="section", section=found["name"].strip(), is_named=True)
    if found := _USUAL.search(text):
        return Breadth(reach="section", section=found["name"])
    if (found := _PART.search(text)) and not _A_WORK.search(found["name"]):
        return Breadth(reach="document", section=found["name"].strip())
    return Breadth(reach="document")


def _subject(text: str, start: int) -> str:
    if text[:start].lower().endswith((" about", " on")):
        return text[start:].strip(" ?.!")
    found = _SUBJECT.search(text, start)
    return found["subject"].strip() if found else ""

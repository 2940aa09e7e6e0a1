"""What is asked of every paper: its limitations, its strengths, what comes next, what it concludes."""

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from paperatlas.agents.terms import question_terms, stems

__all__ = ["OWN_VOICE", "Aspect", "aspect_of", "is_of_the_whole"]


@dataclass(frozen=True, slots=True)
class Aspect:
    """How an aspect is asked for, and by what a paper's words for it are known."""

    name: str
    asked: re.Pattern[str]
    section: re.Pattern[str]
    """A heading under which nothing else is said."""
    announced: re.Pattern[str] | None
    """A sentence that leaves it to the next ones to say it."""
    told: re.Pattern[str]
    """A sentence that says it, wherever it stands, in the paper's own voice."""


def _of(name: str, *, asked: str, section: str, announced: str, told: str) -> Aspect:
    return Aspect(
        name=name,
        asked=re.compile(asked, re.IGNORECASE),
        section=re.compile(rf"^(?:\W|\d|[IVX]+\.){{0,40}}(?:{section})\W*$", re.IGNORECASE),
        announced=re.compile(announced, re.IGNORECASE) if announced else None,
        told=re.compile(told, re.IGNORECASE),
    )


OWN_VOICE = re.compile(
    r"\b(?:we|our|us|(?:this|the (?:present|current)) (?:paper|work|article|study|report|review|analysis))\b", re.IGNORECASE
)
_SEVERAL = (
    r"(?:several|some|two|three|four|five|a few|a number of|certain|the following|important|various|many|potential)(?: \w+)?"
)
_OURS = r"(?: (?:of|to|in) (?:our|this|the (?:present|current)) [^.]*)?"
_ASPECTS = (
    _of(
        "limitations",
        asked=r"\b(?:limitations?|weakness(?:es)?|drawbacks?|shortcomings?|caveats|threats to validity)\b",
        section=r"(?:(?:strengths and|study) )?limitations?(?: and (?:future|strengths|ethic).*)?|threats to validity",
        announced=rf"\b{_SEVERAL} (?:limitations|weaknesses|shortcomings|caveats)\b|\blimitations{_OURS} (?:are|include)\b",
        told=(
            r"\b(?:limitations?|shortcomings?|weakness(?:es)?|caveats?|drawbacks?)\b|\bunable to\b|\blimited (?:to|by)\b"
            r"|\bwe (?:were not able|were unable|could not|cannot)\b"
        ),
    ),
    _of(
        "strengths",
        asked=r"\bstrengths\b|\bstrength of (?:the|this) (?:paper|study|work|article|review)\b",
        section=r"strengths?(?: and limitations)?",
        announced=rf"\b{_SEVERAL} strengths\b|\bstrengths{_OURS} (?:are|include)\b",
        told=r"\b(?:a|the|one|main|another) (?:\w+ )?strengths?\b",
    ),
    _of(
        "future work",
        asked=(
            r"\bfuture (?:works?|research|directions?|stud(?:y|ies)|plans?)\b|\bnext steps?\b|\bopen (?:questions|problems)\b"
            r"|\bplan(?:s|ned)? for the future\b"
        ),
        section=r"(?:.* and )?(?:future (?:works?|research|directions?)|outlook|next steps)(?: and .*)?",
        announced="",
        told=(
            r"\bfuture (?:works?|research|directions?|stud(?:y|ies)|investigations?|versions?)\b|\bin (?:the )?future\b"
            r"|\bnext steps?\b|\bwe (?:plan|intend|hope|aim) to\b|\bremains? (?:to be|an open|open)\b"
            r"|\bfurther (?:research|studies|work) (?:is|are|should)\b"
        ),
    ),
    _of(
        "conclusions",
        asked=r"\bconclu(?:sions?|de[sd]?)\b",
        section=r"(?:summary|discussion)?(?: and )?conclu(?:sions?|ding remarks)(?: and .*)?",
        announced="",
        told=(
            r"^(?:in|to) (?:conclusion|conclude|summary|sum up)\b|^overall,|^conclusions?:|\bwe conclude\b"
            r"|\b(?:findings|results) suggest\b"
        ),
    ),
)
_ALSO_ASKED = frozenset(
    stems(
        "paper study work author research article manuscript report review analysis experiment approach method acknowledge admit"
        " draw reach come state list give point main key important major plan propose suggest identify mention discuss describe"
        " present result potential possible their own final overall direct future next step open question problem strength"
        " weakness limitation drawback shortcoming caveat threat validity conclusion conclude say see find"
    )
)
"""What adds nothing to the question for an aspect of a whole paper."""


def aspect_of(text: str) -> Aspect | None:
    """The aspect that a plain question asks for; the first where it names several."""
    found = [(match.start(), aspect) for aspect in _ASPECTS if (match := aspect.asked.search(text))]
    return min(found, key=lambda each: each[0])[1] if found else None


def is_of_the_whole(text: str, subject: AbstractSet[str]) -> bool:
    """Whether a question asks for an aspect of the paper, and not of something in it; `subject` has the stems of what that is."""
    return all(term.stem in subject or term.stem in _ALSO_ASKED for term in question_terms(text))

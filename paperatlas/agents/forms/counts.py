"""Questions of how often a term is used in the text."""

import re

from paperatlas.agents.forms.wording import DOCUMENT, quoted

__all__ = ["counted_term", "is_count"]

_TIMES = r"\b(?:how many times|how often|how frequently|how many instances|number of times|how many places|count (?:how|all))\b"
_USED = r"\b(?:mention\w*|cite[sd]?|referenced|referred to|refer to|shows? up|come up|comes up|crops? up|named)\b"
_STANDS = (
    r"\b(?:appears?|appearing|appeared|occurs?|occurring|occurred|used?|uses|found|written|printed|contain\w*"
    r"|repeated|say|says)\b"
)
_WORD = r"(?:word|term|phrase|name|acronym|abbreviation|expression|string|token|keyword)s?"
_TEXT = rf"\b(?:{DOCUMENT}|text|abstract|introduction|conclusions?|section|page|library|corpus of papers)\b"


def is_count(text: str) -> bool:
    """Whether a plain question asks how often a term stands in the text, not how often something happens."""
    low = text.lower()
    if re.search(r"\b(?:occurrences?|mentions|appearances) of\b", low):
        return re.search(r"\b(?:how many|number of|count|total|how often)\b", low) is not None and not re.search(
            r"annotat|\bdataset\b|\bcorpus\b", low
        )
    if re.search(
        (
            rf"\bfrequency of the {_WORD}\b|^count (?:the )?(?:{_WORD}\b|[\"'])|\bcount of (?:the )?(?:{_WORD}\b|[\"'])"
            r"|\b(?:mention|mentions|mentioned|cited|named)\b.*\b(?:more|less|fewer|at least|at most|exactly"
            r"|only)\b.*\btimes\b|^(?:total )?(?:number of )?occurrences? of\b"
        ),
        low,
    ):
        return True
    if not re.search(_TIMES, low):
        return False
    if re.search(_USED, low) or re.search(rf"\bthe {_WORD}\b", low) or quoted(text):
        return True
    stands = re.search(_STANDS, low) is not None
    in_text = (
        re.search(rf"\b(?:in|across|throughout|within|over) (?:\w+ ){{0,4}}?{_TEXT}|\bdo(?:es)? (?:the|this) {DOCUMENT}", low)
        is not None
    )
    if re.search(r"\b(?:appears?|occurs?)\b", low) and re.search(r"\b(?:how many|number of) times?\b", low):
        return True
    return (stands and in_text) or re.search(r"\bhow often (?:does|do) [^?]{1,40} appear\??$", low) is not None


_BEFORE = rf"(?:(?:the|a|an|any)\s+)?(?:(?:exact|specific|english)\s+)?(?:{_WORD}\s+)?"
_VERB = (
    r"(?:(?:get|gets|got|being|be|been|explicitly|actually)\s+)*(?:mentioned|mention|cited|referenced"
    r"|referred to|appears?|appearing|occurs?|occurring|used|shows? up|come up|comes up|crop up|crops up|found"
    r"|written|printed|repeated|named)\b"
)
_FORMS = (
    (
        rf"^(?:does|do) (?:the|this) {DOCUMENT} (?:mention|cite|use|name) {_BEFORE}(?P<term>.+?)\s+(?:more|less"
        r"|fewer|at least|at most|exactly|only)\b.*\btimes\b"
    ),
    rf"^(?:is|are|was|were) {_BEFORE}(?P<term>.+?)\s+{_VERB}.*\btimes\b",
    (
        r"\b(?:times?|often|frequently|instances|places)\s+(?:is|are|was|were|does|do|did|has|have"
        rf"|can)\s+(?!the (?:{DOCUMENT}|authors?)\b){_BEFORE}(?P<term>.+?)\s+{_VERB}"
    ),
    (
        r"\b(?:times|often|frequently)\s+(?:do|does|did|is|are)?\s*(?:the|this|these|all"
        rf"|each)\s+(?:\w+\s+)?(?:{DOCUMENT}|authors?|text)\s+(?:mentions?|uses?|cites?|says?|contains?|refers? to"
        rf"|names?)\s+{_BEFORE}(?P<term>.+)$"
    ),
    rf"\b(?:occurrences?|mentions?|appearances?|frequency|instances?|uses?)\s+of\s+{_BEFORE}(?P<term>.+)$",
    rf"\btimes\s+(?:that\s+)?{_BEFORE}(?P<term>.+?)\s+(?:is|are|was|were|has been|have been)?\s*{_VERB}",
    rf"\b(?:is\s+)?(?:mentioned|appears?|cited)\s+{_BEFORE}(?P<term>.+)$",
    rf"^count\s+(?:how\s+(?:often|many times)\s+)?{_BEFORE}(?P<term>.+?)(?:\s+{_VERB}.*)?$",
    r"^(?P<term>.+?)\s*(?:在|中|里|一共|总共|共|被|paper|in)*\s*mentioned\s+how many times",
    rf"\b(?:times|often)\s+(?:is|are)\s+{_BEFORE}(?P<term>.+?)$",
)
_THERE = re.compile(r"\s+(?:are|is|were) there\b.*", re.IGNORECASE)
_SCOPE = re.compile(
    (
        r"\s+(?:in|within|across|throughout|inside|over|by|on|into)\s+(?:(?:the|this|that|all|each|every|both|any"
        r"|our|my|total|page|section|table)\b.*|[\w.-]+\.(?:pdf|html?|docx|md|txt)\b.*|[\"'].*"
        rf"|[\w'-]+(?: [\w'-]+){{0,4}} {DOCUMENT}\b.*)$"
    ),
    re.IGNORECASE,
)


def counted_term(text: str) -> str:
    """The term to count: what is quoted, else what stands where the term stands; empty when it cannot be told."""
    if term := quoted(text):
        return term
    stripped = text.strip().rstrip("?.! ")
    for form in _FORMS:
        if found := re.search(form, stripped, re.IGNORECASE):
            term = _SCOPE.sub("", _THERE.sub("", found["term"])).strip(" ,.:;?")
            if term:
                return term
    return ""

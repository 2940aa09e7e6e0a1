"""What a sentence does in a paper, what it measures, and whether it can stand alone: told by its words."""

import re

__all__ = [
    "OWN",
    "ROLES",
    "Role",
    "abbreviations",
    "facts",
    "finds",
    "is_complete",
    "leans",
    "points",
    "roles",
    "tells_of_others",
]

Role = str

ROLES: tuple[tuple[Role, float, re.Pattern[str]], ...] = tuple(
    (name, weight, re.compile(pattern, re.IGNORECASE))
    for name, weight, pattern in (
        (
            "contribution",
            3.0,
            (
                r"\b(?:we|this (?:paper|work|article|study|report)|our (?:paper|work))\b[^.]{0,40}?\b"
                r"(?:propos|introduc|present|describ|develop|releas|show|stud|investigat|explor|address|report|examin|analy[sz]"
                r"|review|survey|provid|design|offer)"
            ),
        ),
        (
            "method",
            1.5,
            r"\b(?:methods?|models?|approach|architecture|algorithm|framework|based on|consists? of|us(?:es|ing)|trained)\b",
        ),
        ("data", 1.0, r"\b(?:data ?sets?|corpus|corpora|benchmarks?|participants|samples?|annotated|tasks?)\b"),
        (
            "result",
            2.0,
            (
                r"\b(?:results?|outperform\w*|achiev\w*|improv\w*|state[- ]of[- ]the[- ]art|found|find that|show\w* that"
                r"|demonstrat\w*|significant\w*)\b|\d\s?%"
            ),
        ),
        ("limit", 0.7, r"\b(?:however|limitations?|future work|remains?|challeng\w*|not yet|only)\b"),
    )
)
"""What a summary must say, what each part is worth, and the words by which a sentence that says it is known."""

OWN = re.compile(r"\b(?:we|our|this (?:paper|work|article|study|report))\b", re.IGNORECASE)

_MEASURED = re.compile(
    r"(?<![\w.,\[(/-])[$€£¥]?\d+(?:[.,]\d+)*(?:\s?[×x]\s?10\S*)?"
    r"(?:\s?[%°‰]\w?|(?:\s|-)?(?!(?:and|or|to|in|of|the|for|on|by|at|as|is|are|was|were|we|with|from|than|that|et|see)\b)[^\W\d_]+)",
)
"""A number and what it counts or is measured in. After an opening bracket it is a citation or a label."""
_DECIMAL = re.compile(r"(?<![\w.,-])\d+\.\d+(?![\w.]*\d)(?!\s*\))")
_LABELLED = re.compile(
    r"\b(?:fig(?:ure)?s?|tab(?:le)?s?|sec(?:tion)?s?|eq(?:uation|n)?s?|chapters?|appendix|page|pp?|steps?|vol|no|ref)\.?\s*$",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:1[89]|20)\d\d\b")
_LEANS = re.compile(
    r"(?:(?:this|these|those|such)\b(?! (?:paper|work|article|study|report|section))|it\b|they\b|he\b|she\b|its\b|their\b|both\b"
    r"|besides\b|moreover\b|furthermore\b|in addition\b(?!\s+to\b)|additionally\b|however\b|therefore\b|thus\b|hence\b|then\b"
    r"|also\b|here\b|as a result\b|consequently\b|instead\b|for (?:example|instance)\b|similarly\b|likewise\b|finally\b|next\b"
    r"|first(?:ly)?,"
    r"|second(?:ly)?\b|third(?:ly)?\b|the (?:former|latter|second|third|other)\b|in (?:this|that|these) (?:case|way|manner)\b"
    r"|in the (?:above|following)\b|on the other hand\b|in contrast\b(?!\s+to\b)|by contrast\b|otherwise\b|nevertheless\b"
    r"|yet\b|but\b|and\b|so\b|or\b)",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"(?:as (?:shown|seen|described|listed|reported|illustrated) in |see "
    r"|the results (?:are|of \S+ are) (?:shown|listed|given) in )?"
    r"(?:tables?|fig(?:ures?|s?\.)|sections?|appendix|algorithm|equation|eq\.)\s*[\dA-Z]"
    r"|.*\b(?:is|are) (?:shown|listed|given|presented|illustrated|summari[sz]ed|depicted) in "
    r"(?:tables?|fig(?:ures?|s?\.)|section)\b"
    r"|.{0,60}\b(?:the (?:rest|remainder) of (?:this|the) (?:paper|article)|organi[sz]ed as follows|in the following)\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"(?:(?:in|by|following) )?[A-Z][\w'’-]+(?:,? (?:and|&) [A-Z][\w'’-]+)?(?: et al\.?)?,? (?:\(\d{4}|\[\d)"
    r"|(?:previous|prior|earlier|existing|recent|other) (?:work|studies|research|papers|authors|approaches|methods)\b",
)
_SPELLED = re.compile(r"(?:[^\W\d_][\w-]{0,60}\s){2}\(([A-Z][\w-]{0,60}[A-Z]\w{0,60})s?\)")
_FINDS = re.compile(
    r"\b(?:results?|outperform\w*|achiev\w*|improv\w*|found|finds? that|show\w* that|demonstrat\w*|significant\w*|obtain\w*"
    r"|reach\w*|reduc\w*|increas\w*|decreas\w*|rises?|rose|dropped|fell|gains?|wins?|error of|accuracy of|scores? of"
    r"|(?:lower|higher|better|worse|faster|more|less|fewer|larger|smaller) (?:\w+ ){0,4}than|compared (?:to|with)|against)\b",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.!?…。！？｡．।؟۔][\"'”’»›)\]]*(?:\s?\[\d[\d\s,;–-]*\]|[\d⁰¹²³⁴-⁹,]{1,6})?$")
_OPENS = re.compile(r"[\"'“‘«(\[]*(?:[^\W_a-z]|[a-z]+[A-Z0-9])")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_FEWEST, _MOST = 5, 75
"""Words. Fewer are a label or a heading, more are a list or torn text."""
_LETTERS = 0.62
"""Share of letters and spaces below which a "sentence" is a formula, a row of numbers or the torn text of a chart."""


def roles(text: str) -> frozenset[Role]:
    return frozenset(name for name, _, pattern in ROLES if pattern.search(text))


def facts(text: str) -> frozenset[str]:
    """The measured values of a sentence as written: numbers with a unit or a thing counted, and decimals. No years, no labels."""
    found = {
        match.group().strip()
        for match in _MEASURED.finditer(text)
        if not _YEAR.match(match.group()) and not _LABELLED.search(text[: match.start()])
    }
    return frozenset(found | {m.group() for m in _DECIMAL.finditer(text) if not _LABELLED.search(text[: m.start()])})


def finds(text: str) -> bool:
    """Whether it says what came out, by the words with which findings and comparisons are told."""
    return _FINDS.search(text) is not None


def abbreviations(text: str) -> frozenset[str]:
    """The abbreviations that a sentence spells out: "reinforcement learning (RL)"."""
    return frozenset(_SPELLED.findall(text)) if "(" in text else frozenset()


def is_complete(text: str) -> bool:
    """Whether it is a sentence that begins and ends, and can be read."""
    count = len(_UNSPACED.findall(text)) // 2 if _UNSPACED.search(text) else len(text.split())
    if not _FEWEST <= count <= _MOST or not _ENDS.search(text) or not _OPENS.match(text):
        return False
    return sum(char.isalpha() or char.isspace() for char in text) >= _LETTERS * len(text)


def leans(text: str) -> bool:
    """Whether it takes up the sentence before it, and says less without it."""
    return _LEANS.match(text) is not None


def points(text: str) -> bool:
    """Whether it shows the way to a table, figure or section rather than saying what is there."""
    return _POINTS.match(text) is not None


def tells_of_others(text: str) -> bool:
    """Whether it opens with other authors or their work."""
    return _OTHERS.match(text) is not None

"""The words of questions that tables answer: superlatives, comparisons, changes, bounds, and what they mean for a measure."""

import re
from typing import Literal, TypeAlias

__all__ = [
    "ASKED_FOR",
    "ASKS_VALUE",
    "BOUND",
    "CHANGED",
    "EMPTY",
    "HELPS_MOST",
    "HIGH",
    "HOW_MANY",
    "HURTS_MOST",
    "IS_THE",
    "LOW",
    "LOWERS",
    "LOWER_IS_BETTER",
    "OPERATIONS",
    "ORDINALS",
    "OVER",
    "PHRASE_END",
    "PLURAL",
    "POINTS",
    "QUALITY",
    "RAISES",
    "RANKED",
    "RANK_LABEL",
    "SPEED",
    "TABLE_LABEL",
    "UP",
    "VERDICT",
    "WAYS",
    "WORKING",
    "Operation",
]

Operation: TypeAlias = Literal[
    "look_up", "best", "compare", "profile", "difference", "ratio", "percent_change", "sum", "mean", "count", "filter", "rank"
]
"""`compare` sets cells side by side, `profile` all that a table says of two things, `filter` names the rows within a bound,
`count` counts them, `rank` gives one's place."""

TABLE_LABEL = re.compile(r"\btab(?:le|\.)\s*([A-Z]?\d+(?:[.-]\d+)?|[IVX]+)\b", re.IGNORECASE)
HIGH = frozenset(
    "highest best most largest greatest maximum max longest biggest top strongest fastest heaviest deepest widest latest".split()
)
LOW = frozenset(
    "lowest worst least smallest minimum min shortest fewest weakest slowest cheapest lightest earliest poorest".split()
)
QUALITY = frozenset("best worst strongest weakest top poorest".split())
"""Superlatives whose direction depends on whether the measure is better high or low."""
SPEED = frozenset("fastest slowest".split())
"""Superlatives of speed, turned round when the measure is a time."""
HURTS_MOST = re.compile(
    r"\b(?:hurts?|harms?|degrades?|drops?|costs?|lowers?|reduces?|decreases?) (?P<measure>[^?]*?)\b(?:most|worst)\b",
    re.IGNORECASE,
)
"""What hurts most leaves the least."""
HELPS_MOST = re.compile(
    r"\b(?:helps?|improves?|raises?|increases?|boosts?|benefits?) (?P<measure>[^?]*?)\b(?:most|best)\b", re.IGNORECASE
)
LOWER_IS_BETTER = frozenset(
    "perplexity ppl error errors err loss latency time cost price wer cer rmse mae mse fid distance runtime memory flops bias"
    " missed deaths mortality".split()
)
LOWERS = re.compile(r"\b(?:lowers?|reduces?|decreases?)\b", re.IGNORECASE)
RAISES = re.compile(r"\b(?:raises?|increases?|boosts?)\b", re.IGNORECASE)
"""What these do is the same whether the measure is the better for it or not."""
RANK_LABEL = re.compile(r"\btop[- ]?\d+\b", re.IGNORECASE)
"""Top-1, top-5: a measure's name, not a superlative."""
PHRASE_END = re.compile(
    r"""
    \b(?:in|of|for|on|at|by|to|from|with|among|across|when|than|according|using)\b
    | \b(?:is|are|was|were|does|do|did|has|have|result(?:s|ed)?)\b
    | [,;?.](?!\d)
    """,
    re.IGNORECASE | re.VERBOSE,
)
EMPTY = frozenset(
    "table score scores scored according metric metrics terms achieve achieves achieved reach reached reaches produce produces"
    " result results resulted across get gets obtain obtains obtained compared perform performs performance support supports"
    " showed split splits set sets subset part portion".split()
)
"""Words that say that a table is asked, not what of it."""
WORKING = frozenset(
    "compare compared comparison versus vs than difference differences differ better worse higher lower larger smaller greater"
    " bigger outperform outperforms beat beats exceed exceeds surpass surpasses rise rises rose fall falls fell drop drops"
    " dropped increase increases increased decrease decreases decreased improve improves improved improvement change changes"
    " changed reduce reduces reduced gain gains decline declines lose loses gap effect ratio factor times percent percentage"
    " relative sum total combined altogether average mean rank ranks ranked place listed between more fewer less above below over"
    " under exceeding many superior second third fourth fifth runner each longer shorter faster slower stronger weaker go goes"
    " went cut cuts hurt hurts worsen worsens degrade degrades separate separates grow grows grew shrink shrinks shrank".split()
)
"""Words that say what to do with cells, not which; where a header is called so, the header is meant."""
VERDICT = re.compile(r"\s*(?:is|are|was|were|does|do|did|has|have|can)\b", re.IGNORECASE)
WAYS: dict[str, Literal["high", "low", "better", "worse"]] = {
    **dict.fromkeys("higher larger bigger longer greater more heavier older exceed exceeds deeper".split(), "high"),
    **dict.fromkeys("lower smaller shorter fewer less lighter younger cheaper".split(), "low"),
    **dict.fromkeys(
        "better stronger superior outperform outperforms beat beats surpass surpasses accurate faster".split(), "better"
    ),
    **dict.fromkeys("worse weaker inferior slower".split(), "worse"),
}
POINTS = re.compile(rf"\b(?:{'|'.join(sorted(WAYS, key=len, reverse=True))})\b", re.IGNORECASE)
HOW_MANY = re.compile(r"\bhow (?:many|much|large|big|long|high|low|old|far)\b", re.IGNORECASE)
PLURAL = re.compile(r"\w{2}[^\Wsui]s$")
"""A plural noun, and no "loss", "status" or "analysis"."""
ASKS_VALUE = re.compile(
    r"""
    \bhow\ (?:many|much|large|big|fast|long|well|high|low|good|accurate|often|old|deep|wide|small)\b
    | \bwhat\ (?:is|was|are|were)\ (?:the\b|[\w.+-]+(?:\ [\w.+-]+)?['’])
    | \bwhat\ [\w-]+\ (?:[\w-]+\ ){0,2}(?:does|did|do|is|was|are|were|has|have)\b
    | \bwhat\ [\w-]+\ [^?]{0,60}\b(?:does|did|do)\b
    | \bwhat\ (?:does|did|do|is|was)\ [^?]*\b(?:cost|weigh|reach|achieve|score|get|obtain)\b
    | \b(?:what|which|how)\ [\w-]+\ (?:error|score|rate|value|price|accuracy)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
ASKED_FOR = re.compile(r"\b(?:what (?:is|are|was|were) the|how many) ", re.IGNORECASE)
OVER = re.compile(r"\b(?:over|than|relative to|against|compared (?:to|with))\b", re.IGNORECASE)
IS_THE = re.compile(r"\b(?:is|are|was|were|does|do|did) the ", re.IGNORECASE)
CHANGED = re.compile(
    r"""
    \bhow\ (?:much\ )?(?:does|do|did|has|have)\ the\ (?=[^?]*\ of\ )
    | \b(?:difference|differences|change|increase|decrease|drop|improvement|gain|gap|reduction)\ (?:in|of)\ (?:the\ )?
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""What goes before the measure that changes or differs."""
_MORE = r"(?:more|greater|higher|larger|better|longer)\ than"
_LESS = r"(?:less|fewer|lower|smaller|shorter|worse)\ than"
_PAST = rf"(?:above|over|exceed\w*|{_MORE}|below|under|{_LESS})"
BOUND = re.compile(
    rf"""
    (?P<edge>\b(?:at\ least|at\ most|no\ more\ than|no\ less\ than|not\ more\ than|not\ less\ than)\s+)?
    (?P<how>\b{_PAST}\s+)?
    (?P<number>-?\d[\d,]*(?:\.\d+)?)\s*(?:%|percent\b)?
    """,
    re.IGNORECASE | re.VERBOSE,
)
UP = re.compile(r"above|over|exceed|more|greater|higher|larger|better|longer", re.IGNORECASE)
ORDINALS = {"second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5}
RANKED = re.compile(rf"\b({'|'.join(ORDINALS)})[- ](?=(?:{'|'.join(sorted(HIGH | LOW))})\b)|\brunner[- ]?up\b", re.IGNORECASE)
_COMPARATIVE = (
    r"(?:better|worse|faster|slower|larger|smaller|bigger|higher|lower|stronger|weaker|cheaper|longer|shorter|greater|deeper"
    r"|lighter|heavier|older|newer|more|less|fewer)"
)
_CHANGES = (
    r"(?:rise|fall|drop|increase|decrease|improve|gain|change|outperform|beat|exceed|surpass|reduce|decline|lose|hurt|degrade"
    r"|differ|worsen|grow|shrink|cut|go\ (?:up|down))"
)
_CHANGE = r"(?:gap|margin|gain|drop|increase|decrease|improvement|reduction|advantage|effect|impact)"
_WITHIN = rf"(?:at\ least|at\ most|{_PAST})\s+-?\d"
_SOURCES: dict[Operation, str] = {
    "rank": r"""
        \bwhere\ (?:does|do|did)\ .*(?:rank|stand|place)\b
        | \b(?:what|which)\ (?:rank|place)\b
        | \bhow\ (?:does|do|did)\ [^?]*\ rank\b
        """,
    "count": rf"""
        \b(?:how\ many|number\ of)\ [^?]*\b(?:listed|compared|shown|given|included|evaluated|reported|tested|there)\b
        | \b(?:how\ many|number\ of)\ [^?]*\b{_WITHIN}
        """,
    "filter": rf"\b(?:which|list|name|what(?!\ (?:is|was|are|were)\b))\b[^?]*\b{_WITHIN}",
    "ratio": r"""
        \bhow\ many\ times\b(?!\ (?:is|was|does|do|did|are|has|have)\b)
        | \bthe\ ratio\ (?:of|between)\b
        | \b(?:by|what)\ (?:what\ |a\ )?factor\b
        | \btimes\ (?:as|more|larger|faster|smaller)\b
        """,
    "percent_change": rf"""
        \b(?:by|in)\ (?:what|how\ many|how\ much)\ per\ ?cent(?:age)?\b
        | \bwhat\ percent(?:age)?\ (?:{_COMPARATIVE}|{_CHANGE}|change)\b
        | \b(?:percent(?:age)?|relative)\ (?:{_CHANGE}|change|difference)\b
        """,
    "difference": rf"""
        \bdifference\b
        | \bhow\ much\ (?:\w+\ )?{_COMPARATIVE}\b
        | \bhow\ many\ (?:more|fewer|less)\b
        | \bby\ how\ (?:much|many)\b
        | \bhow\ (?:much|many)\b[^?]*\b{_CHANGES}s?\b
        | \bwhat\ (?:is|was)\ the\ (?:\w+\ )?{_CHANGE}\b
        | \bhow\ (?:does|do|did)\ [^?]*\bchange\ (?:from|between|when)\b
        """,
    "compare": rf"""
        \b(?<!is\ )(?<!are\ )(?<!was\ )(?<!were\ )compar(?:e|es|ed|ison|ing)\b
        | \b(?:versus|vs)\b
        | \b{_COMPARATIVE}\b[^?]*\b(?:than|or)\b(?!\ \d)
        | ^(?:is|are|was|were|does|do|did|which|what)\b[^?]*\bor\b
        | \b(?:outperform|beat|surpass|exceed)s?\b
        """,
    "sum": r"""
        \b(?:sum|combined|altogether|together)\b
        | \btotal\b[^?]*\b(?:over|across|of\ all)\b
        | \bin\ total\ (?:over|across)\b
        | \btotal\b[^?]*\bof\ [^?]*\band\b
        """,
    "mean": r"""
        \b(?:average|mean)\b[^?]*
        \b(?:over|across|of\ (?:all|the\ (?:two|three|four|five|six|seven|eight|nine|ten))|of\ [^?]*\band)\b
        """,
}
OPERATIONS: tuple[tuple[Operation, re.Pattern[str]], ...] = tuple(
    (operation, re.compile(source, re.IGNORECASE | re.VERBOSE)) for operation, source in _SOURCES.items()
)
"""In the order in which they are tried: "by what percentage is A better than B" is a change, no comparison."""

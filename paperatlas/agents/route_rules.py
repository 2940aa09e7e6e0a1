"""Which kind of question it is, by rules tried in order; the first that fits decides."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from paperatlas.agents.forms.counts import is_count
from paperatlas.agents.forms.lists import is_enumeration
from paperatlas.agents.forms.metadata import metadata_asked
from paperatlas.agents.forms.positions import read_position
from paperatlas.agents.forms.talk import is_off_topic, needs_history
from paperatlas.agents.forms.wording import DOCUMENT
from paperatlas.core.answers import Kind

__all__ = ["UNSURE", "decide"]


@dataclass(frozen=True, slots=True)
class _Turn:
    """A plain question, and whether a conversation goes before it."""

    text: str
    low: str
    history: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Rule:
    kind: Kind
    confidence: float
    """How often the rule is right where it fires, as seen on labelled questions; rounded."""
    fits: Callable[[_Turn], bool]


def _any(*patterns: str, unless: str = "") -> Callable[[_Turn], bool]:
    found, barred = re.compile("|".join(patterns)), re.compile(unless) if unless else None
    return lambda turn: found.search(turn.low) is not None and (barred is None or barred.search(turn.low) is None)


_SUPERLATIVE = (
    r"(?:highest|lowest|best|worst|largest|smallest|greatest|biggest|longest|shortest|fastest|slowest"
    r"|strongest|weakest|cheapest|heaviest|top[- ]performing|best[- ]performing|maximum|minimum|max|min"
    r"|second[- ]best|poorest|closest|hardest|easiest)"
)
_METRIC = (
    r"(?:accurac(?:y|ies)|acc\.?|f-?1|f-?scores?|f-?measure|bleu|rouge(?:-\w+)?|meteor|perplexit(?:y|ies)|ppl"
    r"|precision|recall|auc|auroc|em\b|exact match|ndcg(?:@\d+)?|mrr(?:@\d+)?|map\b|hits?@\d+|recall@\d+|r@\d+"
    r"|wer\b|cer\b|rmse|mae\b|mse\b|error rates?|top-\d (?:error|accuracy)|top-\d"
    r"|scores?|gain|improvement|drop|latenc(?:y|ies)|throughput|speed-?up|correlation|agreement|kappa|iou|dice"
    r"|psnr|ssim|fid|pass@\d+|win rate|success rate|results?|standard deviation|p-value|odds ratio"
    r"|hazard ratio|flops)"
)
_TABLE_LABEL = (
    r"\btab(?:le|\.)\s*(?:[a-z]?\d+|[ivx]+\b)|\b(?:the )?(?:first|second|third|fourth|last) table\b|\b(?:this"
    r"|that|the) table\b|\btable of results\b"
)
_SET_PHRASE = (
    r"\bone of the\b|\b(?:most|least) well[- ]known\b|\bmost (?:often|important|common|commonly|likely|recent"
    r"|recently|notable|relevant|interesting|significant|promising|natural|widely|frequent|frequently"
    r"|of the)\b|\bat (?:most|least|best)\b|\bbest (?:practice|known|described|of our)"
    r"|\bstate[- ]of[- ]the[- ]art\b.*\bmean|\bmost of\b|\bleast squares\b|\bmax(?:imum)? (?:likelihood"
    r"|pooling|entropy|sequence|length|margin)|\bmin(?:imum)? (?:length|description)|\blongest common\b"
    r"|\b(?:nearest|closest) neighbou?r"
)

_table_named = _any(_TABLE_LABEL)
_superlative = _any(
    rf"\b(?:which|what|who|whose)\b[^?]*\b{_SUPERLATIVE}\b",
    (
        r"\b(?:which|what|who|whose)\b[^?]*\b(?:the|its) (?:most|least|fewest)\b|\b(?:which|what"
        r"|who)\b[^?]*\b(?:is|are|was|were|hurts?|gains?|needs?|costs?|helps?|varies|improves?) (?:most"
        r"|least)\b(?! of\b)"
    ),
    rf"\b(?:highest|lowest|best|worst|top|largest|smallest|maximum|minimum|average|mean|median|overall) (?:\S+ ){{0,3}}{_METRIC}",
    (
        r"\b(?:ranks?|ranked|placed|came|comes) (?:first|second|third|last|highest|lowest)\b|\bperform(?:s"
        r"|ed)? (?:best|worst|better|worse)\b"
    ),
    unless=_SET_PHRASE,
)
_metric_of = _any(
    (
        r"^(?:tell me |give me |and )?(?:what|which) (?:is|was|are|were) (?:the "
        rf"|its )?(?:\S+ ){{0,5}}?{_METRIC}(?: \S+)? (?:of|for|on|in|by|when|with|at|between|across|using|from"
        r"|achieved|obtained|reported|reached|after)\b"
    ),
    rf"^(?:what|which) (?:\S+ ){{0,4}}?{_METRIC}(?: \S+)? (?:does|do|did|is|was|are|were|has)\b",
    rf"^how (?:high|low|good|large|big) (?:is|was|are) (?:the )?(?:\S+ ){{0,4}}?{_METRIC}",
    r"^how (?:accurate|well) (?:is|was|are|does|do|did) ",
    rf"^(?:give|show|report|state|tell|name)(?: me)? the (?:\S+ ){{0,4}}?{_METRIC}(?: \S+)? (?:of|for|on)\b",
    unless=(
        r"\b(?:defined|definition|mean by|stand for|computed|calculated|measured|used|purpose|meaning"
        r"|loss function|role|formula)\b|\bkey (?:results?|findings?)|\bmain results?\b|^what (?:is"
        r"|are) the results? of the (?:paper|study)"
    ),
)
_summary = _any(
    r"^(?:can you |could you |would you |i need you to |write an? )?(?:briefly |quickly |shortly |now )?summari[sz]e\b",
    (
        r"\b(?:give|write|provide|get|want|need|make|show|generate|produce|short|brief|concise|quick"
        r"|one[- ]sentence|a)\b[^?]*\b(?:summary|overview|synopsis|digest|outline|recap|tl;?dr)\b|^(?:summary"
        r"|overview|synopsis|tl;?dr|gist)\b|\btl;?dr\b|\bsummary (?:of|please|for)\b|^outline\b|\bsum up\b"
        r"|\brecap\b|\b(?:essence|big picture|rundown|storyline|key message) (?:of|in)\b|\brundown\b|\bstoryline\b"
        r"|\blike i(?:'m| am) (?:five|5|a child)"
    ),
    (
        rf"\bwhat (?:is|are|was|were) (?:\S+ ){0, 8}?{DOCUMENT}(?: \S+)? (?:all )?about\b"
        r"|\bwhat is (?:it|this) (?:all )?about\b|\bwhat is the paper about:|\bwalk me through (?:the|this)\b"
        r"|^(?:condense|shorten|distil|abridge|recap|boil down|digest)\b|\bbullet points?\b"
    ),
    (
        r"\b(?:main|key|major|primary|central|core|principal|most important) (?:contributions?|findings?|ideas?"
        r"|points?|takeaways?|messages?|results|conclusions?|insights?|claims?|arguments?|topics?"
        r"|themes?)\b(?! (?:from|in) (?:table|figure))|\btake-?aways?\b|\bmain contributions\b"
    ),
    (
        r"\bthe gist\b|\bin a nutshell\b|\bin (?:one|two|three|four|five|a few|\d+) sentences?\b"
        r"|\bin plain (?:english|language)\b|\bhigh[- ]level (?:overview|summary)\b"
    ),
    (
        r"^(?:can you |could you |please )?(?:describe|explain|present|introduce|review)(?: to me| me)? (?:the "
        rf"|this )?(?:[\w'.:-]+ ){{0,6}}?{DOCUMENT}(?: (?:to|in|for|briefly|as)\b[^?]*)?[?.! ]*$"
    ),
    (
        rf"\bwhat (?:does|do|did) (?:the|this|these) (?:\S+ )?{DOCUMENT} (?:say|contribute|tell us|find|show"
        rf"|conclude)\s*\??$|\bcontributions of (?:the|this) {DOCUMENT}"
    ),
    (
        r"\bwhat (?:do|have|did) (?:all |most |both )?(?:of )?(?:these|those|the|all|my|our|both|most) (?:\w+ )?"
        r"(?:papers|articles|studies|reports|documents|publications|works) (?:say|said|write|written|tell us|report|find)"
        r" (?:about|on|regarding)\b|\bwhat is (?:this|the|my) (?:library|collection) about\b"
    ),
    unless=r"\bsummari[sz]ation\b(?! of (?:the|this) paper)|\b(?:difference|compare|versus|vs)\b",
)
_COMPARATIVE = (
    r"(?:better|worse|faster|slower|larger|smaller|bigger|higher|lower|stronger|weaker|cheaper|longer|shorter"
    r"|greater|deeper|simpler|more \w+|less \w+|fewer \w+|older|newer|cleaner|safer|easier|harder|closer"
    r"|superior)"
)
_comparison = _any(
    r"\bcompar(?:e|es|ed|ing|ison|isons)\b",
    (
        r"\bdiffer(?:s|ed)?\b|\bdifferences? (?:between|in|of|from|among|to|do|are|is)\b|^(?:the )?differences?\b"
        r"|\bdifferent (?:from|to|than)\b|\bhow different\b|\bwhat (?:separates|sets)\b[^?]*\b(?:from|apart)\b"
        r"|\bstacks? up against\b"
    ),
    (
        r"\b(?:both|the two|these two|the three) (?:\w+ )?(?:papers|models|methods|approaches|studies|systems"
        r"|datasets|works|articles|corpora|architectures)\b|\bwhat (?:does|can|is|has) [^?]+ that [^?]+ (?:does|do"
        r"|did|is|are|has|have|can) ?(?:not|n't)\b|^(?:weigh|pit|judge|contrast)\b[^?]*\b(?:against|and|with)\b"
        r"|^(?:is|are|does|do|was) [^?]+ as \w+ as \w"
    ),
    r"\b(?:vs\.?|versus)\b",
    (
        r"\bin common\b|\bsimilarit(?:y|ies) (?:between|of|and)|\bsimilar (?:are|is)\b|\bsimilar to\b|\b(?:are|is"
        r"|do|look)\b[^?]*\balike\b|\b(?:are|is)\b[^?]*\bsimilar\s*\??$|\bdistinguish(?:es|ed)?\b"
        r"|\bset[s]? [^?]* apart\b|^contrast\b|\bin contrast (?:to|with)\b|\bas opposed to\b"
    ),
    (
        r"\b(?:advantages?|benefits?|improvements?|gains?|superiority|strengths?|drawbacks?"
        r"|disadvantages?) of [^?]+ (?:over|versus|relative to|against)\b|\bpros and cons of [^?]+ (?:and|or|vs)"
    ),
    (
        r"^(?:is|are|does|do|did|was|were|can|why|how much|how many|by how|in what|by what|on which|when is"
        rf"|when does)\b[^?]*\b{_COMPARATIVE}\b[^?]*\bthan (?!\d|one\b|half|chance|expected|before|random\b"
        r"|average)"
    ),
    (
        rf"\b(?:which|what|who|is|are|does|do)\b[^?]*\b{_COMPARATIVE}\b[^?]*[,:]\s*[^?,]+ or [^?,]+\??$|\b(?:which"
        rf"|what)\b[^?]*\b{_COMPARATIVE}[:,]? [\w-]+ or [\w-]+"
    ),
    (
        r"^between [^?]+ and [^?]+,? (?:which|what)\b|^[^?]+ or [^?]+[,:] (?:which|what)\b"
        rf"|\bwhich of the two\b[^?]*\b{_COMPARATIVE}"
    ),
    (
        r"^(?:does|do|did|is|by how much|how much|by what)\b[^?]*\b(?:outperform|beat|surpass|exceed"
        r"|improve (?:up)?on|improve over)\w*\b"
    ),
    (
        r"\b(?:do|are|does) (?:the|these|both|all)\b[^?]*\b(?:agree|disagree|contradict|consistent|conflict)s?\b"
        r"|\bwhere do [^?]* (?:disagree|agree|diverge)\b|\bcontradict(?:s|ions?)?\b"
    ),
    unless=(
        r"\b(?:what|which|against what|to what)\b[^?]*\bcompared (?:to|with|against)\s*\??$|^(?:what"
        r"|which) (?:baselines?|models?|methods?|systems?)[^?]*\b(?:is|are|was|were|do|does)\b[^?]*\bcompar"
        r"|\bdifferential\b|\bnot differ\b|\bcomparison (?:function|operator)|\bindifferen"
    ),
)
_NESTED = (
    r"\b(?:of|by|in|from|with|to) the (?:same )?(?:\w+ )?(?:papers?|authors?|researchers?|people|models?"
    r"|methods?|systems?|approach|architecture|datasets?|corpus|team|group|university|institution|company|lab"
    r"|work|study|algorithm)s? (?:that|who|which|whose) (?:also )?(?:introduc|propos|present|creat|develop"
    r"|wrote|publish|invent|design|built|releas|describ|defin|use|achiev|is |was |has |report|authored|train"
    r"|outperform|first|coined|cite)\w*"
)
_relation = _any(
    (
        r"\brelationships?\b|\brelations? (?:between|among|of|to|with)\b|\b(?:related|relates?) to\b|\b(?:is|are"
        r"|how|do|does)\b[^?]*\b(?:related|relate)\s*(?:\??$|to each other)|\binterrelat|\bwhat (?:links"
        r"|connects)\b"
    ),
    (
        r"(?<!fully )(?<!skip )(?<!residual )\bconnect(?:ed|ion|ions|s)? (?:between|to|with|the|of)\b|\bconnects\b"
        r"|\blink(?:s|ed)? (?:between|to|with|the)\b|\bare [^?]+ (?:and|or) [^?]+ (?:linked|connected|related)\b"
        r"|\bintroduced in one paper\b|\bassociation between\b|\bties? between\b|\binterplay\b|\bdepend(?:s"
        r"|ence)? (?:between|on each other)|\bhow do(?:es)? [^?]+ (?:interact|fit together)\b"
    ),
    (
        r"\b(?:who|which|what)\b[^?]*\bboth\b[^?]*\band\b|\bshared? (?:by|between|among)\b|\bshare (?:an? |the "
        r"|any |some )?(?:\w+ )?(?:authors?|dataset|data|method|affiliation between)"
        r"|\bco-?authored? (?:\w+ )?(?:with|papers|by)\b|\bco-?authors? of [A-Za-z]+ [A-Za-z]+\??$"
        r"|\bcollaborat\w+ (?:with|between)\b"
    ),
    (
        r"\bwh(?:o|ich authors?|at authors?|ich researchers?)\b[^?]*\b(?:more than one|several|multiple"
        r"|two or more|two of|at least two|other papers|another paper)\b"
    ),
    r"^do(?:es)? [^?]*\bcites?\b|\bcited by\b|\bwho cites\b|\bciting\b[^?]*\bpaper",
    _NESTED,
    (
        r"\bby the (?:same )?(?:authors|creators|developers|inventors|team) (?:of|behind|that)\b|\bsame (?:authors"
        r"|team|group|people) (?:as|who|that|behind)\b"
    ),
    unless=r"\brelation (?:extraction|type|classif)|\bentity linking\b|\brelated work",
)


def _builds_on(turn: _Turn) -> bool:
    """Descent of one named thing from another."""
    descent = (
        r"\b(?:based (?:up)?on|buil(?:d|ds|t) (?:up)?on|extend(?:s|ed|ing)?|extension of|derive[sd]? from"
        r"|inspired by|succe(?:ssor|eds) (?:of|to)?|predecessor|evolved from|variant of|descend\w*|adopted from"
        r"|borrow(?:s|ed)? from|influenced by|trained from|distilled from|initiali[sz]ed from|fine-?tuned from)\b"
    )
    return re.search(descent, turn.low) is not None and re.search(r"\b\w*[A-Z]\w*", turn.text[1:]) is not None


def _is_strong_relation(turn: _Turn) -> bool:
    """A chain of steps, even where it ends in an author or a year."""
    chain = (
        rf"{_NESTED}|\bboth\b[^?]*\band\b[^?]*\bpapers?\b|\bmore than one (?:of the )?paper|\bshare an? author"
        r"|\bco-?authored? (?:\w+ )?(?:papers )?with\b|\bwrote both\b|\bauthors?\b[^?]*\bboth\b"
        r"|\bby the (?:same )?authors of\b|\bsame authors?\b"
    )
    return (
        re.search(chain, turn.low) is not None
        and re.search(r"^(?:how many|compare)\b", turn.low) is None
        and re.search(r"\b(?:wh|list|name|does|do|is|are)", turn.low) is not None
    )


def _carries_on(turn: _Turn) -> bool:
    return bool(turn.history) and needs_history(turn.text, turn.history) == "weak"


def _is_place_list(turn: _Turn) -> bool:
    return re.match(r"(?:please )?(?:list|enumerate)\b", turn.low) is not None


def _greets(turn: _Turn) -> bool:
    return is_off_topic(turn.text)


_RULES = (
    _Rule("off_topic", 0.97, _greets),
    _Rule("follow_up", 0.95, lambda turn: needs_history(turn.text, turn.history) == "strong"),
    _Rule("count", 0.97, lambda turn: is_count(turn.text)),
    _Rule("position", 0.92, lambda turn: (read_position(turn.text) is not None) and not _summary(turn)),
    _Rule("follow_up", 0.85, _carries_on),
    _Rule("relation", 0.85, _is_strong_relation),
    _Rule("list", 0.9, lambda turn: is_enumeration(turn.text)),
    _Rule("metadata", 0.93, lambda turn: metadata_asked(turn.text) is not None),
    _Rule("table", 0.9, _table_named),
    _Rule("follow_up", 0.8, lambda turn: needs_history(turn.text, turn.history) == "weak"),
    _Rule("summary", 0.9, _summary),
    _Rule("comparison", 0.85, _comparison),
    _Rule("relation", 0.8, _relation),
    _Rule("table", 0.8, _superlative),
    _Rule("table", 0.75, _metric_of),
    _Rule("relation", 0.7, _builds_on),
    _Rule("list", 0.6, _is_place_list),
)
UNSURE = 0.6
"""No rule fits: most such questions ask for a fact."""


def decide(text: str, history: tuple[str, ...] = ()) -> tuple[Kind, float]:
    """The kind of a plain question, and how sure the rule is that decided."""
    turn = _Turn(text, text.lower(), history)
    for rule in _RULES:
        if rule.fits(turn):
            return rule.kind, rule.confidence
    return "fact", UNSURE

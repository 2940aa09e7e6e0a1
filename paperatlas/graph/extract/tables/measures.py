"""What a table's header says is measured, and what it says was merely chosen."""

import re
from typing import NamedTuple

__all__ = ["Measured", "is_setting", "measure_in", "split_measure"]

_RANKED = (
    r"(?:top|hits?|r|p|recall|precision|acc(?:uracy)?|n?dcg|mrr|map|ap|success|pass|f1|hr)"
    r"[- ]?@ ?\[?[\d.k]+(?:[:,] ?[.\d]+)?\]?"
)
_NAMES = (
    r"top[- ]?[1-9k](?:[- ](?:\w+[- ])?(?:err(?:or)?|acc(?:uracy)?)\b\.?)?|hits?@?\d+"
    r"|(?:(?:classification|localization|word|character|phone(?:me)?|label|prediction|equal|mean|test|relative) )?"
    r"(?:error(?: rates?)?|err\.)|[cw]er\b|eer\b|error rates?"
    r"|(?:(?:overall|balanced|exact|label|gender|pixel|mean|top-k|test|classification) )?(?:accuracy|accuracies|acc\b\.?)"
    r"|(?:(?:macro|micro|weighted|token|span|dev|test)[- ])?(?:averaged? )?f[-_ ]?(?:1|0\.5|2|measure|score)s?(?:[- ]scores?)?"
    r"|(?:sacre)?bleu(?:-?[1-4])?|rouge(?:-?(?:[12]|l|lsum))?|meteor|chr-?f(?:\+\+)?|ter\b|comet|bertscore|cider|spice"
    r"|perplexit(?:y|ies)|ppl\b|upp\b|bits per (?:character|byte|dim)|bp[cbd]\b|nll|log-likelihood"
    r"|m?ap(?:50|75|_?[sml])?\b|m?iou|dice(?: score)?|psnr|ssim|fid|inception score|lpips|rmse|mae\b|mse\b|mape|r2\b|r²"
    r"|n?dcg|mrr|mean reciprocal rank|mean average precision|average precision|recall|precision|sensitivity|specificity"
    r"|au(?:c|roc|prc)(?:-?(?:roc|pr))?|mcc|scc|(?:matthews|spearman|pearson)(?:'s|’s)?(?: (?:correlation|rho|r))?"
    r"|correlation|kappa|em\b|exact match|win[- ]?rate|success rate|las\b|uas\b|purity|nmi\b|c-index|concordance"
    r"|score|hazard ratio|odds ratio|\bhr\b"
)
_MEASURE = re.compile(rf"(?<![\w-])(?:{_RANKED}|{_NAMES})(?:[- ]scores?)?(?![\w@])", re.IGNORECASE)
"""Names of measures of quality, as headers and captions print them."""

_UNIT = re.compile(r"\s*\(\s*(%|ms|s|sec|points?)(?:\s*,[^)]*)?\)|\s*(%)")

_SETTING = re.compile(
    r"#|(?<![\w-])(?:params?|parameters?|flops?|macs?|layers?|blocks?|heads?|dims?|dimensions?|steps?|epochs?|updates?|size"
    r"|batch(?: size)?|lengths?|depth|width|hours?|days?|time|latency|speed|memory|costs?|learning rate|lr|seeds?|tokens?|tok"
    r"|vocab\w*|samples|instances|documents?|sentences?|examples?|count|cnt|wins?|ties?|p-values?|p|n|years?|dates?|languages?"
    r"|sources?|train|training|train data|pre-?training|max|input|output|thinking|budget|warm-?up|dropout|stride|channels?"
    r"|filters?|kernels?)(?![\w-])",
    re.IGNORECASE,
)
"""Headers of what was chosen or counted rather than achieved: never a result."""


class Measured(NamedTuple):
    """A header taken apart."""

    subject: str
    """What is left beside the measure: "CoLA" of "CoLA (mcc)"; may be empty."""
    measure: str
    """As printed, with its unit; empty when the header names none."""


def split_measure(header: str) -> Measured:
    """A header's measure, and the rest: "WSJ 23 F1" is F1 on "WSJ 23"."""
    found = list(_MEASURE.finditer(header))
    if not found:
        return Measured(header.strip(), "")
    start, end = found[-1].span()
    if len(found) > 1 and not header[found[0].end() : start].strip(" -/&,"):
        start = found[0].start()
    unit = _UNIT.match(header, end)
    end = unit.end() if unit else end
    rest = f"{header[:start]} {header[end:]}"
    return Measured(re.sub(r"\(\s*\)", "", " ".join(rest.split())).strip(" ,:;/-"), header[start:end].strip())


def measure_in(caption: str) -> str:
    """The measure that a caption names first, with its unit; empty when it names none or several of different sorts."""
    found = [match for match in _MEASURE.finditer(caption) if match[0].casefold() not in _VAGUE]
    if not found:
        return ""
    unit = _UNIT.match(caption, found[0].end())
    return caption[found[0].start() : unit.end() if unit else found[0].end()].strip()


_VAGUE = frozenset({"score", "scores", "correlation", "hr", "em", "ter", "las"})
"""In a header these name a measure; in a sentence they are as often plain words."""


def is_setting(header: str) -> bool:
    """True for a header of sizes, numbers, costs and the like."""
    return not _MEASURE.search(header) and _SETTING.search(header) is not None

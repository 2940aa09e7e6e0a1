"""What a review wants to know of each paper: the sentences that say what it is about, how, on what, with which outcome."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperatlas.core.summaries import SummarySentence
from paperatlas.core.types import Chunk, ParsedDocument
from paperatlas.pipeline.summarise.candidates import Candidate, candidates
from paperatlas.pipeline.summarise.roles import OWN, Role

__all__ = ["ASPECTS", "Aspect", "aspects"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aspect:
    """One thing to know of a paper, and by what a sentence that says it is told."""

    name: str
    heading: str
    """As a column is called."""
    role: Role
    says: re.Pattern[str]
    """Words that are worth more than the role's: a sentence that has them says it outright."""
    sections: re.Pattern[str]
    """Where it is said."""
    measured: bool = False
    """Whether a number speaks for a sentence."""
    outcome: bool | None = None
    """Whether it speaks for a sentence (True) or against it (False) that it says what came out."""
    outright: bool = False
    """Whether only a sentence that says it outright counts: the role's words are too common."""


def _aspect(name: str, role: Role, says: str, sections: str, **weighs: bool) -> Aspect:
    return Aspect(
        name=name,
        heading=name.capitalize(),
        role=role,
        says=re.compile(says, re.IGNORECASE),
        sections=re.compile(sections, re.IGNORECASE),
        **weighs,
    )


ASPECTS: Mapping[str, Aspect] = {
    each.name: each
    for each in (
        _aspect(
            "contribution",
            "contribution",
            r"\bwe (?:\w+ )?(?:propose|introduce|present|develop|release)"
            r"|\bthis (?:paper|work|study) (?:proposes|introduces|presents)",
            r"abstract|introduction|conclusion",
        ),
        _aspect(
            "method",
            "method",
            r"\b(?:our|the) (?:proposed )?(?:method|approach|model|architecture)\b"
            r"|\bwe (?:use|train|apply|fine-tune|adopt|measure)",
            r"method|approach|model|architecture|procedure|design|materials",
            outcome=False,
        ),
        _aspect(
            "data",
            "data",
            r"\b(?:data ?sets?|corpus|corpora|benchmarks?|participants|patients|samples|readings|annotated)\b",
            r"data|experiment|setup|set-up|participants|materials|evaluation",
            measured=True,
        ),
        _aspect(
            "result",
            "result",
            r"\b(?:outperform\w*|achiev\w*|results? (?:show|indicate|suggest)|we (?:find|found|show)|significant\w*)\b",
            r"abstract|result|experiment|evaluation|conclusion|finding",
            measured=True,
            outcome=True,
        ),
        _aspect(
            "limits",
            "limit",
            r"\b(?:limitations?|limited (?:to|by)|future work|remains? (?:open|unclear|to be)|not (?:tested|considered|addressed)"
            r"|caveats?|drawbacks?|does not (?:generali[sz]e|account|cover))\b",
            r"limit|discussion|conclusion|future|threat|ethic",
            outright=True,
        ),
    )
}
"""In the order of a review's columns."""
ENOUGH = 2.0
"""Below it no sentence says it, and "not stated" is the better answer: a role's word alone is worth one."""
_BESIDE = 0.75
"""Of the best sentence's worth that a second one must have to be shown beside it."""
_MOST = 2


def aspects(document: ParsedDocument, chunks: Sequence[Chunk]) -> Mapping[str, tuple[SummarySentence, ...]]:
    """For each of ASPECTS the sentences that say it, at most two, in reading order; none where the paper does not say.

    A sentence stands under one aspect only, the first that it is chosen for.
    """
    left = candidates(document, chunks)
    told: dict[str, tuple[SummarySentence, ...]] = {}
    for name, aspect in ASPECTS.items():
        chosen = _best(left, aspect)
        told[name] = tuple(each.sentence for each in chosen)
        left = [each for each in left if each not in chosen]
    return told


def _best(found: Sequence[Candidate], aspect: Aspect) -> list[Candidate]:
    worths = sorted(((_worth(each, aspect), -each.order, each) for each in found), key=lambda item: item[:2], reverse=True)
    if not worths or worths[0][0] < ENOUGH:
        return []
    chosen = [each for worth, _, each in worths[:_MOST] if worth >= max(ENOUGH, _BESIDE * worths[0][0])]
    return sorted(chosen, key=lambda each: each.order)


def _worth(candidate: Candidate, aspect: Aspect) -> float:
    text, outright = candidate.text, aspect.says.search(candidate.text) is not None
    worth = 1.0 * (aspect.role in candidate.roles) + 1.5 * outright
    if worth == 0.0 or candidate.of_others or candidate.points or candidate.is_background or (aspect.outright and not outright):
        return 0.0
    worth += 0.75 * (aspect.sections.search(candidate.section) is not None or candidate.part != "body")
    worth += 0.5 * (OWN.search(text) is not None) + 0.5 * (aspect.measured and bool(candidate.facts))
    if aspect.outcome is not None and candidate.finds:
        worth += 0.5 if aspect.outcome else -1.0
    return worth - 0.75 * candidate.leans

"""All that is measured of a claim and a text, by name, and what the checks have found wrong."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from paperatlas.agents.verify import numbers, scope, terms
from paperatlas.agents.verify.align import align
from paperatlas.agents.verify.finding import Finding
from paperatlas.agents.verify.flips import flips
from paperatlas.agents.verify.kinship import Kinship
from paperatlas.agents.verify.passages import Passages
from paperatlas.agents.verify.tendency import tendency
from paperatlas.agents.verify.words import read

__all__ = ["Signals", "measure"]

_LAID_OVER = 6
"""Sentences, the best, that a claim's words are looked for in."""
_SOFT = 4
"""Sentences whose tendency counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """The inputs of the model, by name, and the findings, the worst first."""

    inputs: Mapping[str, float]
    findings: tuple[Finding, ...]


def measure(passages: Passages, kinship: Kinship) -> Signals:
    """Measure a claim of one statement against the sentences found for it, of which there must be one."""
    ranked = passages.ranked
    best = ranked[0]
    (own,) = read([(0, passages.claim)])
    evidence = read([(each.start, each.text) for each in ranked[:_LAID_OVER]])
    alignment = align(own, evidence, kinship)
    trust = [math.exp(3 * (each.worth - best.worth)) for each in ranked[:_SOFT]]
    turned, counted = flips(alignment), numbers.compare(alignment)
    named, reach = terms.compare(alignment, passages.stems), scope.compare(alignment)
    soft = tendency(own, evidence[:_SOFT], trust)
    cosines = sorted((each.cosine for each in ranked), reverse=True)
    relevances = sorted((each.relevance for each in ranked), reverse=True)
    inputs = {
        "share": passages.share,
        "share_best": max(each.share for each in ranked),
        "worth": best.worth,
        "cosine": cosines[0],
        "cosine_three": sum(cosines[:3]) / len(cosines[:3]),
        "relevance": relevances[0],
        "relevance_logit": math.log(relevances[0] / (1 - relevances[0])),
        "relevance_second": relevances[min(1, len(relevances) - 1)],
        "length": math.log(passages.count),
        "words": len(own.words) / 20,
        "covered": min(1.0, alignment.covered() / max(0.25, 1.0 - named.licensed)),
        "covered_best": max(alignment.covered(sentence=rank) for rank in range(len(evidence))),
        **_values(turned),
        **_values(counted),
        **_values(named),
        **_values(reach),
        **{f"tendency_{name}" if name != "against" else name: value for name, value in _values(soft).items()},
    }
    inputs["plain"] = alignment.plain()
    inputs |= {f"plain_{name}": inputs["plain"] ** 2 * inputs[name] for name in _BY_PLAINNESS}
    inputs["against_share"] = inputs["against"] * inputs["share_best"]
    findings = sorted(
        (*turned.findings, *counted.findings, *named.findings, *reach.findings), key=lambda finding: -finding.weight
    )
    inputs |= {name: _any_right(findings, kinds) for name, kinds in _FAULTS.items()}
    inputs |= {f"fault_{kind}": _worst(findings, kind) for kind in _KINDS}
    return Signals(inputs=inputs, findings=tuple(findings))


_BY_PLAINNESS = (
    "opposite denied swapped misplaced replaced nouns names verbs others odd_nouns odd_verbs odd_others partial hedged".split()
)
"""What counts more, the more literally the claim takes up the text."""
_FAULTS = {
    "fault_contrary": frozenset({"opposite", "denied", "swapped", "number"}),
    "fault_other": frozenset({"name", "term", "subject"}),
    "fault_more": frozenset({"scope", "hedge"}),
    "fault": frozenset({"opposite", "denied", "swapped", "number", "name", "term", "subject", "scope", "hedge"}),
}
"""Kinds of findings that are one to the model: a single fault makes a claim false, whatever else is right."""


_KINDS = ("number", "name", "term", "subject", "scope")
"""Kinds of which the worst finding is an input by itself; of the others, what was measured is."""


def _any_right(findings: Sequence[Finding], kinds: frozenset[str]) -> float:
    """That at least one is right, as if they were independent; of each kind its worst counts."""
    right = 1.0
    for kind in kinds:
        right *= 1 - _TRUST * _worst(findings, kind)
    return 1 - right


def _worst(findings: Sequence[Finding], kind: str) -> float:
    return max((finding.weight for finding in findings if finding.kind == kind), default=0.0)


_TRUST = 0.9
"""Of what a check says of itself: none is sure enough to settle a claim alone."""


def _values(found: object) -> dict[str, float]:
    return {each.name: getattr(found, each.name) for each in fields(found) if each.name != "findings"}  # type: ignore[arg-type]

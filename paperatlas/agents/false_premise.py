"""A question that takes for granted what its paper denies: it is corrected, with proof, instead of being answered or refused."""

import re
from collections.abc import Sequence
from dataclasses import replace

from paperatlas.agents.asked import DENIAL
from paperatlas.agents.evidence import Ranked
from paperatlas.agents.look import Found
from paperatlas.agents.premise import Premise, premise_of
from paperatlas.agents.proof import Source, prove
from paperatlas.agents.quoting import proofs_of
from paperatlas.agents.reason import Weighed
from paperatlas.agents.refuse import place_of
from paperatlas.agents.state import Draft, Statement
from paperatlas.agents.terms import covered, question_terms, stems
from paperatlas.core.types import Document
from paperatlas.core.verdicts import ClaimVerifier, Judgement
from paperatlas.graph.extract.parser import is_english

__all__ = ["contradiction", "correct"]

_SPOKEN_OF = 0.75
"""Share of a premise's words, by weight, that a sentence must have (or its paper take as said) to speak of the same matter."""
_SURE = 0.3
"""Highest probability of being supported of a premise that is called false."""
_READ = 5
"""Sentences that a premise is held against, those with most of its words: the one that denies it has nearly all of them."""
_PLAINLY = frozenset({"denied", "opposite", "swapped", "number"})
"""What a sentence must have against a premise: a word that it lacks may be said elsewhere, another number may not."""
_DENIAL = re.compile(rf"{DENIAL.pattern}|\b(?:rather than|instead of)\b", re.IGNORECASE)
_CLAUSE_ENDS = re.compile(r"[,;:.]\s|\b(?:and|but|or)\b")
_REACH = 6
"""Words behind a denial that it denies, at most: "not demonstrated any accuracy gains"."""
_CONFIDENCE = 0.05
"""That such a question has an answer all the same."""


def correct(
    found: Found, weighed: Weighed, documents: Sequence[Document], verifier: ClaimVerifier, source: Source
) -> Draft | None:
    """The correction of a question's premise; None where it has none, or none that its paper plainly denies.

    A premise that another sentence of the paper bears out is never called false. In a library of several papers the question
    must name something, or be put to one of them: "the authors" of any paper may do what those of another do not.
    """
    if not weighed.ranked or not _is_of_one_paper(found, documents) or not is_english([found.question.text]):
        return None
    premise = premise_of(found.question.text)
    if premise is None:
        return None
    paper = weighed.ranked[0].sentence.hit.chunk.document
    denying = contradiction(premise, [each for each in weighed.ranked if each.sentence.hit.chunk.document == paper], verifier)
    if denying is None:
        return None
    sentence = denying.sentence
    said = " ".join(sentence.text.split()).rstrip(".")
    text = f"{premise.denial[:1].upper()}{premise.denial[1:]}; the paper says: “{said}”"
    proofs = proofs_of(sentence.hit.chunk, sentence.start, sentence.end, source)
    place, _ = place_of(sentence.hit, documents)
    draft = prove(Draft(statements=(Statement(text=text, proofs=proofs),), confidence=_CONFIDENCE), source)
    return replace(draft, status="abstained", reason="false_premise", closest=place) if draft.statements else None


def contradiction(premise: Premise, ranked: Sequence[Ranked], verifier: ClaimVerifier) -> Ranked | None:
    """The sentence that plainly denies a premise, when none that speaks of it as much bears it out. Numbers count as words:
    a sentence about "the 18-layer network" speaks of another one than "the 34-layer network".
    """
    terms = question_terms(premise.statement)
    shares = [(covered(terms, each.sentence.given.union(each.sentence.stems)), each) for each in ranked]
    likely = sorted((pair for pair in shares if pair[0] >= _SPOKEN_OF), key=lambda pair: -pair[0])[:_READ]
    claim = f"{premise.statement[:1].upper()}{premise.statement[1:]}."
    judged = [(share, each, verifier.verify(claim, each.sentence.text)) for share, each in likely]
    least, denying = next(
        ((share, each) for share, each, judgement in judged if _denies(judgement, premise, each.sentence.text)), (1.0, None)
    )
    if any(judgement.label == "supported" and share >= least for share, _, judgement in judged):
        return None
    return denying


def _denies(judgement: Judgement, premise: Premise, sentence: str) -> bool:
    if judgement.label != "contradicted" or judgement.score > _SURE or judgement.against not in _PLAINLY:
        return False
    match judgement.against:
        case "number":
            return judgement.why.startswith("the text says")
        case "denied":
            return _is_denied(premise, sentence)
        case _:
            return True


def _is_denied(premise: Premise, sentence: str) -> bool:
    """Whether a word of the premise stands right behind a denial."""
    said = {term.stem for term in question_terms(premise.statement)}
    reached = (stems(_CLAUSE_ENDS.split(sentence[cue.end() :])[0])[:_REACH] for cue in _DENIAL.finditer(sentence))
    return any(said.intersection(words) for words in reached)


def _is_of_one_paper(found: Found, documents: Sequence[Document]) -> bool:
    return len(documents) == 1 or len(found.plan.scope.documents) == 1 or any(term.is_name for term in found.terms)

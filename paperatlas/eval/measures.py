"""The figures of one answer, each a share of something that can be counted, so that runs can be summed and compared."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paperatlas.core.answers import Answer, Citation
from paperatlas.core.verdicts import ClaimVerifier
from paperatlas.eval.amounts import quantities
from paperatlas.eval.cases import Case
from paperatlas.eval.correctness import answers_right, gives_amount, is_right, overlap
from paperatlas.eval.evidence import PageTexts, cited_places, page_proof, stands

__all__ = ["SHARES", "Part", "measured"]


class Part(NamedTuple):
    """What was reached, out of what could be."""

    got: float
    of: float


SHARES = {
    "right": "right responses: a right and proven answer, or a refusal where there is none",
    "accuracy": "answerable questions with a right answer",
    "numeric_accuracy": "questions with a known amount, answered by it in its unit and within its tolerance",
    "token_f1": "overlap of words with the known answer",
    "page_hit": "answerable questions with a citation on a page that holds the evidence",
    "citation_precision": "of the cited pages, those that hold the evidence",
    "citation_recall": "of the pages with evidence, those cited",
    "quote_validity": "of the quotes, those that stand on the page they name",
    "claim_support": "of the claims, those that their quotes bear out, by the verifier",
    "abstention_precision": "of the refusals, those of unanswerable questions",
    "abstention_recall": "of the unanswerable questions, those refused",
    "semantic_similarity": "likeness of answer and known answer, by vectors; it decides nothing",
    "judge_accuracy": "answerable questions with a right answer, by the judge",
    "ragas_faithfulness": "of an answer's statements, those that its passages bear out, by ragas",
    "ragas_context_recall": "of a known answer's statements, those that stand in the passages found, by ragas",
    "ragas_context_precision": "how far up the passages of use stand among those found, by ragas",
    "ragas_answer_relevancy": "likeness of the question and those that the answer would answer, by ragas",
}
"""The names of the shares, and what each is a share of."""


def measured(case: Case, answer: Answer, pages: PageTexts, verifier: ClaimVerifier | None) -> dict[str, Part]:
    """All shares that this case and answer have a part in."""
    valid = [stands(citation, pages) for citation in answer.citations]
    standing = [citation.quote for citation, good in zip(answer.citations, valid, strict=True) if good]
    refused = answer.status == "abstained"
    parts = {
        "quote_validity": Part(sum(valid), len(valid)),
        "claim_support": _support(answer, verifier),
        "abstention_precision": Part(refused and case.unanswerable, refused and (case.unanswerable or case.is_judged)),
        "abstention_recall": Part(refused and case.unanswerable, case.unanswerable),
        **_correctness(case, answer, standing),
        **_proof(case, answer),
    }
    return {name: Part(float(part.got), float(part.of)) for name, part in parts.items() if part.of}


def _correctness(case: Case, answer: Answer, standing: list[str]) -> Mapping[str, Part]:
    found: dict[str, Part] = {}
    if (right := is_right(case, answer, standing)) is not None:
        found["right"] = Part(right, 1)
        if not case.unanswerable:
            found["accuracy"] = Part(answers_right(case, answer, standing), 1)
    if case.amount is not None and not case.unanswerable:
        found["numeric_accuracy"] = Part(gives_amount(case, answer), 1)
    if (shared := overlap(case, answer)) is not None:
        found["token_f1"] = Part(shared, 1)
    return found


def _proof(case: Case, answer: Answer) -> Mapping[str, Part]:
    if case.unanswerable or not case.evidence:
        return {}
    proof = page_proof(() if answer.status == "abstained" else cited_places(answer), case.evidence)
    found = {"page_hit": Part(proof.hit, 1), "citation_recall": Part(proof.recall, 1)}
    return found if proof.precision is None else found | {"citation_precision": Part(proof.precision, 1)}


def _support(answer: Answer, verifier: ClaimVerifier | None) -> Part:
    """A claim that cites nothing is borne out by nothing; only what was computed has its proof elsewhere."""
    if verifier is None or answer.status == "abstained" or answer.computed is not None:
        return Part(0, 0)
    by_number = {citation.n: citation for citation in answer.citations}
    good = 0
    for claim in answer.claims:
        cited = [by_number[n] for n in claim.citations if n in by_number]
        good += bool(cited) and _bears_out(claim.text, cited, verifier)
    return Part(good, len(answer.claims))


def _bears_out(claim: str, cited: Sequence[Citation], verifier: ClaimVerifier) -> bool:
    """By the quotes as text; a table's row is no text, so there the claim's numbers have to be those of row and caption."""
    text = "\n".join(citation.quote for citation in cited)
    rows = " ".join(citation.row for citation in cited)
    if rows and {quantity.value for quantity in quantities(claim)} <= {q.value for q in quantities(f"{text} {rows}")}:
        return True
    return verifier.verify(claim, text).label == "supported"

"""How like a known answer an answer is, by vectors. A wrong number is hardly less like: it is shown, and decides nothing."""

import numpy as np

from paperatlas.core.answers import Answer
from paperatlas.core.ports import Embedder
from paperatlas.eval.cases import Case, known_answers
from paperatlas.eval.correctness import is_brief
from paperatlas.eval.wording import beyond, unmarked

__all__ = ["similarity"]


def similarity(case: Case, answer: Answer, embedder: Embedder) -> float | None:
    """Cosine with the nearest known answer, from 0 to 1; None where there is none.

    A refusal, an echo of the question and a passage handed back are like nothing. The texts are compared as they are: with the
    question before each, wrong answers to the sample questions were told from right ones less well (AUROC .85 against .91).
    """
    known = known_answers(case)
    if case.unanswerable or not known:
        return None
    if answer.status == "abstained" or not beyond(case.question, answer.text) or not is_brief(case, answer):
        return 0.0
    said, *wanted = embedder.embed([unmarked(answer.text), *known], kind="passage")
    return float(np.clip(max(np.dot(said, row) for row in wanted), 0, 1))

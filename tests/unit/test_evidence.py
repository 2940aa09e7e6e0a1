"""Which of two sentences speaks to a question, their likeness to it left out."""

from dataclasses import replace

import pytest

from paperatlas.agents.asked import read_question
from paperatlas.agents.evidence import prior
from paperatlas.agents.sentences import Sentence, Signals, sentences_of
from paperatlas.agents.terms import question_terms
from paperatlas.core.types import BlockKind
from tests.fakes.documents import document, page
from tests.fakes.shelf import Shelf

ALIKE = Signals(
    cosine=0.6, asked_cosine=0.6, cover_around=1.0, cover_chunk=1.0, near=1.0, shape=1.0, names=1.0, numbers=1.0, pairs=0.0
)


def sentence(text: str, section: str) -> Sentence:
    shelf = Shelf(document(page(1, [(BlockKind.PARAGRAPH, section, text)])))
    [found] = sentences_of(shelf.search(text, limit=1).hits, {})
    return replace(found, given=frozenset())


def worth(question: str, text: str, section: str = "3 Results") -> float:
    return prior(question, read_question(question), question_terms(question), sentence(text, section), ALIKE)


@pytest.mark.parametrize(
    ("question", "better", "worse"),
    [
        (
            "Is fog associated with the loss of ships?",
            "No association was found between fog and the loss of ships in any harbour.",
            "In a recently published study of Lund, fog was associated with the loss of ships.",
        ),
        (
            "How does Northwind fare against Southwind in FLOPs?",
            "Against Southwind, Northwind takes a quarter of the FLOPs on long rivers.",
            "Against others, Northwind lags on short rivers and is even on the long ones.",
        ),
    ],
    ids=["its own finding", "the names asked for"],
)
def test_one_sentence_speaks_to_it_and_another_beside_it(question: str, better: str, worse: str) -> None:
    assert worth(question, better) > worth(question, worse)


@pytest.mark.parametrize("question", ["What is gated tidal attention?", "Which tidal attention is used?"])
def test_a_section_that_is_called_what_is_asked_for_speaks_of_it(question: str) -> None:
    said = "The tables of all harbours are read at once, and each is weighed by its distance."
    named = " ".join(question.rstrip("?").split()[1:]).removeprefix("is ").removesuffix(" is used")
    assert worth(question, said, f"3 Model > 3.2 {named.title()}") > worth(question, said, "3 Model > 3.2 Other Things")

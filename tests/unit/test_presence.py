"""Whether a document speaks of what a question names: things it never mentions, in that word or another."""

import pytest

from paperatlas.agents.asked import read_question
from paperatlas.agents.presence import Presence
from paperatlas.agents.terms import question_terms
from paperatlas.core.types import BlockKind
from tests.fakes.documents import document, page
from tests.fakes.shelf import Shelf

SAID = (
    "Coffee was drunk by 1,567 adults of the valley, and mortality was followed for eighteen years.",
    "A physician recorded the cause of each death in the register.",
    "The hazard of death fell with each cup of coffee that was drunk in a day.",
    "Diet was measured by a questionnaire of ninety-three items.",
    "Smokers drank more coffee than those who never smoked.",
    "No association was found with diseases of the heart.",
)


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    """A paper of as many passages as sections."""
    blocks = [(BlockKind.PARAGRAPH, f"Section {number}", text) for number, text in enumerate(SAID)]
    return Shelf(document(*(page(number, [block]) for number, block in enumerate(blocks, start=1))))


@pytest.mark.parametrize(
    ("question", "unspoken"),
    [
        ("What was the effect of tea on mortality?", ["tea"]),
        ("What was the hazard for stroke?", ["stroke"]),
        ("What was the effect of coffee on mortality?", []),
        ("What did the doctor record?", []),
        ("What is the shortcoming of the questionnaire?", []),
        ("What is the perplexity of the questionnaire?", ["perplexity"]),
        ("What was the hazard on the tramline of Lund?", ["tramline"]),
        ("Which items did the questionnaire comprise?", []),
        ("Was wirkt Teein auf die Mortalität?", []),
    ],
)
def test_a_thing_that_is_never_mentioned_is_told(shelf: Shelf, question: str, unspoken: list[str]) -> None:
    [known] = shelf.documents()
    told = Presence(shelf, [known]).unspoken(question, read_question(question), question_terms(question), known.id, [])
    assert [term.word for term in told] == unspoken

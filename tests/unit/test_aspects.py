"""What a paper says of its own limitations, strengths, plans and conclusions."""

import pytest

from paperatlas.agents.forms.aspects import aspect_of, is_of_the_whole
from paperatlas.agents.operators import aspects
from paperatlas.agents.state import Draft, Question
from paperatlas.agents.terms import stems
from paperatlas.core.answers import Route
from paperatlas.core.types import BlockKind, ParsedDocument
from tests.fakes.documents import document, page
from tests.fakes.shelf import Shelf

DISCUSSION = (
    "Lamps were brighter in each winter. The current study has several limitations. Firstly, we could not weigh the moss. "
    "It was left in its trays. Secondly, the harbour was small. Our study has several strengths, however. "
    "We read every lamp by hand. The readers were trained for a year."
)
RELATED = (
    "Lund et al. list several limitations of their lamps. First, they were dim. We address the limitations of current lamps."
)


def paper(*sections: tuple[str, str], title: str = "Amber Lamps in Winter") -> ParsedDocument:
    return document(
        *(page(number, [(BlockKind.PARAGRAPH, *section)]) for number, section in enumerate(sections, start=1)), title=title
    )


WHOLE = paper(
    ("1 Introduction", "We study amber lamps. " + RELATED),
    ("4 Discussion", DISCUSSION),
    (
        "5 Conclusion and Future Work",
        "We built amber lamps. In conclusion, amber lamps last. In future work, we will light the sea.",
    ),
)


ROUTE = Route(kind="fact", tools=(), hops=1, decided_by="rules", confidence=1.0)


def asked(question: str, *papers: ParsedDocument) -> Draft | None:
    return aspects.answer(Question(text=question), ROUTE, Shelf(*(papers or (WHOLE,))).deps())


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "What are the limitations of the study?",
            ["Firstly, we could not weigh the moss.", "Secondly, the harbour was small."],
        ),
        (
            "What weaknesses do the authors acknowledge?",
            ["Firstly, we could not weigh the moss.", "Secondly, the harbour was small."],
        ),
        ("What are the strengths of this study?", ["We read every lamp by hand.", "The readers were trained for a year."]),
        ("What future work do the authors plan?", ["In future work, we will light the sea."]),
        ("What do the authors conclude?", ["In conclusion, amber lamps last."]),
        (
            "What are the limitations of Amber Lamps?",
            ["Firstly, we could not weigh the moss.", "Secondly, the harbour was small."],
        ),
    ],
)
def test_the_points_are_told_and_not_that_there_are_some(question: str, told: list[str]) -> None:
    draft = asked(question)
    assert draft is not None
    assert [statement.text for statement in draft.statements] == told
    assert all(proof.quote == statement.text for statement in draft.statements for proof in statement.proofs)


def test_what_a_paper_does_not_say_of_itself_is_refused() -> None:
    draft = asked("What are the limitations of the paper?", paper(("2 Related work", RELATED), ("3 Method", "We light lamps.")))
    assert draft is not None
    assert draft.status == "abstained"


@pytest.mark.parametrize(
    "question",
    ["What are the limitations of whale oil?", "Which limitation on the voltage of a lamp holds?", "How bright are the lamps?"],
)
def test_another_question_is_left_to_others(question: str) -> None:
    assert asked(question) is None


def test_several_papers_are_not_one() -> None:
    other = paper(("1 Limitations", "We had no boat."), title="Boats")
    assert asked("What are the limitations?", WHOLE, other) is None


def test_the_first_aspect_named_is_meant() -> None:
    found = aspect_of("What are the strengths and limitations?")
    assert found is not None
    assert found.name == "strengths"
    assert is_of_the_whole("What are the limitations of Northwind?", set(stems("Northwind")))


def test_a_long_point_ends_with_a_clause() -> None:
    tail = ", and so on over a great many words that nobody needs to read in a list of points" * 3
    draft = asked("What are the limitations?", paper(("1 Limitations", f"We had no boat for the whole of the winter{tail}.")))
    assert draft is not None
    [statement] = draft.statements
    assert statement.text.startswith("We had no boat for the whole of the winter")
    assert statement.text.endswith("…")
    assert len(statement.text) <= 241

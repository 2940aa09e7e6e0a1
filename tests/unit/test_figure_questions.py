"""Questions about a figure: its caption, and the words printed within it; and what short forms stand for."""

import pytest

from paperatlas.agents.operators import expansions, figures
from paperatlas.agents.state import Draft, Question
from paperatlas.core.answers import Route
from paperatlas.core.types import Block, BlockKind, Box, Figure, Page, ParsedDocument
from tests.fakes.documents import document, page
from tests.fakes.shelf import Shelf

CAPTION = "Figure 2: The parts of a tide gauge. The float moves the pen."
BOX = Box(1, 100, 200, 300, 400)


def drawn(text: str) -> ParsedDocument:
    """A paper with a figure in which a text is printed, and a chart beside it."""
    made = document(page(1, [(BlockKind.CAPTION, "", CAPTION)]), title="Tide gauges")
    plain = made.pages[0]
    inside = Block(kind=BlockKind.FIGURE, text=text, box=Box(1, 110, 210, 290, 390))
    beside = Block(kind=BlockKind.FIGURE, text="of another figure", box=Box(1, 110, 510, 290, 590))
    shown = Page(number=1, text=plain.text, blocks=(*plain.blocks, inside, beside), width=600, height=800, pieces=plain.pieces)
    figure = Figure(label="Figure 2", caption=CAPTION, page=1, box=BOX)
    return ParsedDocument(name=made.name, id=made.id, pages=(shown,), metadata=made.metadata, figures=(figure,))


def asked(operator, question: str, shelf: Shelf) -> Draft | None:
    route = Route(kind="fact", tools=(), hops=1, decided_by="rules", confidence=0.9)
    return operator.answer(Question(text=question), route, shelf.deps())


def test_what_a_figure_shows_is_its_caption_without_its_label():
    draft = asked(figures, "What does Figure 2 show?", Shelf(drawn("")))

    assert draft is not None
    assert draft.statements[0].text == "The parts of a tide gauge. The float moves the pen."
    assert draft.statements[0].proofs[0].quote == CAPTION


@pytest.mark.parametrize(
    "question", ["What are the labels in Figure 2?", "Which parts does Fig. 2 show?", "List the boxes of figure 2."]
)
def test_the_words_printed_in_a_figure_are_told_with_its_box(question: str):
    draft = asked(figures, question, Shelf(drawn("float\npen 10 20 drum\nfloat")))

    assert draft is not None
    assert draft.statements[0].text == "float; pen; drum (Figure 2: The parts of a tide gauge)"
    assert draft.computed is not None
    assert draft.computed.occurrences[0].box == BOX


def test_a_picture_without_text_is_said_to_be_one():
    draft = asked(figures, "What are the axes of Figure 2?", Shelf(drawn("0.5 1.0\n10 20")))

    assert draft is not None
    assert draft.status == "partial"
    assert "picture without text" in draft.statements[0].text


@pytest.mark.parametrize(
    "question", ["What is the purpose of the float in Figure 2?", "What does Figure 3 show?", "Who drew it?"]
)
def test_other_questions_are_left_to_others(question: str):
    assert asked(figures, question, Shelf(drawn("float"))) is None


WRITTEN = "We read it by Tide Curve Integration (TCI). The TCI of a harbour is a number."
OTHERWISE = "The Tidal Climate Index (TCI) was low. FOG stands for float of glass."


@pytest.mark.parametrize(
    "question",
    [
        "What does TCI stand for?",
        "What does the abbreviation TCI mean?",
        "What is TCI short for?",
        "What is the full form of TCI?",
    ],
)
def test_a_short_form_is_written_out_with_the_sentence_that_does_so(question: str):
    draft = asked(expansions, question, Shelf(document(page(1, [(BlockKind.PARAGRAPH, "", WRITTEN)]))))

    assert draft is not None
    assert draft.statements[0].text == "TCI stands for Tide Curve Integration."
    assert draft.statements[0].proofs[0].quote == "We read it by Tide Curve Integration (TCI)."


def test_papers_that_mean_different_things_are_told_apart():
    shelf = Shelf(
        document(page(1, [(BlockKind.PARAGRAPH, "", WRITTEN)]), title="Curves"),
        document(page(1, [(BlockKind.PARAGRAPH, "", OTHERWISE)]), title="Climates"),
    )
    draft = asked(expansions, "What does TCI stand for?", shelf)

    assert draft is not None
    assert [each.text for each in draft.statements] == [
        "Curves: TCI stands for Tide Curve Integration.",
        "Climates: TCI stands for Tidal Climate Index.",
    ]


def test_a_paper_may_say_outright_what_a_short_form_stands_for():
    draft = asked(expansions, "What does FOG stand for?", Shelf(document(page(1, [(BlockKind.PARAGRAPH, "", OTHERWISE)]))))

    assert draft is not None
    assert draft.statements[0].text == "FOG stands for float of glass."


@pytest.mark.parametrize(
    "question", ["What does QQQ stand for?", "What does it mean?", "What does the result mean for harbours?"]
)
def test_what_no_paper_writes_out_is_left_to_others(question: str):
    assert asked(expansions, question, Shelf(document(page(1, [(BlockKind.PARAGRAPH, "", WRITTEN)])))) is None

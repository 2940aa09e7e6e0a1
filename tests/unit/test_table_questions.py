"""Questions that a table answers: cells, comparisons, superlatives, in both directions, and silence where it does not say."""

import pytest

from paperatlas.agents.operators import tables
from paperatlas.agents.operators.table_question import TableQuestion
from paperatlas.agents.operators.table_reading import Finding, PlacedTable, read_table
from paperatlas.agents.operators.table_terms import meets, tokens
from paperatlas.agents.state import Question
from paperatlas.agents.terms import question_terms
from paperatlas.core.answers import Route
from paperatlas.core.ids import DocumentId
from paperatlas.core.types import BlockKind, Table
from tests.fakes.documents import document, page, table
from tests.fakes.shelf import Shelf

CAPTION = "Table 2: Perplexity and accuracy of the language models on the Harbor corpus."
MODELS = table(
    [
        ["Model", "PPL", "Acc", "Train time (h)"],
        ["Tide", "44.1", "61.4", "9"],
        ["Tide-large", "38.5", "63.0", "31"],
        ["Anchor", "51.7", "58.2", "4"],
        ["All", "-", "60.9", "44"],
    ],
    label="Table 2",
    caption=CAPTION,
)
TRANSPOSED = table(
    [["", "Tide", "Tide-large", "Anchor"], ["Perplexity", "44.1", "38.5", "51.7"], ["Accuracy", "61.4", "63.0", "58.2"]],
    label="Table 3",
    caption="Table 3: The same models side by side.",
)


def found(question: str, of: Table = MODELS) -> Finding | None:
    place = PlacedTable(document=DocumentId("d"), name="d.pdf", title="Models of the sea", table=of, similarity=0.75)
    return read_table(place, TableQuestion.read(question))


def winner(question: str, of: Table = MODELS) -> tuple[str, str]:
    finding = found(question, of)
    assert finding is not None
    entry = finding.entries[0]
    return (entry.row_name if finding.along == "rows" else entry.column_name), entry.text


@pytest.mark.parametrize(
    ("question", "name", "value"),
    [
        ("Which model has the lowest perplexity?", "Tide-large", "38.5"),
        ("Which model has the highest perplexity according to Table 2?", "Anchor", "51.7"),
        ("Which model has the best accuracy?", "Tide-large", "63.0"),
        ("Which model has the best perplexity (PPL)?", "Tide-large", "38.5"),
        ("Which model took the longest train time?", "Tide-large", "31"),
        ("Which model is the fastest in train time?", "Anchor", "4"),
    ],
)
def test_a_superlative_finds_the_winner_in_the_right_direction(question: str, name: str, value: str):
    assert winner(question) == (name, value)


def test_a_total_row_never_wins():
    assert winner("Which model has the most train time?")[0] == "Tide-large"


def test_a_table_is_read_along_its_rows_where_models_are_columns():
    assert winner("Which model has the lowest perplexity?", TRANSPOSED) == ("Tide-large", "38.5")


def test_a_cell_is_looked_up_by_row_and_column():
    finding = found("What is the accuracy of Anchor?")

    assert finding is not None
    assert (finding.entries[0].text, finding.entries[0].row_name) == ("58.2", "Anchor")


def test_a_shorter_name_is_not_taken_for_a_longer_one():
    finding = found("What is the accuracy of Tide?")

    assert finding is not None
    assert finding.entries[0].row_name == "Tide"


def test_top_five_is_the_name_of_a_measure_and_no_superlative():
    assert TableQuestion.read("What is the top-5 error of Tide?").direction == ""


def test_two_named_rows_are_compared_and_their_difference_is_exact():
    finding = found("Compare the accuracy of Tide and Anchor.")

    assert finding is not None
    assert [entry.text for entry in finding.entries] == ["61.4", "58.2"]


def test_a_cell_that_bears_half_of_the_noun_does_not_answer():
    assert found("What is the train cost of Anchor?") is None or found("What is the context length of Anchor?") is None


@pytest.mark.parametrize(
    ("header", "word"), [("PPL", "perplexity"), ("Acc", "accuracy"), ("Avg", "average"), ("∆G", "difference")]
)
def test_headers_are_met_by_the_words_they_abbreviate(header: str, word: str):
    assert meets(question_terms(f"the {word}")[0], tokens(header)) > 0


@pytest.mark.parametrize(("header", "word"), [("Acc", "academy"), ("Set", "sentence"), ("Men", "perplexity")])
def test_words_that_only_look_alike_do_not_meet(header: str, word: str):
    if header == "Acc":
        # The beginning of a word abbreviates it, whatever it means: the rest of the question has to decide.
        assert meets(question_terms(f"the {word}")[0], tokens(header)) < 1
    else:
        assert meets(question_terms(f"the {word}")[0], tokens(header)) == 0


@pytest.fixture
def shelf() -> Shelf:
    return Shelf(document(page(1, [(BlockKind.CAPTION, "", CAPTION)]), tables=[MODELS], title="Models of the sea"))


def asked(question: str, shelf: Shelf, kind: str = "table"):
    route = Route(kind=kind, tools=("table",), hops=1, decided_by="rules", confidence=1.0)
    return tables.answer(Question(text=question), route, shelf.deps(), found=[each.id for each in shelf.documents()])


def test_the_answer_names_value_measure_table_and_runner_up_and_proves_them_by_caption_and_row(shelf: Shelf):
    draft = asked("Which model has the lowest perplexity (PPL) according to Table 2?", shelf)

    assert draft is not None
    assert draft.statements[0].text == "Tide-large, at 38.5 (PPL, Table 2); the next is Tide at 44.1."
    proof = draft.statements[0].proofs[0]
    assert (proof.quote, proof.row) == (CAPTION, "Tide-large | 38.5 | 63.0 | 31")
    assert draft.computed is not None
    assert draft.computed.value == "38.5"


def test_a_table_of_another_number_does_not_answer(shelf: Shelf):
    assert asked("Which language model has the lowest perplexity according to Table 7?", shelf) is None


def test_a_question_about_something_else_is_left_to_others(shelf: Shelf):
    assert asked("Which optimizer has the lowest momentum in the appendix of the thesis?", shelf) is None
    assert asked("Who wrote it?", shelf, kind="metadata") is None

"""Numbers, cells and brief answers are held against what they rest on by rules that no model can outvote."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from paperatlas.agents.proof import Source
from paperatlas.agents.write.figures import numbers_in, unfounded
from paperatlas.agents.write.form import Quoted, Said
from paperatlas.agents.write.judging import Bench, Judged
from paperatlas.core.searching import Hit
from paperatlas.core.types import BlockKind, ParsedDocument
from tests.fakes.documents import document, page, table
from tests.fakes.shelf import Shelf

ROWS = [
    ["Model", "Acc", "Time (s)"],
    ["Northwind-A", "61.4", "2.58"],
    ["Northwind-B", "70.2", "2.31"],
    ["Almanac", "55.0", "9.10"],
]
TEXT = "GlowNet outperforms a recurrent network on the test part. It was trained for 40 epochs on 12,480 recordings."


def paper() -> ParsedDocument:
    return document(
        page(1, [(BlockKind.PARAGRAPH, "1 Nets", TEXT)]),
        tables=[table(ROWS, caption="Table 1: Accuracy and time.", section="1 Nets")],
        title="On Nets",
    )


def judge(question: str, text: str, *quotes: str, results: Sequence[str] = (), cites: Sequence[int] = ()) -> Judged:
    shelf = Shelf(paper())
    hits = [Hit(rank=i, score=1.0, chunk=chunk) for i, chunk in enumerate(shelf.chunks_of(paper().id), start=1)]
    bench = Bench(
        question=question, hits=hits, titles={paper().id: "On Nets"}, source=Source(shelf), verifier=None, results=results
    )
    said = Said(text=text, quotes=[Quoted(passage=1, quote=quote) for quote in quotes], results=list(cites))
    return bench.judge(said)


A, B, ALMANAC = "Northwind-A | 61.4 | 2.58", "Northwind-B | 70.2 | 2.31", "Almanac | 55.0 | 9.10"


@pytest.mark.parametrize(
    ("question", "text", "quotes"),
    [
        ("What is the Acc of Northwind-B?", "70.2.", [B]),
        ("What is the Acc of Northwind-B?", "Northwind-B has an Acc of 70.2.", [B]),
        ("Which model has the highest Acc?", "Northwind-B, with 70.2.", [B]),
        ("Which model has the lowest Time?", "Northwind-B has the lowest Time (s), 2.31.", [B]),
        ("Compare the Acc of Northwind-A and Northwind-B.", "Northwind-A reaches 61.4 and Northwind-B 70.2.", [A, B]),
        ("Compare the Acc of Northwind-A and Northwind-B.", "Northwind-A and Northwind-B reach 61.4 and 70.2.", [A, B]),
    ],
)
def test_a_cell_that_is_told_rightly_is_told_in_the_models_words(question: str, text: str, quotes: Sequence[str]) -> None:
    judged = judge(question, text, *quotes)
    assert not judged.restated, judged.why
    assert judged.statement is not None
    assert judged.statement.text == text


@pytest.mark.parametrize(
    ("question", "text", "quotes"),
    [
        ("What is the Acc of Northwind-B?", "Northwind-B has an Acc of 72.0.", [B]),
        ("What is the Acc of Northwind-B?", "Northwind-B has an Acc of 61.4.", [A]),
        ("What is the Acc of Northwind-B?", "61.4.", [A]),
        ("What is the Acc of Northwind-B?", "Northwind-B has an Acc of 2.31.", [B]),
        ("Which model has the highest Acc?", "Northwind-A has the highest Acc, 61.4.", [A]),
        ("Which model has the highest Acc?", "Northwind-A.", [A]),
        ("Compare the Acc of Northwind-A and Northwind-B.", "Northwind-A reaches 70.2 and Northwind-B 61.4.", [A, B]),
    ],
)
def test_a_cell_that_is_told_of_another_row_or_column_is_not_shown(question: str, text: str, quotes: Sequence[str]) -> None:
    judged = judge(question, text, *quotes)
    assert judged.why
    assert judged.statement is None or judged.statement.text != text


def test_a_statement_that_is_told_anew_says_row_and_column_as_the_table_does() -> None:
    judged = judge("What is the Acc of Northwind-B?", "Northwind-B has an Acc of 72.0.", B)
    assert judged.statement is not None
    assert judged.statement.text == "Table 1: Accuracy and time. Table 1, row Northwind-B, Acc: 70.2; Time (s): 2.31"


@pytest.mark.parametrize("text", ["A recurrent network.", "The test part.", "An almanac."])
def test_a_brief_answer_that_is_not_in_its_quotes_falls(text: str) -> None:
    judged = judge("What is GlowNet trained on?", text, "It was trained for 40 epochs on 12,480 recordings.")
    assert bool(judged.why) == (text == "An almanac.")


def test_a_result_of_a_tool_is_the_proof_of_what_was_worked_out() -> None:
    worked = "difference: 70.2 - 61.4 = 8.8. Northwind-B, Acc: 70.2; Northwind-A, Acc: 61.4 (Table 1, page 1, “On Nets”)."
    question = "By how much is the Acc of Northwind-B higher than that of Northwind-A?"
    right = judge(question, "By 8.8.", B, A, results=[worked], cites=[1])
    assert not right.restated, right.why
    wrong = judge(question, "By 9.8.", B, A, results=[worked], cites=[1])
    assert wrong.statement is not None
    assert "9.8" not in wrong.statement.text
    assert "8.8" in wrong.statement.text


def test_arithmetic_of_the_models_own_is_not_shown() -> None:
    judged = judge("By how much is the Acc of Northwind-B higher than that of Northwind-A?", "It is 8.8 higher.", B, A)
    assert judged.why == "8.8 is not in its quotes"


def test_a_result_that_no_tool_has_given_proves_nothing() -> None:
    assert judge("What is 2 + 2?", "It is 4.", results=["4"], cites=[2]).statement is None


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("12480 recordings", "12,480 recordings"),
        ("0,41 ppm", "0.41 ppm"),
        ("12.480 Aufnahmen", "12,480 recordings"),
        ("2 annotators", "two annotators"),
        ("0.50", ".5 and 0.5"),
        ("trained as GPT-4 and F1 are", "nothing"),
    ],
)
def test_a_number_is_known_in_other_spellings(text: str, evidence: str) -> None:
    assert unfounded(text, [evidence]) == ()


@pytest.mark.parametrize(
    ("text", "evidence"), [("41 ppm", "0.41 ppm"), ("2014", "14"), ("1.1", "1.11"), ("12,481", "12,480"), ("7", "17 and 70")]
)
def test_another_number_is_noticed(text: str, evidence: str) -> None:
    assert unfounded(text, [evidence]) == tuple(numbers_in(text))


def test_a_table_that_nobody_quotes_is_no_concern_of_a_sentence() -> None:
    judged = judge("How long was GlowNet trained?", "GlowNet was trained for 40 epochs.", "It was trained for 40 epochs")
    assert replace(judged, places=()).why == ""


@pytest.mark.parametrize(
    "text",
    [
        "A recurrent network outperforms GlowNet on the test part.",
        "It was trained for 12,480 epochs on 40 recordings.",
        "It was not trained for 40 epochs on 12,480 recordings.",
        "In all cases it was trained for 40 epochs on 12,480 recordings.",
    ],
)
def test_a_quote_with_words_exchanged_or_a_denial_more_is_told_as_printed(text: str) -> None:
    quote = TEXT.split(". ", maxsplit=1)[0] if "network" in text else TEXT.split(". ")[1]
    judged = judge("What is said of GlowNet?", text, quote)
    assert judged.restated


def test_a_phrase_moved_to_the_front_is_no_exchange() -> None:
    quote = "GlowNet outperforms a recurrent network on the test part."
    judged = judge("What is said of GlowNet?", "On the test part GlowNet outperforms a recurrent network.", quote)
    assert not judged.restated, judged.why

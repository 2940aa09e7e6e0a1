"""A result is not told without its conditions, and not more surely than its paper tells it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from paperatlas.agents.write.keeping import hedges_lost, with_conditions


@pytest.mark.parametrize(
    ("text", "quoted", "question", "told"),
    [
        (
            "The drug reduces tumour growth.",
            "The drug reduces tumour growth in mice by up to 40 percent.",
            "What does the drug do?",
            "The drug reduces tumour growth (in mice).",
        ),
        (
            "Northwind reaches 2.3 percent error.",
            "Northwind reaches an error of 2.3 percent on the held-out year.",
            "Which error does Northwind reach?",
            "Northwind reaches 2.3 percent error (on the held-out year).",
        ),
        (
            "The model outperforms BERT.",
            "As shown in Table 3, the model outperforms BERT on the development set when trained with less than 10% of the data.",
            "Is the model better than BERT?",
            "The model outperforms BERT (on the development set; when trained with less than 10% of the data).",
        ),
    ],
)
def test_a_condition_that_a_sentence_has_lost_is_put_back(text: str, quoted: str, question: str, told: str) -> None:
    assert with_conditions(text, quoted, question) == told


@pytest.mark.parametrize(
    ("text", "quoted", "question"),
    [
        ("The drug reduces tumour growth in mice.", "The drug reduces tumour growth in mice.", ""),
        ("The drug reduces tumour growth.", "The drug reduces tumour growth in mice.", "What does the drug do in mice?"),
        ("36 hours.", "The tray recovers within 36 hours in dry air.", "How long does it take?"),
        ("The gate improves accuracy.", "In this paper we show that the gate improves accuracy.", "What does the gate do?"),
        ("We use the Adam optimizer.", "We train with the Adam optimizer, as listed in Table 4.", "Which optimizer is used?"),
    ],
)
def test_what_is_said_or_asked_already_or_is_no_condition_is_not_added(text: str, quoted: str, question: str) -> None:
    assert with_conditions(text, quoted, question) == text


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("The gate improves accuracy.", "The gate may improve accuracy in rivers."),
        ("Accuracy improves with more data.", "We expect that accuracy improves with more data."),
        ("Ammonia dims the moss.", "These results suggest that ammonia dims the moss."),
    ],
)
def test_reserve_that_a_sentence_has_lost_is_noticed(text: str, quoted: str) -> None:
    assert hedges_lost(text, quoted)
    assert not hedges_lost(quoted, quoted)


def test_a_fact_is_no_supposition_for_a_reserve_elsewhere_in_its_sentence() -> None:
    assert not hedges_lost("The gate improves accuracy.", "The gate improves accuracy, and future work may look at rivers.")


def test_sentences_are_read_by_many_threads_at_once() -> None:
    quoted = "The drug reduces tumour growth in mice by up to 40 percent."
    with ThreadPoolExecutor(8) as threads:
        told = list(threads.map(lambda n: with_conditions(f"Drug {n} reduces tumour growth.", quoted, ""), range(64)))
    assert told == [f"Drug {n} reduces tumour growth (in mice)." for n in range(64)]

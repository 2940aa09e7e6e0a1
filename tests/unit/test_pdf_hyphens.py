"""Words cut at line ends."""

import pytest

from paperatlas.pipeline.flow.hyphens import Mender


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["an eval-", "uation protocol"], "an evaluation protocol"),
        (["the depen-", "dencies (all of them)"], "the dependencies (all of them)"),
        (["a state-of-", "the-art model"], "a state-of-the-art model"),
        (["a new state-", "of-the-art model"], "a new state-of-the-art model"),
        (["10-", "fold cross-validation"], "10-fold cross-validation"),
        (["the Wino-", "Bias corpus"], "the Wino-Bias corpus"),
        (["a self-", "attention layer"], "a self-attention layer"),
        (["ele­", "ment"], "element"),
        (["see https://example.org/my-", "paper for more"], "see https://example.org/my-paper for more"),
        (["at https://example.org/news/", "glow-3-7, 2025."], "at https://example.org/news/glow-3-7, 2025."),
        (["URL https://example.org/forum?id=", "Ua6zuk0WRH."], "URL https://example.org/forum?id=Ua6zuk0WRH."),
        (["URL https:", "//example.org"], "URL https://example.org"),
        (["see https://example.org/", "for the code"], "see https://example.org/ for the code"),
        (["see www.example.org.", "Then we go on"], "see www.example.org. Then we go on"),
        (["a dash -", "and more"], "a dash - and more"),
        (["two", "words"], "two words"),
        (["注意力机制是一种", "方法"], "注意力机制是一种方法"),
    ],
)
def test_a_line_end_is_mended_as_a_reader_would(lines, text):
    assert Mender([]).join(lines) == text


def test_the_documents_own_words_decide_before_any_list():
    assert Mender(["our pre-training is long"]).join(["the pre-", "training"]) == "the pre-training"
    assert Mender(["our pretraining is long"]).join(["the pre-", "training"]) == "the pretraining"
    assert Mender(["we use BERTology here"]).join(["in BERT-", "ology"]) == "in BERTology"


def test_halves_at_line_ends_teach_nothing():
    assert Mender(["an eval-", "uation of eval-", "uation"]).join(["an eval-", "uation"]) == "an evaluation"


def test_blank_lines_are_no_lines():
    assert Mender([]).join(["", "one", "  ", "two"]) == "one two"

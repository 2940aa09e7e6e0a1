"""How broadly a question asks."""

import pytest

from paperatlas.retrieval.breadth import read_breadth


@pytest.mark.parametrize(
    ("question", "reach", "section", "subject"),
    [
        ("Summarise the GlowNet paper.", "document", "", ""),
        ("In a nutshell, what does it say?", "document", "", ""),
        ("What are the main contributions of the study?", "document", "", ""),
        ("sumarize section 3.1 of the tide paper", "section", "3.1", ""),
        ("Give me an overview of the method section.", "section", "method", ""),
        ("What is the gist of the discussion?", "section", "discussion", ""),
        ("Summarise the training data of the paper.", "document", "training data", ""),
        ("What do these papers say about attention?", "library", "", "attention"),
        ("What has been written about ice?", "library", "", "ice"),
        ("What are the main themes of these papers?", "library", "", ""),
        ("Summarise each paper in one line.", "library", "", ""),
        ("What is this library about?", "library", "", ""),
        ("Compare what Aalto and Brandt say about ice.", "library", "", "ice"),
        ("How many layers has the encoder?", "passage", "", ""),
        ("Which datasets are used for text summarization?", "passage", "", ""),
        ("What did the authors of the tide paper find about ice?", "passage", "", ""),
    ],
)
def test_a_question_is_of_the_library_a_paper_a_section_or_a_passage(
    question: str, reach: str, section: str, subject: str
) -> None:
    breadth = read_breadth(question)
    assert (breadth.reach, breadth.section, breadth.subject) == (reach, section, subject)


@pytest.mark.parametrize(("question", "named"), [("Summarise section 9.", True), ("Summarise the wind data.", False)])
def test_what_is_called_a_section_has_to_be_one(question: str, named: bool) -> None:
    assert read_breadth(question).is_named is named

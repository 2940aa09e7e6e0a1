"""Where sentences end in scientific prose."""

import pytest

from paperatlas.core.text import runs_on, sentences


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "We follow Smith et al. (2019) in this.",
        "Smith et al. [3] report 3.5 points.",
        "See Fig. 3 and Figs. 4, 5 of Sec. A and Eq. (7) on p. 12.",
        "It rose, e.g. Google by 3.2%, i.e. Microsoft by less.",
        "It was measured by Dr. J. R. Smith of the U.S. Army in No. 5 of vol. 3.",
        "The URL is https://example.org/a.b.html?x=1.2 for now.",
        "In v. 2.0 the i.i.d. Gaussian noise is vs. Laplace noise.",
        "It is ca. 30 nm wide, approx. 5 times that of E. coli in St. Louis.",
        "A value of p < .05 was found.",
        "He said (see Ref. 5) that it works ... mostly.",
        "Yahoo! is a company.",
        "3. Results follow from this.",
        "3.1. Data are from the web.",
        "a. The first item",
        "The gain was 3.5 [12] over the base.",
        "It appeared in Proc. of the meeting.",
    ],
)
def test_these_are_one_sentence(text: str) -> None:
    assert split(text) == [text]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It works. We are glad.", ["It works.", "We are glad."]),
        ("It works [3]. We are glad.", ["It works [3].", "We are glad."]),
        ("It works.[3] We are glad.", ["It works.[3]", "We are glad."]),
        ("It works. [3, 4] We are glad.", ["It works. [3, 4]", "We are glad."]),
        ("It works.3,4 We are glad.", ["It works.3,4", "We are glad."]),
        ("Does it? It does! (Or so we think.) Yes.", ["Does it?", "It does!", "(Or so we think.)", "Yes."]),
        ("“It works.” They left.", ["“It works.”", "They left."]),
        ("We use verbs, nouns, etc. The rest is lost.", ["We use verbs, nouns, etc.", "The rest is lost."]),
        ("This follows Smith et al. We differ in one point.", ["This follows Smith et al.", "We differ in one point."]),
        ("It is rich in vitamin C. The dose was small.", ["It is rich in vitamin C.", "The dose was small."]),
        ("It was made in the U.S. However, it broke.", ["It was made in the U.S.", "However, it broke."]),
        ("The answer is no. We stop.", ["The answer is no.", "We stop."]),
        (
            "It ran for 10 sec. The rest took 5 min. All was well.",
            ["It ran for 10 sec.", "The rest took 5 min.", "All was well."],
        ),
        ("It was 2019. 20 people came.", ["It was 2019.", "20 people came."]),
        ("We use it. word2vec is older. iPhones are not.", ["We use it.", "word2vec is older.", "iPhones are not."]),
        ("The steps: 1. Take it. 2. Leave it.", ["The steps: 1. Take it.", "2. Leave it."]),
        ("We waited… Nothing came.", ["We waited…", "Nothing came."]),
        ("模型很好。结果“很好。”我们高兴！", ["模型很好。", "结果“很好。”", "我们高兴！"]),
        ("Это работает. Мы рады.", ["Это работает.", "Мы рады."]),
        ("هل يعمل؟ نعم.", ["هل يعمل؟", "نعم."]),
        ("We show: • a thing • another", ["We show:", "• a thing", "• another"]),
        ("Costs fell. $5 was saved.", ["Costs fell.", "$5 was saved."]),
    ],
)
def test_these_are_several(text: str, parts: list[str]) -> None:
    assert split(text) == parts


def test_a_line_break_ends_a_sentence() -> None:
    assert split("A heading\nThe text begins.\n• one\n• two") == ["A heading", "The text begins.", "• one", "• two"]


def test_a_sentence_goes_on_over_a_page() -> None:
    assert split("It goes on over\nthe page. Then it ends.") == ["It goes on over\nthe page.", "Then it ends."]
    assert split("It goes on over the\nUnited States.") == ["It goes on over the\nUnited States."]


def test_an_empty_line_and_a_list_item_begin_anew() -> None:
    assert split("It goes on\n\nthe page") == ["It goes on", "the page"]
    assert split("We do\na) this\nb) that") == ["We do", "a) this", "b) that"]
    assert not runs_on("It ends.", "then more")


def test_long_texts_of_nothing_but_marks_are_split() -> None:
    for text in ("e.g. " * 40_000, ". " * 100_000, "a" * 300_000, "x\ny" * 60_000, ".[1" * 60_000, "(" * 200_000, "A. " * 60_000):
        assert sentences(text)[-1][1] == len(text.rstrip())

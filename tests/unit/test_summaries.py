"""The tree of summaries of one document: what it says, where it says it from, and how it is built."""

import pytest

from paperatlas.core.summaries import SummaryNode, SummaryTree
from paperatlas.core.types import BlockKind, ParsedDocument
from paperatlas.pipeline.chunk import chunk
from paperatlas.pipeline.summarise.roles import facts, is_complete, leans, points
from paperatlas.pipeline.summarise.tree import MOST_CHARACTERS, MOST_SENTENCES, summarise
from tests.fakes.documents import document, page
from tests.fakes.papers import PARAGRAPH, tides, with_headings


def tree_of(paper: ParsedDocument) -> SummaryTree:
    return summarise(paper, chunk(paper))


def texts(node: SummaryNode) -> list[str]:
    return [sentence.text for sentence in node.sentences]


def section(tree: SummaryTree, name: str) -> SummaryNode:
    found = tree.section(name)
    assert found is not None, name
    return found


def test_the_tree_has_the_document_its_sections_and_their_subsections_in_reading_order() -> None:
    tree = tree_of(tides())
    assert (tree.root.level, tree.root.title) == ("document", "Northwind: Gated Networks for Tides")
    labels = [node.label for node in tree.nodes[1:]]
    assert labels == [
        "Front matter",
        "Abstract",
        "1 Method",
        "1.1 Training",
        "2 Results",
        "3 Conclusion",
        "Acknowledgments",
        "References",
    ]
    assert [tree.node(child).label for child in section(tree, "1").children] == ["1.1 Training"]


def test_every_chunk_is_beneath_one_node() -> None:
    paper = tides()
    passages = tree_of(paper).passages(tree_of(paper).root)
    assert sorted(passages) == sorted(each.id for each in chunk(paper))
    assert len(set(passages)) == len(passages)


def test_a_document_is_led_by_its_contribution() -> None:
    root = tree_of(tides()).root
    assert texts(root)[0] == "We present Northwind, a gated network that forecasts tides."
    assert len(root.sentences) <= MOST_SENTENCES
    assert sum(len(text) for text in texts(root)) <= MOST_CHARACTERS


def test_a_measured_value_that_is_given_once_is_kept() -> None:
    tree = tree_of(tides())
    assert any("4.7 cm" in text for text in texts(section(tree, "2")))
    assert any("31 %" in text for text in texts(tree.root))


def test_thanks_references_and_pointers_are_not_summed_up() -> None:
    tree = tree_of(tides())
    said = [text for node in tree.nodes for text in texts(node)]
    assert not any("thank" in text or "Aalto" in text or "Table 2" in text for text in said)
    assert texts(section(tree, "References")) == []


def test_a_section_draws_on_its_subsections() -> None:
    assert any("0.02" in text for text in texts(section(tree_of(tides()), "1")))


@pytest.mark.parametrize(
    ("name", "label"), [("2", "2 Results"), ("method", "1 Method"), ("conclusions", "3 Conclusion"), ("1.1", "1.1 Training")]
)
def test_a_section_is_found_by_number_name_or_synonym(name: str, label: str) -> None:
    assert section(tree_of(tides()), name).label == label


def test_a_section_that_is_not_there_is_not_found() -> None:
    assert tree_of(tides()).section("17") is None


def test_a_sentence_over_a_page_end_has_both_its_places() -> None:
    paper = document(
        page(1, [(PARAGRAPH, "1 Gate", "The gate is old. In this paper we describe how the gate of the harbour of Hallow was")]),
        page(2, [(PARAGRAPH, "1 Gate", "closed in the winter of the great ice by its keepers.")]),
    )
    over = next(s for node in tree_of(paper).nodes for s in node.sentences if len(s.sources) > 1)
    assert [source.span.page for source in over.sources] == [1, 2]
    assert over.text.endswith("of Hallow was closed in the winter of the great ice by its keepers.")


def test_a_document_without_abstract_or_sections_is_summed_up_from_what_it_says() -> None:
    root = tree_of(
        document(
            page(1, [(PARAGRAPH, "", "The lamp of the harbour is green at night. The lamp was built in 1901 of 40 plates.")])
        )
    ).root
    assert texts(root) == ["The lamp of the harbour is green at night.", "The lamp was built in 1901 of 40 plates."]


def test_a_document_of_nothing_has_a_root_that_says_nothing() -> None:
    tree = tree_of(document(page(1, [])))
    assert (len(tree.nodes), tree.root.sentences, tree.root.passages) == (1, (), ())


def test_the_copyright_line_of_an_abstract_is_no_part_of_it() -> None:
    rights = "Copyright 2024 by the harbour masters of the bay, all rights reserved for every gate."
    abstract = f"We present a gate that closes by itself at night. {rights}"
    assert rights not in texts(tree_of(document(page(1, [(BlockKind.ABSTRACT, "Abstract", abstract)]))).root)


def test_an_abbreviation_that_much_of_the_paper_uses_is_spelled_out() -> None:
    uses = " ".join(
        f"The GWN of bay {name} closes the water gate in the {name} wind." for name in ("Hallow", "Tarn", "Saltfen", "Orrin")
    )
    spelled = "All bays have one gated wind network (GWN) each of their own."
    paper = with_headings(document(page(1, [(PARAGRAPH, "1 Gates", f"{uses} {spelled}")])))
    assert spelled in texts(section(tree_of(paper), "1"))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("The error fell to 4.7 cm in 12 bays.", {"4.7 cm", "12 bays", "4.7"}),
        ("It costs $48.6 million and rose by 18%.", {"$48.6 million", "18%", "48.6"}),
        ("See Figure 3 and Table 12 of 2019.", set()),
        ("As in [12, 13] we follow Aalto (2019).", set()),
    ],
)
def test_values_are_told_from_labels_years_and_citations(text: str, values: set[str]) -> None:
    assert facts(text) <= values
    assert bool(facts(text)) == bool(values)


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("The gate closes at noon every day.", True),
        ("the gate closes at noon every day.", False),
        ("The gate closes at noon every", False),
        ("Gate 1 2 3 4.", False),
        ("f(x) = 3 · 4 + 5 − 6 / 7 = 8 9.", False),
        ("海港的大门每天中午都会关闭。", True),
    ],
)
def test_a_sentence_begins_ends_and_can_be_read(text: str, complete: bool) -> None:
    assert is_complete(text) is complete


def test_sentences_that_lean_or_point_are_known() -> None:
    assert leans("However, the gate is slow.")
    assert not leans("In addition to the gate there is a lamp.")
    assert points("Table 2 shows the gates of the harbour.")
    assert not points("The gates of the harbour are tall.")

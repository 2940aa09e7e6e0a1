"""Questions made from papers: their answers are in the paper, their twins' are not, and the same come out every time."""

from dataclasses import replace

from paperatlas.core.types import BlockKind, Heading, Metadata
from paperatlas.eval.amounts import gives
from paperatlas.eval.makers.draft import Paper
from paperatlas.eval.makers.facts import definition_questions, metadata_questions, position_questions
from paperatlas.eval.makers.making import make_questions
from paperatlas.eval.makers.tables import table_questions
from paperatlas.eval.makers.twins import twins
from tests.fakes.documents import document, page, table

LAMPS = [
    ["Lamp", "Range (m)", "Note"],
    ["North", "1,204.5", "a"],
    ["South", "988", "b"],
    ["East", "1,100", "c"],
    ["All", "3,292.5", "d"],
]


def paper(text: str = "A Moss Reading Unit (MRU) reads moss.", rows=None, name: str = "lamps.pdf"):
    made = document(
        page(1, [(BlockKind.PARAGRAPH, "1 Start", text)]),
        page(2, [(BlockKind.PARAGRAPH, "2 End", "The end of it.")]),
        tables=[table(rows or LAMPS)],
        title="Lamps of the north",
    )
    metadata = Metadata(title="Lamps of the north", authors=("Ada Obi", "Bo Sato"), year=2024)
    headings = tuple(Heading(number=str(n), text=text, level=1, page=n) for n, text in ((1, "Start"), (2, "End")))
    return replace(made, name=name, metadata=metadata, headings=headings)


def test_cells_bests_and_differences_of_a_table_are_worked_out() -> None:
    made = {case.question: case for case in table_questions(Paper.of(paper()))}
    lookup = made["What is the Range (m) of North according to Table 1?"]
    assert lookup.accept == (("1,204.5",),)
    assert gives(lookup.amount, "1204.50 m")
    assert made["Which row of Table 1 has the highest Range (m)?"].accept == (("North",),)
    assert made["Which row of Table 1 has the lowest Range (m)?"].accept == (("South",),)
    assert gives(made["By how much do North and South differ in Range (m) according to Table 1?"].amount, "216.5")
    assert not any("All" in question.split() or "Note" in question for question in made)


def test_a_tie_has_no_best_and_rows_of_one_name_cannot_be_asked_for() -> None:
    tied = paper(rows=[["Lamp", "Range"], ["A", "5"], ["B", "5"], ["C", "1"]])
    assert not any("highest" in case.question for case in table_questions(Paper.of(tied)))
    twice = paper(rows=[["Lamp", "Range"], ["A", "5"], ["A", "4"], ["C", "1"]])
    assert list(table_questions(Paper.of(twice))) == []
    words = paper(rows=[["Lamp", "Range"], ["A", "5 ± 1"], ["B", "–"], ["C", "1"]])
    assert list(table_questions(Paper.of(words))) == []


def test_metadata_definitions_and_positions_have_their_pages() -> None:
    known = Paper.of(paper())
    authors = next(case for case in metadata_questions(known) if "authors" in case.question)
    assert authors.accept == (("Obi", "Sato"),)
    [defined] = definition_questions(known)
    assert (defined.accept, defined.evidence[0].page) == ((("Moss Reading Unit",),), 1)
    [place] = [case for case in position_questions(known) if "End" in case.question]
    assert place.accept == (("page 2",), ("p. 2",))


def test_twins_ask_for_what_another_paper_has_and_this_one_never_says() -> None:
    other = paper("The Wet Air Index (WAI) and the Moss Reading Unit (MRU).", name="other.pdf", rows=[
        ["Lamp", "Life"], ["North", "1"], ["Harbour", "2"], ["Bridge", "3"]])  # fmt: skip
    known, strange = Paper.of(paper()), Paper.of(other)
    made = list(twins(known, [strange]))
    assert all(case.unanswerable and not case.accept and not case.evidence for case in made)
    asked = " ".join(case.question for case in made)
    assert "WAI" in asked
    assert "Harbour" in asked
    assert "MRU" not in asked
    assert "North" not in asked


def test_every_kind_has_its_turn_every_id_is_its_own_and_the_seed_decides() -> None:
    papers = [paper(), paper("The Wet Air Index (WAI).", name="other.pdf")]
    made = make_questions(papers, each=5)
    assert made == make_questions(papers, each=5)
    assert len({case.id for case in made}) == len(made)
    answerable = [case.kind for case in made if not case.unanswerable and case.docs == ("lamps.pdf",)]
    assert len(answerable) == 5
    assert {"metadata", "count", "fact", "position"} < set(answerable)
    assert all(case.is_judged and case.scope_always for case in made)


def test_a_paper_with_nothing_to_ask_about_makes_no_question() -> None:
    assert make_questions([replace(document(page(1, [])), metadata=Metadata(), name="x")], each=5) == []

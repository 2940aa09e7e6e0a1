"""No quote is shown that does not stand on its page."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.proof import Source, prove
from paperatlas.agents.state import Draft, Proof, Statement
from paperatlas.core.answers import Computed
from paperatlas.core.types import BlockKind, ParsedDocument
from tests.fakes.documents import document, page, table
from tests.fakes.shelf import Shelf

TEXT = "The gate closes at noon. It does not open on Sundays."


def paper() -> ParsedDocument:
    return document(
        page(1, [(BlockKind.PARAGRAPH, "1 Gates", TEXT)]),
        tables=[table([["Model", "Acc"], ["Northwind-A", "61.4"], ["Northwind-B", ""]], section="1 Gates")],
    )


def quoted(of: ParsedDocument, start: int, end: int, quote: str | None = None) -> Proof:
    return Proof(
        document=of.id, page=1, section="1 Gates", quote=TEXT[start:end] if quote is None else quote, start=start, end=end
    )


def draft(*proofs: Proof, computed: Computed | None = None) -> Draft:
    return Draft(statements=(Statement(text="The gate closes at noon.", proofs=proofs),), confidence=0.9, computed=computed)


def test_a_quote_that_stands_is_kept_and_gets_the_boxes_of_its_lines() -> None:
    of = paper()
    (statement,) = prove(draft(quoted(of, 0, 24)), Source(Shelf(of))).statements
    assert statement.proofs[0].quote == "The gate closes at noon."
    assert [box.page for box in statement.proofs[0].boxes] == [1]


@given(st.integers(0, len(TEXT) + 3), st.integers(0, len(TEXT) + 3), st.text(min_size=1, max_size=40) | st.just(TEXT))
def test_what_is_kept_is_the_text_of_the_page_at_its_offsets(start: int, end: int, quote: str) -> None:
    of = paper()
    for statement in prove(draft(quoted(of, start, end, quote)), Source(Shelf(of))).statements:
        for proof in statement.proofs:
            assert TEXT[start:end] == proof.quote


def test_one_letter_off_is_no_proof_and_a_statement_without_proof_is_not_made() -> None:
    of = paper()
    assert prove(draft(quoted(of, 25, 53, "It does now open on Sundays.")), Source(Shelf(of))).statements == ()


def test_a_statement_keeps_the_proofs_that_hold_when_others_fall() -> None:
    of = paper()
    checked = prove(draft(quoted(of, 0, 24), quoted(of, 0, 24, "The gate closes at nine.")), Source(Shelf(of)))
    assert [len(statement.proofs) for statement in checked.statements] == [1]


def test_an_answer_proven_by_what_was_read_from_a_picture_is_a_little_less_sure() -> None:
    of = paper()
    read = replace(of, pages=tuple(replace(each, source="ocr") for each in of.pages))
    assert prove(draft(quoted(of, 0, 24)), Source(Shelf(of))).confidence == 0.9
    assert 0.8 < prove(draft(quoted(of, 0, 24)), Source(Shelf(read))).confidence < 0.9


def test_a_table_row_is_proof_only_as_it_is_printed() -> None:
    of = paper()
    row = Proof(document=of.id, page=1, section="1 Gates", quote="Northwind-A | 61.4")
    source = Source(Shelf(of))
    assert prove(draft(row), source).statements
    assert not prove(draft(replace(row, quote="Northwind-A | 61.5")), source).statements
    assert not prove(draft(replace(row, quote="Northwind-B | 61.4")), source).statements
    assert not prove(draft(replace(row, page=2)), source).statements


def test_a_computed_statement_may_stand_without_a_quote() -> None:
    of = paper()
    assert prove(draft(computed=Computed(value="2", method="counted")), Source(Shelf(of))).statements


def test_quotes_of_a_document_that_was_removed_meanwhile_fall() -> None:
    of = paper()
    shelf = Shelf(of)
    shelf.forget(of.id)
    assert prove(draft(quoted(of, 0, 24)), Source(shelf)).statements == ()


def test_a_page_is_fetched_once_however_many_quotes_it_gives() -> None:
    of = paper()
    shelf = Shelf(of)
    prove(draft(*(quoted(of, start, start + 10) for start in range(10))), Source(shelf))
    assert shelf.fetched == [(of.id, 1)]

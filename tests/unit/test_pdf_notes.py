"""Footnotes, and what only looks like one."""

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.flow.flow import read_flow
from tests.fakes.printed import Column, column, page

PROSE = [f"Row {row} of the text that fills this page to its foot" for row in range(30)]


def kinds(*below: Column) -> list[tuple[BlockKind, str]]:
    raw = page(1, [column(PROSE, 72, 80), *below])
    [made] = read_flow([raw], outline=(), info=()).pages
    return [(block.kind, block.text) for block in made.blocks][1:]


def test_small_type_at_the_foot_is_a_footnote():
    note = column(["1The moss was lent by the garden."], 72, 700, size=8, kind="footnote")
    assert kinds(note) == [(BlockKind.FOOTNOTE, "1The moss was lent by the garden.")]


def test_the_first_reference_at_the_foot_of_a_column_is_what_its_heading_announces():
    heading = column(["References"], 72, 660, size=12, bold=True, kind="section-header")
    entry = column(["[1] A. Writer. 2019. On the lists of the valley. Journal of Lists 3."], 72, 676, size=8, kind="footnote")
    assert [kind for kind, _ in kinds(heading, entry)] == [BlockKind.HEADING, BlockKind.REFERENCE]

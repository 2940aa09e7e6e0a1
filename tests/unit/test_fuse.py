"""Fusion of routes, guaranteed places, and tables that do not fill a list."""

from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import ChunkPlace
from paperatlas.core.types import ChunkKind
from paperatlas.retrieval.diversify import defer_rows
from paperatlas.retrieval.fuse import Scored, fuse, guarantee
from tests.fakes.catalog import a_chunk

A, B, C, D, E = (ChunkId(name) for name in "abcde")


def order(ranked: Scored) -> list[ChunkId]:
    return [chunk for chunk, _ in ranked]


def test_a_chunk_good_in_both_routes_beats_one_that_is_best_in_one() -> None:
    scores = {"vector": {A: 0.9, B: 0.88, C: 0.1}, "lexical": {A: 0.0, B: 7.0, C: 8.0}}
    assert order(fuse(scores, weights={"vector": 0.5, "lexical": 0.5}, scale_on=[A, B, C]))[0] == B


def test_a_route_that_is_sure_outweighs_one_that_sees_no_difference() -> None:
    names = [ChunkId(f"{number:02d}") for number in range(50)]
    vector = {name: 0.7 + 0.001 * number for number, name in enumerate(names)}
    lexical = {name: 12.0 if name == "03" else 0.0 for name in names}
    fused = fuse({"vector": vector, "lexical": lexical}, weights={"vector": 0.65, "lexical": 0.35}, scale_on=names)
    assert order(fused)[0] == "03"


def test_a_route_that_scores_all_alike_decides_nothing() -> None:
    scores = {"vector": {A: 0.1, B: 0.2}, "lexical": {A: 0.0, B: 0.0}}
    assert order(fuse(scores, weights={"vector": 0.1, "lexical": 0.9}, scale_on=[A, B])) == [B, A]


def test_nothing_found_fuses_to_nothing() -> None:
    assert fuse({"vector": {}, "lexical": {}}, weights={"vector": 0.5, "lexical": 0.5}, scale_on=[]) == []


def test_a_favourite_far_down_takes_the_last_guaranteed_place() -> None:
    ranked = [(A, 5.0), (B, 4.0), (C, 3.0), (D, 2.0), (E, 1.0)]
    assert guarantee(ranked, [E], within=2) == [(A, 5.0), (E, 4.0), (B, 4.0), (C, 3.0), (D, 2.0)]


def test_favourites_in_place_change_nothing() -> None:
    ranked = [(A, 5.0), (B, 4.0), (C, 3.0)]
    assert guarantee(ranked, [B, A], within=2) == ranked
    assert guarantee([], [], within=5) == []
    assert guarantee(ranked[:1], [A], within=5) == ranked[:1]


def test_rows_of_one_table_beyond_the_best_few_come_after_all_others() -> None:
    rows = [a_chunk(f"row {number}", ordinal=number, table=0, kind=ChunkKind.ROW) for number in range(4)]
    other = a_chunk("row of another table", ordinal=8, table=1, kind=ChunkKind.ROW)
    text = a_chunk("text", ordinal=9)
    places = {chunk.id: ChunkPlace(chunk.document, chunk.table) for chunk in [*rows, other, text]}
    ranked = [(chunk.id, 10.0 - place) for place, chunk in enumerate([*rows, other, text])]
    deferred = defer_rows(ranked, places, per_table=2)
    assert order(deferred) == [rows[0].id, rows[1].id, other.id, text.id, rows[2].id, rows[3].id]
    assert [score for _, score in deferred] == [10.0, 9.0, 6.0, 5.0, 5.0, 5.0]


def test_tables_of_different_documents_are_different_tables() -> None:
    rows = [a_chunk("row", document=name, table=0, kind=ChunkKind.ROW) for name in ("x", "y")]
    ranked = [(row.id, 1.0) for row in rows]
    places = {row.id: ChunkPlace(row.document, row.table) for row in rows}
    assert defer_rows(ranked, places, per_table=1) == ranked

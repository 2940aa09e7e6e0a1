"""What holds of every fusion."""

from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.ids import ChunkId
from paperatlas.retrieval.fuse import Scored, fuse, guarantee

NAMES = st.text("abcdefgh", min_size=1, max_size=3).map(ChunkId)
SCORES = st.floats(-50, 50, allow_nan=False).map(lambda score: round(score, 3))
ROUTES = st.dictionaries(NAMES, st.tuples(SCORES, SCORES), max_size=25)
WEIGHTS = {"vector": 0.65, "lexical": 0.35}


def fused(chunks: dict[ChunkId, tuple[float, float]]) -> Scored:
    scores = {"vector": {c: v for c, (v, _) in chunks.items()}, "lexical": {c: w for c, (_, w) in chunks.items()}}
    return fuse(scores, weights=WEIGHTS, scale_on=chunks)


@given(ROUTES, st.randoms())
def test_the_order_of_what_comes_in_does_not_matter(chunks: dict[ChunkId, tuple[float, float]], random: object) -> None:
    shuffled = list(chunks.items())
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert fused(dict(shuffled)) == fused(chunks)


@given(ROUTES)
def test_every_chunk_comes_out_once_with_falling_scores(chunks: dict[ChunkId, tuple[float, float]]) -> None:
    ranked = fused(chunks)
    assert sorted(chunk for chunk, _ in ranked) == sorted(chunks)
    assert [score for _, score in ranked] == sorted((score for _, score in ranked), reverse=True)


@given(ROUTES)
def test_a_chunk_that_is_better_in_every_route_is_never_behind(chunks: dict[ChunkId, tuple[float, float]]) -> None:
    place = {chunk: number for number, (chunk, _) in enumerate(fused(chunks))}
    score = dict(fused(chunks))
    for better, (vector, lexical) in chunks.items():
        for worse, (other_vector, other_lexical) in chunks.items():
            if vector > other_vector and lexical > other_lexical:
                assert place[better] < place[worse] or score[better] == score[worse]


@given(ROUTES, st.integers(2, 6), st.data())
def test_a_guarantee_keeps_every_chunk_and_the_order_of_the_others(
    chunks: dict[ChunkId, tuple[float, float]], within: int, data: st.DataObject
) -> None:
    ranked = fused(chunks)
    favourites = data.draw(st.lists(st.sampled_from(sorted(chunks)), max_size=2, unique=True)) if chunks else []
    kept = guarantee(ranked, favourites, within=within)
    names = [chunk for chunk, _ in kept]
    assert set(favourites) <= set(names[:within])
    others = [chunk for chunk in names if chunk not in favourites]
    assert others == [chunk for chunk, _ in ranked if chunk not in favourites]
    assert [score for _, score in kept] == sorted((score for _, score in kept), reverse=True)

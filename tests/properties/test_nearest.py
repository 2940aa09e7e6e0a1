"""A search over codes finds what a search over the vectors themselves finds."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Float32
from paperatlas.retrieval.indexes.mapped_vector import MappedVectorIndex
from paperatlas.retrieval.indexes.memory_vector import MemoryVectorIndex
from paperatlas.retrieval.indexes.quantised import Codes, encoded
from paperatlas.retrieval.indexes.ranking import largest, nearest

SEEDS = st.integers(0, 2**32 - 1)


def unit(rng: np.random.Generator, count: int, dimension: int, *, lopsided: bool) -> Float32:
    """Vectors of length 1; lopsided ones have nearly all their length in one number, which codes serve worst."""
    found = rng.normal(size=(count, dimension)) + (50 * np.eye(dimension)[0] if lopsided else 0)
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), dtype=np.float32)


@given(seed=SEEDS, count=st.integers(1, 200), dimension=st.integers(1, 400), lopsided=st.booleans())
@settings(deadline=None, max_examples=60)
def test_no_estimate_is_further_off_than_it_says(seed: int, count: int, dimension: int, *, lopsided: bool) -> None:
    rng = np.random.default_rng(seed)
    vectors, query = unit(rng, count, dimension, lopsided=lopsided), unit(rng, 1, dimension, lopsided=lopsided)[0]
    values, steps, error = encoded(vectors)
    estimates, margin = Codes(values=values, steps=steps, error=error).cosines(query)
    assert np.abs(estimates - vectors.astype(np.float64) @ query.astype(np.float64)).max() <= margin


def test_a_vector_of_zeros_has_codes_of_zeros() -> None:
    values, steps, error = encoded(np.zeros((1, 4), dtype=np.float32))
    assert (values.tolist(), steps.tolist(), error) == ([[0, 0, 0, 0]], [1.0], 0.0)


@given(seed=SEEDS, count=st.integers(1, 3000), of=st.integers(1, 60), alike=st.booleans())
@settings(deadline=None, max_examples=60)
def test_the_nth_largest_is_the_nth_of_the_sorted(seed: int, count: int, of: int, *, alike: bool) -> None:
    scores = np.random.default_rng(seed).normal(size=count).round(1 if alike else 9)
    of = min(of, count)
    assert largest(scores, of) == sorted(scores, reverse=True)[of - 1]


@given(seed=SEEDS, count=st.integers(1, 300), limit=st.integers(1, 40))
@settings(deadline=None, max_examples=60)
def test_the_nearest_fall_and_equal_ones_are_in_order_of_id(seed: int, count: int, limit: int) -> None:
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=count).astype(np.float32).round(1)
    ids = np.array([f"{number:04d}" for number in rng.permutation(count)], dtype=object)
    found = nearest(ids, scores, limit)
    assert len(found) == min(limit, count)
    assert all((-a, first) < (-b, second) for (first, a), (second, b) in pairwise(found))
    assert [score for _, score in found] == pytest.approx(sorted(scores.tolist(), reverse=True)[:limit], abs=1e-5)


@given(seed=SEEDS, gone=st.integers(0, 150), part=st.sampled_from([0.0, 0.02, 0.3, 1.0]), limit=st.integers(1, 30))
@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_mapped_index_finds_what_one_in_memory_finds(
    tmp_path_factory: pytest.TempPathFactory, seed: int, gone: int, part: float, limit: int
) -> None:
    rng = np.random.default_rng(seed)
    vectors, query = unit(rng, 400, 24, lopsided=False), unit(rng, 1, 24, lopsided=False)[0]
    ids = [ChunkId(f"chunk-{number:03d}") for number in range(400)]
    mapped, memory = MappedVectorIndex(tmp_path_factory.mktemp("index"), 24), MemoryVectorIndex(24)
    for index in (mapped, memory):
        index.upsert(ids, vectors)
        index.commit()
        index.delete(ids[:gone])
        index.commit()
    among = frozenset(chunk for chunk in ids if rng.random() < part) if part else None
    assert mapped.search(query, limit=limit, among=among) == memory.search(query, limit=limit, among=among)
    mapped.close()

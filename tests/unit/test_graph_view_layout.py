from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperatlas.graph.view.coarsen import coarser
from paperatlas.graph.view.forces import MARGIN, relax, spread
from paperatlas.graph.view.layout import Tie, layout
from paperatlas.graph.view.pack import pack

ties = st.lists(st.tuples(st.integers(0, 29), st.integers(0, 29), st.floats(0.1, 5)), max_size=60)


def sizes(count: int) -> list[float]:
    return [0.5] * count


def cliques(number: int, size: int) -> list[Tie]:
    """Groups in which each is tied to each, and one tie from each group to the next."""
    within = [(group * size + a, group * size + b, 1.0) for group in range(number) for a, b in combinations(range(size), 2)]
    return within + [(group * size, (group + 1) * size, 1.0) for group in range(number - 1)]


@settings(max_examples=25)
@given(ties=ties)
def test_every_thing_gets_a_place_of_its_own_and_always_the_same(ties: list[Tie]) -> None:
    places = layout(30, ties, sizes=sizes(30))

    assert np.isfinite(places).all()
    assert len({tuple(place) for place in places.round(3).tolist()}) == 30
    assert np.array_equal(places, layout(30, ties, sizes=sizes(30)))


@pytest.mark.parametrize("group", [8, 150])  # for all pairs, and on the grid
def test_what_is_tied_lies_nearer_than_what_is_not(group: int) -> None:
    places = layout(6 * group, cliques(6, group)[:20_000], sizes=sizes(6 * group))

    def apart(a: int, b: int) -> float:
        return float(np.hypot(*(places[a] - places[b])))

    chance = np.random.default_rng(1)
    inside = [apart(*(number % 6 * group + chance.integers(group, size=2))) for number in range(300)]
    across = [apart(chance.integers(group), 5 * group + chance.integers(group)) for _ in range(300)]
    assert np.median(inside) < 0.75 * np.median(across)


def test_parts_that_nothing_connects_do_not_lie_over_each_other() -> None:
    places = layout(40, [*cliques(1, 20), *((20 + a, 20 + b, w) for a, b, w in cliques(1, 20))], sizes=sizes(40))

    middles = [places[:20].mean(axis=0), places[20:].mean(axis=0)]
    reach = [np.hypot(*(part - middle).T).max() for part, middle in zip((places[:20], places[20:]), middles, strict=True)]
    assert np.hypot(*(middles[0] - middles[1])) > sum(reach)


def test_a_known_place_is_kept_and_what_is_new_goes_to_its_neighbours() -> None:
    places = layout(
        4, [(0, 1, 1.0), (1, 2, 1.0), (3, 1, 1.0)], sizes=sizes(4), known={0: (-20.0, 0.0), 1: (20.0, 0.0), 2: (25.0, 5.0)}
    )

    assert places[:3].tolist() == [[-20.0, 0.0], [20.0, 0.0], [25.0, 5.0]]
    assert np.hypot(*(places[3] - places[1])) < np.hypot(*(places[3] - places[0]))


def test_the_grid_pushes_as_all_pairs_do() -> None:
    chance = np.random.default_rng(3)
    places, mass = chance.normal(scale=40, size=(900, 2)), chance.uniform(1, 3, size=900)

    from paperatlas.graph.view import forces

    exact, by_grid = forces._exact_field(places, mass), forces._grid_field(places, mass)
    away = np.hypot(*(exact - by_grid).T) / np.hypot(*exact.T)
    assert np.median(away) < 0.15  # of those that share a cell the grid knows nothing


def test_nodes_are_pushed_apart_until_hardly_any_overlap() -> None:
    radii = np.full(200, 0.5)
    places = spread(np.random.default_rng(5).normal(scale=2, size=(200, 2)), radii)

    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) + np.eye(200) * 9
    assert apart.min() > MARGIN * 0.5


def test_things_at_one_place_part() -> None:
    places = spread(np.zeros((5, 2)), np.full(5, 0.5))

    assert len({tuple(place) for place in places.round(2).tolist()}) == 5


def test_what_is_fixed_does_not_move() -> None:
    from scipy.sparse import csr_array

    pull = csr_array(np.ones((3, 3)) - np.eye(3))
    start = np.array([[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]])

    moved = relax(start, pull, np.ones(3), rounds=20, fixed=np.array([True, False, True]))

    assert moved[[0, 2]].tolist() == start[[0, 2]].tolist()
    assert moved[1].tolist() != start[1].tolist()


@given(ties=ties)
def test_coarsening_gives_every_node_a_group_and_groups_are_numbered(ties: list[Tie]) -> None:
    from paperatlas.graph.view.layout import _matrix

    group = coarser(_matrix(30, ties))

    assert sorted(set(group.tolist())) == list(range(int(group.max()) + 1))


def test_the_leaves_of_a_star_are_joined_too() -> None:
    from paperatlas.graph.view.layout import _matrix

    group = coarser(_matrix(101, [(0, leaf, 1.0) for leaf in range(1, 101)]))

    assert int(group.max()) + 1 < 40


@given(radii=st.lists(st.floats(0.1, 20), min_size=1, max_size=40))
def test_packed_circles_do_not_overlap(radii: list[float]) -> None:
    middles = pack([np.zeros((1, 2)) for _ in radii], [np.array([radius]) for radius in radii])

    for (a, first), (b, second) in combinations(enumerate(radii), 2):
        assert np.hypot(*(middles[a] - middles[b])) >= first + second - 1e-9

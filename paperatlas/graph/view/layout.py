"""Where each entity is drawn: near what it is related to, and in the same place at every visit.

Each connected part is laid out by itself (`forces`, from coarse to fine) and the parts are packed side by side. Chance
comes from one fixed seed. Places that are known already are kept, so that a library that grows keeps its map.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components

from paperatlas.graph.view.coarsen import coarser
from paperatlas.graph.view.forces import relax, spread
from paperatlas.graph.view.pack import pack

__all__ = ["Tie", "layout"]

Tie = tuple[int, int, float]
"""Two of the things to be placed, by number, and how strongly they are drawn together."""

SEED = 7
"""Any will do, as long as it stays: the map of a library should look the same tomorrow."""
COARSEST = 60
"""Nodes at which coarsening stops: so few find a good arrangement from chance alone."""
FIRST_ROUNDS, LATER_ROUNDS = 300, 90
"""Of moving. The coarsest level starts from chance; each finer one from a good guess."""


def layout(
    count: int, ties: Iterable[Tie], *, sizes: Sequence[float], known: Mapping[int, tuple[float, float]] | None = None
) -> NDArray[np.float64]:
    """Places of `count` things, one row each, about one unit apart; `sizes` are the radii that keep free of others.

    The same input gives the same places.
    """
    if count == 0:
        return np.zeros((0, 2))
    radii = np.asarray(sizes, dtype=np.float64)
    pull = _matrix(count, ties)
    if known:
        return spread(_grown(pull, known), radii, fixed=_mask(count, known))
    _, part = connected_components(pull, directed=False)
    members = [np.flatnonzero(part == number) for number in range(part.max() + 1)]
    pieces = [spread(_piece(csr_array(pull[own][:, own])), radii[own]) for own in members]
    places = np.zeros((count, 2))
    for own, piece, centre in zip(members, pieces, pack(pieces, [radii[own] for own in members]), strict=True):
        places[own] = piece + centre
    return places


def _matrix(count: int, ties: Iterable[Tie]) -> csr_array:
    """Symmetric and without loops; ties of one pair are summed."""
    table = np.asarray([tie for tie in ties if tie[0] != tie[1]], dtype=np.float64).reshape(-1, 3)
    ends, weights = table[:, :2].astype(np.int64), table[:, 2]
    both = coo_array((weights, (ends[:, 0], ends[:, 1])), shape=(count, count))
    return csr_array(both + both.T)


def _piece(pull: csr_array) -> NDArray[np.float64]:
    """A connected part, its middle at the origin."""
    count = pull.shape[0]
    if count == 1:
        return np.zeros((1, 2))
    masses = np.ones(count)
    places = _descend(pull, masses, np.random.default_rng(SEED))
    return _upright(places - places.mean(axis=0))


def _descend(pull: csr_array, masses: NDArray[np.float64], chance: np.random.Generator) -> NDArray[np.float64]:
    """Lay out a coarser graph first, then give each of its nodes' members a place nearby and let them settle."""
    count = pull.shape[0]
    if count <= COARSEST:
        start = chance.normal(size=(count, 2)) * np.sqrt(count)
        return relax(start, pull, masses, rounds=FIRST_ROUNDS)
    parent = coarser(pull)
    groups = int(parent.max()) + 1
    if groups > 0.9 * count:  # hardly anything could be joined, and going on would only cost time
        return relax(chance.normal(size=(count, 2)) * np.sqrt(count), pull, masses, rounds=FIRST_ROUNDS)
    join = csr_array((np.ones(count), (np.arange(count), parent)), shape=(count, groups))
    above = csr_array(join.T @ pull @ join)
    above.setdiag(0)
    above.eliminate_zeros()
    coarse = _descend(above, join.T @ masses, chance)
    # A group's members need more room than the group had as one node, as much as their number grew.
    start = coarse[parent] * np.sqrt(count / groups) + chance.normal(scale=0.1, size=(count, 2))
    return relax(start, pull, masses, rounds=LATER_ROUNDS)


def _upright(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turned so that its longer side lies flat, since screens are wider than high."""
    _, _, axes = np.linalg.svd(places, full_matrices=False)
    turned: NDArray[np.float64] = places @ axes.T
    # The sign of a singular vector is left to the library that computes it; this makes it ours.
    turned *= np.where(np.abs(turned.max(axis=0)) < np.abs(turned.min(axis=0)), -1.0, 1.0)
    return turned


def _grown(pull: csr_array, known: Mapping[int, tuple[float, float]]) -> NDArray[np.float64]:
    """Known places stay, new things settle between their neighbours."""
    count = pull.shape[0]
    fixed = _mask(count, known)
    places = np.zeros((count, 2))
    places[fixed] = [known[number] for number in range(count) if number in known]
    middle = places[fixed].mean(axis=0)
    reach = np.abs(places[fixed] - middle).max(initial=1.0)
    strength = pull @ fixed.astype(np.float64)
    beside = (pull @ places) / np.maximum(strength, 1e-9)[:, None]
    chance = np.random.default_rng(SEED)
    around = middle + reach * 1.2 * _on_circle(chance.uniform(0, 2 * np.pi, size=count))
    new = np.where((strength > 0)[:, None], beside + chance.normal(scale=0.5, size=(count, 2)), around)
    return relax(np.where(fixed[:, None], places, new), pull, np.ones(count), rounds=LATER_ROUNDS, fixed=fixed)


def _on_circle(angles: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _mask(count: int, known: Mapping[int, tuple[float, float]]) -> NDArray[np.bool_]:
    mask = np.zeros(count, dtype=np.bool_)
    mask[[number for number in known if number < count]] = True
    return mask

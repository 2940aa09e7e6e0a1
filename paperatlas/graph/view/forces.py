"""Moving nodes until those that are tied are near and all others keep their distance.

Hu, "Efficient, high-quality force-directed graph drawing" (2005): attraction grows with the square of the distance, and the
step adapts. Repulsion falls with the square of the distance, Hu's general form with p = 2: with p = 1 the papers of a library
push each other so far apart that each is a dot. Between all pairs it is exact for few nodes; for many it is the field of
all masses on a grid, made by one convolution, which costs the same for any arrangement.
"""

import numpy as np
from numpy.typing import NDArray
from scipy import fft
from scipy.sparse import csr_array
from scipy.spatial import cKDTree

__all__ = ["relax", "spread"]

Places = NDArray[np.float64]

REPULSION = 0.2
"""Against attraction: it sets the scale, about one unit between two nodes tied to each other alone."""
EXACT = 700
"""Nodes up to which all pairs are computed: the grid is slower below."""
CELLS = 192
"""A side of the grid. Nodes of one cell hardly repel each other, which `spread` makes up for."""
COOLING = 0.9
"""Of the step, when the last move made it worse."""
PATIENCE = 5
"""Moves in a row that made it better, after which the step grows again."""
STILL = 0.01
"""Of a unit: a smaller step is not seen."""
MARGIN = 2.2
"""Room that a node keeps around itself, of its radius: as much again for its name and the lines that pass."""


MOST_DRAWN_OUT = 8.0
"""Beyond it nodes are too small to see beside the gaps."""
SEEN = 0.02
"""Of a unit: an overlap that is not seen."""
SAME = 1e-9
"""Of a unit: two so near are at one place."""
GOLDEN = 2.399963
"""The golden angle: multiples of it point in evenly different directions."""


def relax(places: Places, pull: csr_array, masses: Places, *, rounds: int, fixed: NDArray[np.bool_] | None = None) -> Places:
    """Places after at most `rounds` moves; those that are `fixed` stay."""
    places = places.copy()
    # Hubs push harder, or what hangs on them lies in one heap.
    mass = masses * np.sqrt(1.0 + np.diff(pull.indptr))
    step, before, better = np.sqrt(len(places)) * 0.2 + 1.0, np.inf, 0
    for _ in range(rounds):
        force = _attraction(places, pull) + REPULSION * mass[:, None] * _field(places, mass)
        if fixed is not None:
            force[fixed] = 0.0
        length = np.hypot(force[:, 0], force[:, 1])
        places += force * (step * np.minimum(1.0, length / step) / np.maximum(length, 1e-12))[:, None]
        energy = float(length @ length)
        better = better + 1 if energy < before else 0
        if energy >= before:
            step *= COOLING
        elif better >= PATIENCE:
            step, better = step / COOLING, 0
        before = energy
        if step < STILL:
            break
    return places


def _attraction(places: Places, pull: csr_array) -> Places:
    """Towards each neighbour, with the square of its distance."""
    source = np.repeat(np.arange(pull.shape[0]), np.diff(pull.indptr))
    apart = places[pull.indices] - places[source]
    strength = pull.data * np.hypot(apart[:, 0], apart[:, 1])
    return np.stack([np.bincount(source, strength * apart[:, axis], minlength=len(places)) for axis in (0, 1)], axis=1)


def _field(places: Places, mass: Places) -> Places:
    """What pushes at each place: of every mass m at distance d, m/d² away from it."""
    return _exact_field(places, mass) if len(places) <= EXACT else _grid_field(places, mass)


def _exact_field(places: Places, mass: Places) -> Places:
    apart = places[:, None, :] - places[None, :, :]
    squared = np.einsum("ijk,ijk->ij", apart, apart) + 1e-4
    push: Places = np.einsum("ijk,ij->ik", apart, mass[None, :] / squared**1.5)
    return push


def _grid_field(places: Places, mass: Places) -> Places:
    """Masses shared out to the four cells around them, the field of all cells, and that at each place read off again."""
    low = places.min(axis=0)
    cell = float((places.max(axis=0) - low).max()) / (CELLS - 2) + 1e-9
    at = (places - low) / cell
    corner = np.floor(at).astype(np.int64)
    share = _shares(at - corner)
    index = [(corner[:, 0] + dx) * CELLS + corner[:, 1] + dy for dx in (0, 1) for dy in (0, 1)]
    density = sum(np.bincount(flat, mass * part, minlength=CELLS * CELLS) for flat, part in zip(index, share, strict=True))
    size = 2 * CELLS  # padded, so that what leaves on one side does not come in on the other
    spectrum = fft.rfft2(np.reshape(density, (CELLS, CELLS)), s=(size, size))
    field = [fft.irfft2(spectrum * kernel, s=(size, size))[:CELLS, :CELLS].ravel() / cell**2 for kernel in _KERNELS]
    return np.stack([sum(part * axis[flat] for flat, part in zip(index, share, strict=True)) for axis in field], axis=1)


def _shares(inside: Places) -> list[NDArray[np.float64]]:
    """Of each cell around a place, by how near it is; ordered like the indices."""
    right, up = inside[:, 0], inside[:, 1]
    return [(1 - right) * (1 - up), (1 - right) * up, right * (1 - up), right * up]


def _kernels() -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
    """The field of one mass in the corner cell, in cells, as spectra: for x and for y."""
    steps = np.fft.fftfreq(2 * CELLS, d=1 / (2 * CELLS))
    x, y = np.meshgrid(steps, steps, indexing="ij")
    squared = x * x + y * y
    squared[0, 0] = 1.0  # a cell does not push itself: x and y are 0 there
    return fft.rfft2(x / squared**1.5), fft.rfft2(y / squared**1.5)


_KERNELS = _kernels()


def spread(places: Places, radii: Places, *, fixed: NDArray[np.bool_] | None = None, rounds: int = 60) -> Places:
    """Places with room for each node: all drawn out until most have it, and then pushed apart, each pair by its overlap."""
    places = places.copy() if fixed is not None else places * _draw_out(places, radii)
    movable = np.ones(len(places)) if fixed is None else (~fixed).astype(np.float64)
    reach = 2 * MARGIN * float(radii.max(initial=0.0))
    for _ in range(rounds):
        pairs = cKDTree(places).query_pairs(reach, output_type="ndarray")
        first, second = pairs[:, 0], pairs[:, 1]
        apart = places[second] - places[first]
        distance = np.hypot(apart[:, 0], apart[:, 1])
        overlap = MARGIN * (radii[first] + radii[second]) - distance
        close = overlap > SEEN
        if not close.any():
            break
        first, second, apart, distance, overlap = (part[close] for part in (first, second, apart, distance, overlap))
        # Two at one place part along a direction that depends on which they are.
        turn = (first * GOLDEN + second) % (2 * np.pi)
        aside = np.stack([np.cos(turn), np.sin(turn)], axis=1)
        way = np.where(distance[:, None] > SAME, apart / np.maximum(distance, SAME)[:, None], aside)
        push = way * (overlap / 2)[:, None]
        for axis in (0, 1):
            onwards = np.bincount(second, push[:, axis], minlength=len(places))
            back = np.bincount(first, push[:, axis], minlength=len(places))
            places[:, axis] += (onwards - back) * movable
    return places


def _draw_out(places: Places, radii: Places) -> float:
    """The factor at which half of the nodes have room. Pushing alone would fill the gaps between groups, which tell most."""
    if len(places) < 3:
        return 1.0
    nearest = cKDTree(places).query(places, k=2)[0][:, 1]
    wanted = 2 * MARGIN * radii
    return float(np.clip(np.median(wanted / np.maximum(nearest, SAME)), 1.0, MOST_DRAWN_OUT))

"""TEMPORARY stand-in until the core has it: slow, and not uniform."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pandoku.kernel.arrays import count_many, solve_many
from pandoku.model import Geometry, Puzzle


def keys(seed: int, index: Any, attempt: Any = 0) -> Any:
    with np.errstate(over="ignore"):
        out = _mix(np.uint64(seed))
        for part in (index, attempt):
            out = _mix(out ^ np.asarray(part).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15))
    return out


def _mix(z: Any) -> Any:
    z = z + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def grids(geometry: Geometry, keys: NDArray[Any], *, threads: int = 0) -> NDArray[np.uint8]:
    n = geometry.order
    rows = np.zeros((len(keys), n * n), np.uint8)
    relabel = []
    for at, key in enumerate(keys.tolist()):
        rng = random.Random(key)
        digits = list(range(1, n + 1))
        rng.shuffle(digits)
        relabel.append(digits)
        cells = rng.sample(range(n * n), n // 2)
        rows[at, cells[0]] = 1
    found, _ = solve_many(rows, like=Puzzle(geometry), limit=1, nodes=100000)
    table = np.array([[0, *each] for each in relabel], np.uint8)
    return np.take_along_axis(table, found.astype(np.int64), axis=1)


def dig(
    geometry: Geometry,
    puzzles: NDArray[Any],
    keys: NDArray[Any],
    *,
    orbits: NDArray[Any] | None = None,
    least: int = 0,
    keep: NDArray[Any] | None = None,
    threads: int = 0,
) -> NDArray[np.uint8]:
    n_cells = geometry.n_cells
    orbit_of = np.arange(n_cells) if orbits is None else np.asarray(orbits, np.int64)
    n_orbits = int(orbit_of.max()) + 1
    order = np.array([random.Random(k).sample(range(n_orbits), n_orbits) for k in keys.tolist()])
    rows = np.array(puzzles, np.uint8)
    for turn in range(n_orbits):
        tried = rows.copy()
        tried[orbit_of[None, :] == order[:, turn, None]] = 0
        ok = count_many(tried, 2, like=Puzzle(geometry)) == 1
        ok &= np.count_nonzero(tried, axis=1) >= least
        rows[ok] = tried[ok]
    return rows


def minimal(geometry: Geometry, puzzles: NDArray[Any], *, threads: int = 0) -> NDArray[np.bool_]:
    out = np.ones(len(puzzles), bool)
    for cell in range(geometry.n_cells):
        at = np.flatnonzero(puzzles[:, cell])
        tried = puzzles[at].copy()
        tried[:, cell] = 0
        if len(at):
            out[at[count_many(tried, 2, like=Puzzle(geometry)) == 1]] = False
    return out


def pattern(
    geometry: Geometry, mask: Any, keys: NDArray[Any], *, threads: int = 0
) -> NDArray[np.uint8]:
    rows = grids(geometry, keys) * np.asarray(mask, np.uint8)
    rows[count_many(rows, 2, like=Puzzle(geometry)) != 1] = 0
    return rows

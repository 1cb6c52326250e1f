"""Which puzzles were seen before: digests, in memory as long as they are few, else in files."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pandoku.model import Cage, Constraint, Geometry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Digests = NDArray[np.uint64]  # (n, 2)

__all__ = ["MOST_IN_MEMORY", "Seen", "digests_of"]

MOST_IN_MEMORY = 1 << 22  # digests: 64 MB
_LANES = (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03)


def digests_of(
    geometry: Geometry,
    rows: NDArray[np.uint8],
    cages: tuple[Cage, ...] = (),
    further: tuple[Constraint, ...] = (),
) -> Digests:
    """Return 128 bits for each puzzle, equal for equal puzzles.

    Args:
        geometry: The geometry of all puzzles.
        rows: Digits, (n, cells).
        cages: The cages of all puzzles.
        further: Their other constraints.
    """
    shape = (geometry.order, geometry.box, geometry.regions, geometry.diagonals, geometry.extra)
    rules = (shape, cages, further) if further else (shape, cages)
    start = blake2b(repr(rules).encode(), digest_size=16).digest()
    n, width = rows.shape
    padded = np.zeros((n, -(-width // 8) * 8), np.uint8)
    padded[:, :width] = rows
    words = padded.view("<u8")
    digests = np.empty((n, 2), np.uint64)
    for lane, factor in enumerate(_LANES):
        state = np.full(n, int.from_bytes(start[8 * lane : 8 * lane + 8], "little"), np.uint64)
        for word in words.T:
            state = _mixed((state ^ word) * np.uint64(factor))
        digests[:, lane] = state
    return digests


def _mixed(state: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return numbers whose bits all depend on all bits: the finalizer of SplitMix64."""
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


class Seen:
    """The digests that were added.

    They lie in sorted runs, each longer than the next; runs of similar length become one. When
    there are too many for the memory, they go to a file, which is searched where it lies.

    Args:
        folder: Where files are made.
        most: The most digests in memory.
    """

    def __init__(self, folder: Path, most: int = MOST_IN_MEMORY) -> None:
        self._folder, self._most = folder, most
        self._runs: list[Digests] = []
        self._files: list[Digests] = []

    def add(self, digests: Digests) -> NDArray[np.bool_]:
        """Add digests in order; return which of them are new, bool (n,)."""
        order = np.lexsort((digests[:, 1], digests[:, 0]))  # stable: equal ones stay in order
        ordered = digests[order]
        is_new = np.ones(len(digests), bool)
        is_new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
        for run in (*self._files, *self._runs):
            is_new &= ~_are_in(run, ordered)
        self._keep(ordered[is_new])
        result = np.empty(len(digests), bool)
        result[order] = is_new
        return result

    def _keep(self, run: Digests) -> None:
        while self._runs and len(self._runs[-1]) < 2 * len(run):
            run = _merged(self._runs.pop(), run)
        if len(run):
            self._runs.append(run)
        if sum(map(len, self._runs)) > self._most:
            self._spill()

    def _spill(self) -> None:
        run = self._runs.pop(0)
        for each in self._runs:
            run = _merged(run, each)
        path = self._folder / f"{len(self._files)}.npy"
        np.save(path, run)
        self._runs = []
        self._files.append(np.load(path, mmap_mode="r"))


def _merged(one: Digests, other: Digests) -> Digests:
    both = np.concatenate((one, other))
    return both[np.lexsort((both[:, 1], both[:, 0]))]


def _are_in(run: Digests, wanted: Digests) -> NDArray[np.bool_]:
    """Return which digests are in a sorted run."""
    firsts = run[:, 0]
    at = np.searchsorted(firsts, wanted[:, 0])
    found = np.zeros(len(wanted), bool)
    # Different digests with equal first halves lie beside each other.
    open_ = np.flatnonzero(at < len(run))
    while len(open_):
        open_ = open_[firsts[at[open_]] == wanted[open_, 0]]
        is_same = run[at[open_], 1] == wanted[open_, 1]
        found[open_[is_same]] = True
        open_ = open_[~is_same]
        at[open_] += 1
        open_ = open_[at[open_] < len(run)]
    return found

"""Sets of canonical forms, to recognize isomorphic puzzles among many millions."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pandoku.model import Cage, Constraint, Geometry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Digests = NDArray[np.uint64]  # shape (n, 2)

MOST_IN_MEMORY = 1 << 22  # digests in memory, which need 64 MB
_LANES = (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03)


def digests_of(
    geometry: Geometry,
    rows: NDArray[np.uint8],
    cages: tuple[Cage, ...] = (),
    further: tuple[Constraint, ...] = (),
) -> Digests:
    """Return a digest of 128 bits for each puzzle. Equal puzzles have equal digests.

    Args:
        geometry: The geometry that all puzzles share.
        rows: Digits, (n, cells).
        cages: The cages that all puzzles share.
        further: The other constraints that all puzzles share.
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
    """Apply the finalizer of SplitMix64. Every bit of the result depends on all bits of *state*."""
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


class Seen:
    """A set of digests. When it gets large, digests are moved from memory to files.

    Digests are stored in sorted runs. Runs of similar length are merged, so that each run is at
    least twice as long as the next. If there are more than *most* digests in memory, all runs in
    memory are merged into a new file. Lookups then search this file on disk.

    Args:
        folder: The folder for the files.
        most: Maximum number of digests in memory.
    """

    def __init__(self, folder: Path, most: int = MOST_IN_MEMORY) -> None:
        self._folder, self._most = folder, most
        self._runs: list[Digests] = []
        self._files: list[Digests] = []

    def add(self, digests: Digests) -> NDArray[np.bool_]:
        """Add digests in order, and return a mask of those that are new, bool (n,)."""
        # The sort is stable, so only the first of several equal digests is new.
        order = np.lexsort((digests[:, 1], digests[:, 0]))
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
    """Return a mask of the digests in *wanted* that are in a sorted run."""
    firsts = run[:, 0]
    at = np.searchsorted(firsts, wanted[:, 0])
    found = np.zeros(len(wanted), bool)
    # Digests with equal first halves are next to each other, so compare their second halves in
    # turn.
    open_ = np.flatnonzero(at < len(run))
    while len(open_):
        open_ = open_[firsts[at[open_]] == wanted[open_, 0]]
        is_same = run[at[open_], 1] == wanted[open_, 1]
        found[open_[is_same]] = True
        open_ = open_[~is_same]
        at[open_] += 1
        open_ = open_[at[open_] < len(run)]
    return found

"""Searching puzzles with cages: puzzles in, what was found out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pandoku.kernel import default_threads, native
from pandoku.model import Puzzle

__all__ = ["MAX_TARGET", "STOPS", "Found", "search"]

MAX_TARGET = (1 << 62) - 1  # the search multiplies in 64 bits, and larger means "too large" there
STOPS = (None, "limit", "nodes", "seconds")


@dataclass(frozen=True, slots=True)
class Found:
    """What the search found for one puzzle.

    Attributes:
        count: Solutions found, at most the limit.
        stopped: None, "limit", "nodes" or "seconds" (see `pandoku.Outcome`).
        nodes: Guesses made.
        elapsed_s: Seconds spent on this puzzle.
        solutions: The first ones, n*n digits each.
    """

    count: int
    stopped: str | None
    nodes: int
    elapsed_s: float
    solutions: tuple[tuple[int, ...], ...]


def search(
    puzzles: Sequence[Puzzle],
    *,
    limit: int = 2,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    keep: int = 2,
) -> list[Found]:
    """Search puzzles of any kind, sound by `Puzzle.require_sound`, on several threads.

    Args:
        puzzles: Of any kinds, mixed as they come.
        limit: Stop each puzzle after this many solutions, at least 1.
        nodes: Guesses each puzzle may take, at least 1; None: no bound.
        seconds: For each puzzle, more than 0; None: no bound.
        threads: At most this many; None: what the machine has.
        keep: Solutions to return for each puzzle.

    Raises:
        ValueError: An argument is out of range, or a target above MAX_TARGET.
        KeyboardInterrupt: Ctrl-C; nothing is returned.
    """
    for name, value in (("limit", limit), ("nodes", nodes), ("threads", threads), ("keep", keep)):
        if value is not None and value < 1:
            raise ValueError(f"expected {name} to be at least 1, found {value}")
    raw = native().cages_solve(
        [_packed(puzzle) for puzzle in puzzles],
        min(limit, 1 << 62),
        keep,
        min(nodes or 0, 1 << 62),
        seconds or 0.0,
        default_threads(threads),
    )
    return [
        Found(count, STOPS[stop], spent, elapsed_s, _split(digits, puzzle.geometry.n_cells))
        for puzzle, (count, stop, spent, elapsed_s, digits) in zip(puzzles, raw, strict=True)
    ]


def _packed(puzzle: Puzzle) -> tuple[object, ...]:
    """Return the puzzle as the binding takes it; a given is a domain of one digit."""
    geometry = puzzle.geometry
    masks = list(puzzle.candidates or (geometry.all_mask,) * geometry.n_cells)
    for cell, given in enumerate(puzzle.givens):
        if given:
            masks[cell] &= 1 << (given - 1)
    cages = []
    for number, cage in enumerate(puzzle.cages, 1):
        if abs(cage.target or 0) > MAX_TARGET:
            raise ValueError(f"cage {number}: expected a target below 2**62, found {cage.target}")
        cages.append((cage.operation, cage.target, cage.repeats, list(cage.cells)))
    houses = [list(house.cells) for house in geometry.houses]
    return geometry.order, houses, masks, cages


def _split(digits: bytes, n_cells: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(digits[i : i + n_cells]) for i in range(0, len(digits), n_cells))

"""Paths of puzzles that are known to be proper, as the number of steps of each technique."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from pandoku.kernel.logic import WALK_ENDS
from pandoku.logic._order import is_bound, ordered_techniques, why_unusable
from pandoku.logic._rated import walked_in_core
from pandoku.logic._walk import end_of, native_head
from pandoku.logic.explaining import PathOptions, search_path
from pandoku.model import Batch, Board, Puzzle
from pandoku.rating import DEFAULT_SCALE
from pandoku.techniques import Technique

__all__ = ["ProvedPath", "proved_paths"]

_FULL, _STUCK = map(WALK_ENDS.index, ("full", "stuck"))


class ProvedPath(NamedTuple):
    """A path with some techniques only.

    Attributes:
        used: The techniques of the path, each with the number of its steps.
        is_full: Whether the path ends with the solution.
    """

    used: tuple[tuple[str, int], ...]
    is_full: bool

    @property
    def n_steps(self) -> dict[str, int]:
        """The number of steps of each technique that the path uses."""
        return dict(self.used)


def proved_paths(
    puzzles: Batch, techniques: Sequence[str | Technique], *, threads: int | None = None
) -> list[ProvedPath]:
    """Return the paths of `explain_many`, for puzzles that are not checked again.

    Args:
        puzzles: Digits of puzzles with exactly one solution each.
        techniques: As in `explain_many`.
        threads: As in `explain_many`.

    Raises:
        TechniqueError, EngineError, KeyboardInterrupt: As in `explain_many`.

    >>> (path,) = proved_paths(Batch.of([Puzzle(4, "1.....2..3.....4")]), ["naked-single"])
    >>> path.is_full, path.n_steps
    (True, {'naked-single': 12})
    """
    order = ordered_techniques(techniques)
    # Groups of positions: the same techniques are used for all puzzles of a group.
    groups: dict[tuple[bool, bool], list[int]] = {}
    if not puzzles.has_constraints:
        groups[True, False] = [*range(len(puzzles))]
    else:
        for at, puzzle in enumerate(puzzles):
            key = not puzzle.constraints, is_bound(puzzle)
            groups.setdefault(key, []).append(at)
    found: dict[int, ProvedPath] = {}
    for (is_plain, bound), places in groups.items():
        is_all = len(places) == len(puzzles)
        part = puzzles if is_all else Batch.of([puzzles[at] for at in places])
        if len(part):
            paths = _paths(part, order, threads, is_plain=is_plain, is_bound=bound)
            found.update(zip(places, paths, strict=True))
    return [found[at] for at in range(len(puzzles))]


def _paths(
    batch: Batch,
    order: Sequence[Technique],
    threads: int | None,
    *,
    is_plain: bool,
    is_bound: bool,
) -> list[ProvedPath]:
    plain = Puzzle(batch.geometry)
    used = [
        each
        for each in order
        if not why_unusable(each, plain, is_plain) and (is_bound or "constraints" not in each.needs)
    ]
    # If constraints do more than make cells differ, the core cannot check whether a full grid is a
    # solution.
    head = [] if is_bound else [*takewhile(lambda each: each.is_native, used)]
    if not head:
        return [_walked(puzzle, order, is_plain) for puzzle in batch]
    counts, ends = walked_in_core(batch, native_head(head), threads)
    names, is_complete = [each.name for each in head], len(head) == len(used)
    return [
        ProvedPath(tuple((names[at], n) for at, n in enumerate(row) if n), end == _FULL)
        if is_complete or end != _STUCK
        else _walked(batch[at], order, is_plain)
        for at, (row, end) in enumerate(zip(counts, ends, strict=True))
    ]


def _walked(puzzle: Puzzle, order: Sequence[Technique], is_plain: bool) -> ProvedPath:
    """Return a path that a technique in Python may continue."""
    board, n_steps = Board.start(puzzle), Counter[str]()
    path = search_path(board, order, PathOptions(DEFAULT_SCALE), is_proper=is_plain)
    for step, after in path.steps:
        n_steps[step.technique] += 1
        board = after
    return ProvedPath(tuple(n_steps.items()), end_of(board) == "full")

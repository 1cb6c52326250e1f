"""The ledger of a path: the cause and the step of every candidate's removal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from pandoku.model import Board, Step
from pandoku.words import Cause, Ledger, in_sight

__all__ = ["ledger_of"]

_START = Cause("start")


def ledger_of(start: Board, steps: Sequence[Step] = ()) -> Ledger:
    """Return the causes of all missing candidates after some steps.

    They are computed on first access, in time linear in the number of steps.

    Args:
        start: The board before the first step. Candidates missing there are explained by a digit in
            sight, or were missing from the start.
        steps: The steps from there, in order. They are numbered from 1.

    >>> from pandoku.model import Puzzle
    >>> ledger_of(Board.start(Puzzle(4, (1,) + (0,) * 15)))[1, 1]
    Cause(by='digit', step=0, cell=0, house=0, cage=-1, constraint=-1)
    """
    return _Ledger(start, steps)


class _Ledger(Mapping[tuple[int, int], Cause]):
    def __init__(self, start: Board, steps: Sequence[Step]) -> None:
        self._start, self._steps = start, steps

    @cached_property
    def _causes(self) -> dict[tuple[int, int], Cause]:
        return _causes(self._start, self._steps)

    def __getitem__(self, candidate: tuple[int, int]) -> Cause:
        return self._causes[candidate]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._causes)

    def __len__(self) -> int:
        return len(self._causes)

    def __eq__(self, other: object) -> bool:
        if self is other:  # as in all steps of a path, without computing it
            return True
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._sum

    @cached_property
    def _sum(self) -> int:
        return hash(frozenset(self._causes.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _Ledger, (self._start, self._steps)


def _causes(start: Board, steps: Iterable[Step]) -> dict[tuple[int, int], Cause]:
    geometry = start.puzzle.geometry
    causes = {
        (cell, digit): in_sight(start, cell, digit) or _START
        for cell in range(geometry.n_cells)
        for digit in _missing(start, cell, geometry.all_mask)
    }
    board = start
    for number, step in enumerate(steps, 1):
        after = board.after(step)
        eliminated = {*step.eliminations}
        for cell, digit in _removed(board, after):
            by_digit = None if (cell, digit) in eliminated else in_sight(after, cell, digit)
            causes[cell, digit] = (by_digit or Cause("step"))._replace(step=number)
        board = after
    return causes


def _removed(before: Board, after: Board) -> Iterator[tuple[int, int]]:
    for cell, mask in enumerate(before.masks):
        if mask != after.masks[cell]:
            yield from ((cell, digit) for digit in _missing(after, cell, mask))


def _missing(board: Board, cell: int, among: int) -> Iterator[int]:
    """Yield the digits of the mask *among* that are not candidates of the cell, ascending."""
    left = among & ~board.masks[cell]
    while left:
        bit = left & -left
        yield bit.bit_length()
        left ^= bit

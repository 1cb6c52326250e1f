"""Find the causes of missing candidates, and the missing candidates that a step depends on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from pandoku.model import Board, Facts, Pair, Step
from pandoku.words import Cause, Ledger, Sentence, claims, in_sight

__all__ = ["ledger_of", "premises", "rests_on"]

_START = Cause("start")


def ledger_of(start: Board, steps: Sequence[Step] = ()) -> Ledger:
    """Return the causes of all missing candidates after some steps.

    The causes are computed on first access. The time is proportional to the number of steps.

    Args:
        start: The board before the first step. The cause of a candidate that this board lacks is a
            digit in sight that excludes it, or else "start".
        steps: The steps from *start* on, in order. Causes refer to them by number, from 1.

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
        if self is other:  # all steps of a path share one ledger
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
        changed = [cell for cell, mask in enumerate(board.masks) if mask != after.masks[cell]]
        removed = [(cell, d) for cell in changed for d in _missing(after, cell, board.masks[cell])]
        for cell, digit in removed:
            by_digit = None if (cell, digit) in eliminated else in_sight(after, cell, digit)
            causes[cell, digit] = (by_digit or Cause("step"))._replace(step=number)
        board = after
    return causes


def _missing(board: Board, cell: int, among: int) -> Iterator[int]:
    """Yield the digits in the mask *among* that are not candidates of a cell, ascending."""
    left = among & ~board.masks[cell]
    while left:
        bit = left & -left
        yield bit.bit_length()
        left ^= bit


# ---- premises of a step


# If the sentences of a step only make claims of these kinds, the claims prove the step. The kinds
# in _TELLING identify the missing candidates that the step depends on. Claims of the other kinds in
# _PLAIN hold on every board of the puzzle.
_TELLING = (claims.Only, claims.Places, claims.Total)
_PLAIN = (
    *(*_TELLING, claims.Apart, claims.Concludes, claims.Gone, claims.Inside, claims.Needs),
    *(claims.OneOf, claims.Open, claims.Placed, claims.SameDigits, claims.Sees),
)


def premises(step: Step, board: Board, words: Iterable[Sentence]) -> list[Pair]:
    """Return the missing candidates that a step depends on, as (cell, digit), ascending.

    The list is sufficient: the step is valid on every board of the puzzle that lacks these
    candidates. If the sentences of the step do not identify them, the list has all candidates that
    the cells of the step lack. For a trial, and for a BUG, the list has all missing candidates of
    the board, because they may use any part of the grid.

    Args:
        step: The step.
        board: The board before the step.
        words: The sentences of the step's explanation.
    """
    made = [claim for sentence in words for claim in sentence.claims]
    is_plain = all(isinstance(claim, _PLAIN) for claim in made)
    if is_plain and any(isinstance(claim, _TELLING) for claim in made):
        wanted: Iterable[Pair] = _claimed(made, board)
    elif step.facts.branches or any(isinstance(claim, claims.Paired) for claim in made):
        order = board.puzzle.order
        wanted = product(range(order * order), range(1, order + 1))
    else:
        wanted = rests_on(step, board)
    return sorted({pair for pair in wanted if not board.masks[pair[0]] >> (pair[1] - 1) & 1})


def _claimed(made: Iterable[claims.Claim], board: Board) -> Iterator[Pair]:
    """Yield the candidates that are missing according to claims."""
    geometry = board.puzzle.geometry
    digits = range(1, geometry.order + 1)
    for claim in made:
        match claim:
            case claims.Gone(cells, gone):
                yield from ((cell, digit) for cell in cells for digit in gone)
            case claims.Only(cells, _):  # its sentence may give reasons for the other digits
                yield from ((cell, digit) for cell in cells for digit in digits)
            case claims.Places(house, digit, cells):
                others = (cell for cell in geometry.houses[house].cells if cell not in cells)
                yield from ((cell, digit) for cell in others)
            case claims.Placed(cell, _):
                yield from ((cell, digit) for digit in digits)
            case claims.Total(placed=placed):
                yield from ((cell, digit) for cell in placed for digit in digits)


def rests_on(step: Step, board: Board) -> list[Pair]:
    """Return the candidates that a step may depend on. Some of them may be missing.

    For most techniques, these are all digits in the cells of the step.
    """
    digits = range(1, board.puzzle.order + 1)
    if step.technique == "naked-single":
        return [(step.placements[0][0], digit) for digit in digits]
    if step.technique == "hidden-single":
        return [(cell, step.placements[0][1]) for cell in step.facts.houses[0].cells]
    cells = {cell for cell, _ in (*step.placements, *step.eliminations)}
    cells |= _cells_of(step.facts, board)
    return [(cell, digit) for cell in cells for digit in digits]


def _cells_of(facts: Facts, board: Board) -> set[int]:
    cells = {cell for cell, _ in facts.cells} | {cell for cell, *_ in facts.candidates}
    cells |= {cell for house in facts.houses for cell in house.cells}
    cells |= {cell for each in facts.cages for cell in board.puzzle.cages[each.cage].cells}
    rules = (board.puzzle.constraints[number] for number in facts.constraints)
    cells |= {cell for rule in rules for cell in rule.cells_on(board.puzzle.geometry)}
    for link in facts.links:
        cells |= {cell for cell, _ in (*link.start, *link.end)}
        cells |= {*link.house.cells} if link.house else set()
    for step in (*facts.steps, *(step for branch in facts.branches for step in branch)):
        cells |= _cells_of(step.facts, board)
    return cells

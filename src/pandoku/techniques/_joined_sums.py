"""The rule of 45 with sums of every kind, and sums that share cells.

Houses, cages and constraints state equations: some cells, each times a factor, have a total. The
equations of constraints are subtracted from those of houses, one after the other, as long as fewer
cells are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pandoku.constraints import Sandwich, XSum
from pandoku.model import Board, Differ, Pairs, Puzzle, Relation, Total, per_rules
from pandoku.model.constraint import neighbor_pairs

__all__ = ["JoinedSum", "LinearSum", "joined_sums", "linear_sums"]

_MOST_HOUSES = 3
_MOST_SETS = 150  # maximum number of sets of houses to try
_MOST_CELLS = 40  # a sum of more cells is not used
_MOST_KNOWN = 8  # maximum number of boards whose joined sums are kept
_MOST_STEPS = 12  # maximum number of sums to subtract
_FIRST_CHOICES = 6  # number of sums that are tried as the first one to subtract


class LinearSum(NamedTuple):
    """An equation of a cage or another constraint.

    Attributes:
        number: Position of the constraint in `Puzzle.constraints`.
        terms: Pairs (cell, factor).
        total: The sum of the cells times their factors.
        because: Filled cells that the equation follows from, such as the crusts of a sandwich.
    """

    number: int
    terms: tuple[tuple[int, int], ...]
    total: int
    because: tuple[int, ...] = ()

    def side(self, sign: int) -> tuple[int, ...]:
        """Return the cells whose factor has a sign."""
        return tuple(cell for cell, factor in self.terms if factor * sign > 0)


class JoinedSum(NamedTuple):
    """Houses less some sums: the equation that is left for a few empty cells.

    Attributes:
        houses: Indices of the houses.
        sums: The subtracted sums, each with its factor.
        placed: Filled cells whose digits are subtracted, with their factors.
        terms: The empty cells that are left, with their factors.
        total: The total of these cells.
    """

    houses: tuple[int, ...]
    sums: tuple[tuple[LinearSum, int], ...]
    placed: tuple[tuple[int, int], ...]
    terms: tuple[tuple[int, int], ...]
    total: int

    @property
    def length(self) -> tuple[int, int, int]:
        """The length of the reasoning, for choosing the shortest."""
        return len(self.terms), len(self.houses), len(self.sums)


# ---- the sums of constraints


@per_rules
def _fixed_sums(puzzle: Puzzle) -> tuple[LinearSum, ...]:
    """Return the sums of cages and constraints that do not depend on filled cells."""
    found: list[LinearSum] = []
    for number, constraint in enumerate(puzzle.constraints):
        if number < len(puzzle.cages):
            cage = puzzle.cages[number]
            if cage.operation == "+" and cage.target is not None:
                found.append(LinearSum(number, _ones(cage.cells), cage.target))
        elif constraint.is_sound(puzzle.geometry):
            for relation in constraint.relations(puzzle):
                found += (LinearSum(number, *each) for each in equations_in(relation, puzzle.order))
    return tuple(dict.fromkeys(each for each in found if len(each.terms) <= _MOST_CELLS))


def equations_in(
    relation: Relation, order: int
) -> Iterator[tuple[tuple[tuple[int, int], ...], int]]:
    """Yield the equations that a relation states: the cells with their factors, and the total."""
    if isinstance(relation, Total):
        terms = tuple((cell, weights[0]) for cell, weights in relation.terms)
        is_linear = all(
            weight == weights[0] * digit
            for _, weights in relation.terms
            for digit, weight in enumerate(weights, 1)
        )
        if is_linear and len(relation.targets) == 1:
            yield terms, relation.targets[0]
    elif isinstance(relation, Differ):
        if len(relation.cells) == order:
            yield _ones(relation.cells), order * (order + 1) // 2
    elif isinstance(relation, Pairs):
        have_equal_digits = all(mask == 1 << at for at, mask in enumerate(relation.table))
        for one, other in relation.pairs if have_equal_digits else ():
            yield ((one, 1), (other, -1)), 0


def _ones(cells: Iterable[int]) -> tuple[tuple[int, int], ...]:
    return tuple((cell, 1) for cell in cells)


@per_rules
def _clues(puzzle: Puzzle) -> tuple[tuple[int, Sandwich | XSum, tuple[int, ...]], ...]:
    """Return the sandwiches and X-sums of a puzzle, with their cells."""
    return tuple(
        (number, constraint, constraint.cells_on(puzzle.geometry))
        for number, constraint in enumerate(puzzle.further, len(puzzle.cages))
        if isinstance(constraint, Sandwich | XSum) and constraint.is_sound(puzzle.geometry)
    )


def linear_sums(board: Board) -> tuple[LinearSum, ...]:
    """Return the sums of all constraints, with those that follow from filled cells."""
    found = [*_fixed_sums(board.puzzle)]
    for number, clue, cells in _clues(board.puzzle):
        digits = [board.digits[cell] for cell in cells]
        if isinstance(clue, XSum):
            inside, because = cells[: digits[0]], cells[:1] if digits[0] else ()
        else:
            crusts = [at for at, digit in enumerate(digits) if digit in (1, board.puzzle.order)]
            inside = cells[crusts[0] + 1 : crusts[-1]] if len(crusts) == 2 else ()
            because = tuple(cells[at] for at in crusts)
        if inside:
            found.append(LinearSum(number, _ones(inside), clue.total, because))
    return tuple(found)


# ---- sets of houses


@per_rules
def _house_sets(puzzle: Puzzle) -> tuple[tuple[int, ...], ...]:
    """Return single houses, then houses of a kind that touch each other."""
    houses = puzzle.geometry.houses
    beside: dict[int, set[int]] = {}
    for one, other in neighbor_pairs(puzzle.order):
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)
    full = [at for at, house in enumerate(houses) if len(house.cells) == puzzle.order]
    cells = {at: {*houses[at].cells} for at in full}
    around = {at: {other for cell in cells[at] for other in beside.get(cell, ())} for at in full}

    def joins(some: Sequence[int], at: int) -> bool:
        return (
            houses[at].kind == houses[some[0]].kind
            and all(cells[at].isdisjoint(cells[other]) for other in some)
            and any(not cells[at].isdisjoint(around[other]) for other in some)
        )

    found: list[tuple[int, ...]] = [(at,) for at in full]
    last = found
    for _ in range(1, _MOST_HOUSES):
        last = sorted({tuple(sorted((*some, at))) for some in last for at in full
                       if joins(some, at)})  # fmt: skip
        found = [*found, *last]
        if len(found) > _MOST_SETS:
            break
    return tuple(found[:_MOST_SETS])


# ---- joining


@per_rules
def _joined_before(puzzle: Puzzle) -> dict[object, tuple[JoinedSum, ...]]:
    """Return the latest joined sums, by the digits of the board and the houses."""
    return {}


def joined_sums(
    board: Board, most: int, *, with_houses: bool, within: tuple[int, ...] = ()
) -> tuple[JoinedSum, ...]:
    """Return the joined sums that leave one to *most* empty cells.

    Args:
        board: The board.
        most: Maximum number of cells.
        with_houses: Whether to start with houses. If not, start with sums of constraints.
        within: The houses to start with, or () for all.
    """
    before, key = _joined_before(board.puzzle), (board.digits, most, with_houses, within)
    if key not in before:
        if len(before) >= _MOST_KNOWN:
            before.clear()
        before[key] = tuple(_joined(board, most, with_houses, within))
    return before[key]


def _joined(
    board: Board, most: int, with_houses: bool, within: tuple[int, ...]
) -> Iterator[JoinedSum]:
    by_cell: dict[int, list[LinearSum]] = {}
    sums = linear_sums(board)
    for each in sums:
        for cell, _ in each.terms:
            by_cell.setdefault(cell, []).append(each)
    if with_houses:
        n, geometry = board.puzzle.order, board.puzzle.geometry
        for houses in (within,) if within else _house_sets(board.puzzle) if sums else ():
            cells = [cell for at in houses for cell in geometry.houses[at].cells]
            total = len(houses) * n * (n + 1) // 2
            start = _Balance(board, dict.fromkeys(cells, 1), total)
            for joined in start.joined(by_cell, most):
                yield joined._replace(houses=houses)
        return
    for each in sums:
        yield from _Balance(board, {}, 0).less(each, -1).joined(by_cell, most, ((each, -1),))


class _Balance(NamedTuple):
    """Cells with factors, and their total."""

    board: Board
    terms: dict[int, int]
    total: int

    def joined(
        self,
        by_cell: dict[int, list[LinearSum]],
        most: int,
        used: tuple[tuple[LinearSum, int], ...] = (),
    ) -> Iterator[JoinedSum]:
        """Subtract sums, beginning with each of the best ones, and yield the results."""
        taken = [each for each, _ in used]
        empty = [cell for cell in self.terms if not self.board.digits[cell]]
        near = [*dict.fromkeys(each for cell in empty for each in by_cell.get(cell, ()))]
        near = [each for each in near if each not in taken]
        firsts = sorted((self.gain(each) for each in near), key=lambda gain: -gain[0])
        found: dict[object, JoinedSum] = {}
        for gain, first, factor in firsts[:_FIRST_CHOICES]:
            if gain > 0:
                joined = _greedy(self.less(first, factor), near, (*used, (first, factor)))
                if 0 < len(joined.terms) <= most:
                    found.setdefault(joined.terms, joined)
        yield from found.values()

    def gain(self, each: LinearSum) -> tuple[int, LinearSum, int]:
        """Return the number of empty cells that a sum cancels at best, the sum, and its factor."""
        return max(
            (sum(self._cancels(cell, factor * own) for cell, own in each.terms), each, factor)
            for factor in (1, -1)
        )

    def _cancels(self, cell: int, factor: int) -> int:
        before = self.terms.get(cell, 0)
        return 0 if self.board.digits[cell] else (before != 0) - (before != factor)

    def less(self, each: LinearSum, factor: int) -> _Balance:
        """Return the balance after subtracting a sum."""
        terms = dict(self.terms)
        for cell, own in each.terms:
            terms[cell] = terms.get(cell, 0) - factor * own
        left = {cell: own for cell, own in terms.items() if own}
        return _Balance(self.board, left, self.total - factor * each.total)


def _greedy(
    balance: _Balance, near: Sequence[LinearSum], used: tuple[tuple[LinearSum, int], ...]
) -> JoinedSum:
    """Subtract sums as long as this leaves fewer empty cells."""
    while len(used) < _MOST_STEPS:
        taken = [each for each, _ in used]
        left = [balance.gain(each) for each in near if each not in taken]
        gain, each, factor = max(left, key=lambda found: found[0], default=(0, used[0][0], 1))
        if gain <= 0:
            break
        balance, used = balance.less(each, factor), (*used, (each, factor))
    digits = balance.board.digits
    placed = tuple((cell, own) for cell, own in sorted(balance.terms.items()) if digits[cell])
    terms = tuple((cell, own) for cell, own in sorted(balance.terms.items()) if not digits[cell])
    total = balance.total - sum(own * digits[cell] for cell, own in placed)
    return JoinedSum((), used, placed, terms, total)

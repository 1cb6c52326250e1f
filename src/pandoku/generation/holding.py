"""Compare a constraint with many full grids at once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache

from pandoku.model import Automaton, Differ, Machine, Only, Pairs, Reaches, Relation, Total

__all__ = ["SampledGrids"]

_LANE = 64  # bits of a number in a row of numbers, more than any sum needs


class SampledGrids:
    """Full grids of one order, prepared for the question which of them satisfy a relation.

    A set of grids is one great integer with a byte for each grid, which is 1 or 0, so that a single
    operation is about all grids. Numbers have 64 bits for each grid, for the same reason.

    Attributes:
        rows: The digits of each grid, with a byte for each cell.
    """

    def __init__(self, rows: Sequence[bytes]) -> None:
        self.rows = [*rows]
        self._all = _mask(b"\1" * len(self.rows))
        # For each cell, the digit minus 1 in each grid.
        columns = zip(*self.rows, strict=True)
        self._columns = [bytes(digit - 1 for digit in column) for column in columns]
        self._n = max(map(max, self.rows), default=0)
        self._masks: dict[tuple[int, int], int] = {}
        self._lanes: dict[tuple[int, tuple[int, ...]], int] = {}

    def that_hold(self, relations: Iterable[Relation]) -> int:
        """Return the set of the grids that satisfy all relations: its bits count them."""
        held = self._all
        for relation in relations:
            held &= self._holding(relation)
        return held

    def _holding(self, relation: Relation) -> int:
        match relation:
            case Only(cell, digits):
                return self._among(cell, digits)
            case Differ(cells):
                return self._differing(cells)
            case Pairs(table, pairs):
                held = self._all
                for first, second in pairs:
                    held &= self._allowed(table, first, second)
                return held
            case Total(terms, targets):
                return self._totals(terms, targets)
            case Machine(cells, automaton):
                return self._accepted(cells, automaton)
            case Reaches("+", whole, cells):
                every = tuple(range(1, self._n + 1))
                return self._totals([(cell, every) for cell in cells], (whole,))
            case _:
                return _mask([relation.allows([*row]) for row in self.rows])

    def _among(self, cell: int, digits: int) -> int:
        """Return the set of the grids with one of some digits in a cell. *digits* is a mask."""
        key = cell, digits
        found = self._masks.get(key)
        if found is None:
            flags = bytes(digits >> digit & 1 for digit in range(256))
            found = self._masks[key] = _mask(self._columns[cell].translate(flags))
        return found

    def _differing(self, cells: Sequence[int]) -> int:
        repeated = 0
        for digit in range(self._n):
            seen = 0
            for cell in cells:
                mask = self._among(cell, 1 << digit)
                repeated |= seen & mask
                seen |= mask
        return self._all & ~repeated

    def _allowed(self, table: tuple[int, ...], first: int, second: int) -> int:
        found = 0
        for digit, digits in enumerate(table):
            found |= self._among(first, 1 << digit) & self._among(second, digits)
        return found

    def _totals(self, terms: Iterable[tuple[int, tuple[int, ...]]], targets: Sequence[int]) -> int:
        total = lowest = 0
        for cell, weights in terms:
            total += self._numbers(cell, weights)
            lowest += min(weights)
        wanted = {target - lowest for target in targets}
        sums = array("Q", total.to_bytes(len(self.rows) * _LANE // 8, "little"))
        return _mask([each in wanted for each in sums])

    def _numbers(self, cell: int, weights: tuple[int, ...]) -> int:
        """Return the weight of the digit in a cell for each grid, minus the least weight."""
        key = cell, weights
        lanes = self._lanes.get(key)
        if lanes is None:
            least = min(weights)
            numbers = array("Q", [weights[digit] - least for digit in self._columns[cell]])
            lanes = self._lanes[key] = int.from_bytes(numbers.tobytes(), "little")
        return lanes

    def _accepted(self, cells: Iterable[int], automaton: Automaton) -> int:
        steps, accepting = _steps(automaton)
        places = [0] * len(self.rows)
        for cell in cells:
            column = self._columns[cell]
            places = [steps[place + digit] for place, digit in zip(places, column, strict=True)]
        return _mask([place in accepting for place in places])


def _mask(flags: Iterable[int]) -> int:
    return int.from_bytes(bytes(flags), "little")


@lru_cache(maxsize=256)
def _steps(automaton: Automaton) -> tuple[list[int], frozenset[int]]:
    """Return the steps of an automaton as one list, and its accepting states.

    A state is the place in the list where its steps begin. The last state refuses all digits.
    """
    n = len(automaton.steps[0])
    refusing = n * automaton.n_states
    steps = [refusing if to < 0 else n * to for each in automaton.steps for to in each]
    return steps + [refusing] * n, frozenset(n * state for state in automaton.accepting)

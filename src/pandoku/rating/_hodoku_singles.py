"""The order of singles in HoDoKu.

HoDoKu has two queues, for cells with one candidate left and for digits with one place left in a
house. A single enters its queue when the last other candidate is removed, and leaves from the
front. So the order of singles depends on the order of everything before: of the givens, which are
set cell by cell, of placements, and of the eliminations of other steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pandoku.model import Board, Step, sight_of

__all__ = ["Single", "Singles"]


class Single(NamedTuple):
    """A certain digit, and the technique that shows it."""

    technique: str
    cell: int
    digit: int


class Singles:
    """The open candidates of a grid, and its singles in HoDoKu's order.

    Args:
        board: A board of a 9x9 Sudoku. Its digits are set in the order of the cells, and then the
            candidates that it lacks are eliminated in the same order.
    """

    def __init__(self, board: Board) -> None:
        geometry = board.puzzle.geometry
        self._houses = [house.cells for house in geometry.houses]
        self._houses_of, self._peers = geometry.houses_of, sight_of(geometry)
        order = geometry.order
        self._masks = [geometry.all_mask] * geometry.n_cells
        self._n_open = [order] * len(self._houses)
        self._n_places = [[order] * (order + 1) for _ in self._houses]
        self._naked: list[tuple[int, int]] = []
        self._hidden: list[tuple[int, int]] = []
        for cell, digit in enumerate(board.digits):
            if digit:
                self._place(cell, digit)
        for cell, mask in enumerate(board.masks):
            if not board.digits[cell]:
                self._remove_all((cell, digit) for digit in _digits(self._masks[cell] & ~mask))

    def first(self) -> Single | None:
        """Return the single that HoDoKu places next, or None if there is none."""
        self._naked = [entry for entry in self._naked if self._is_naked(*entry)]
        for cell, digit in self._naked:
            if any(self._n_open[house] == 1 for house in self._houses_of[cell]):
                return Single("full-house", cell, digit)
        if self._naked:
            return Single("naked-single", *self._naked[0])
        self._hidden = [entry for entry in self._hidden if self._is_hidden(*entry)]
        return Single("hidden-single", *self._hidden[0]) if self._hidden else None

    def take(self, step: Step) -> None:
        """Apply a step to the grid, in the same order as HoDoKu."""
        for cell, digit in step.placements:
            self._place(cell, digit)
        self._remove_all(sorted(step.eliminations, key=_order_of(step)))

    def _is_naked(self, cell: int, digit: int) -> bool:
        return self._masks[cell] == 1 << (digit - 1)

    def _is_hidden(self, cell: int, digit: int) -> bool:
        if not self._masks[cell] >> (digit - 1) & 1:
            return False
        return any(self._n_places[house][digit] == 1 for house in self._houses_of[cell])

    def _place(self, cell: int, digit: int) -> None:
        others = _digits(self._masks[cell] & ~(1 << (digit - 1)))
        self._masks[cell] = 0
        for house in self._houses_of[cell]:
            self._n_open[house] -= 1
            self._n_places[house][digit] = 0
        self._remove_all((peer, digit) for peer in self._peers[cell])
        for other in others:
            self._withdraw(cell, other)

    def _remove_all(self, candidates: Iterable[tuple[int, int]]) -> None:
        for cell, digit in candidates:
            bit = 1 << (digit - 1)
            if not self._masks[cell] & bit:
                continue
            left = self._masks[cell] = self._masks[cell] & ~bit
            if left & (left - 1) == 0 != left:
                self._naked.append((cell, left.bit_length()))
            self._withdraw(cell, digit)

    def _withdraw(self, cell: int, digit: int) -> None:
        bit = 1 << (digit - 1)
        for house in self._houses_of[cell]:
            places = self._n_places[house]
            places[digit] -= 1
            if places[digit] == 1:
                left = (place for place in self._houses[house] if self._masks[place] & bit)
                self._hidden.extend((place, digit) for place in left)


def _digits(mask: int) -> list[int]:
    return [digit for digit in range(1, mask.bit_length() + 1) if mask >> (digit - 1) & 1]


def _order_of(step: Step) -> Callable[[tuple[int, int]], tuple[int, ...]]:
    """Return the order in which HoDoKu eliminates the candidates of a step."""
    if step.technique in ("locked-pair", "locked-triple"):  # along the line, then in the box
        line = step.facts.houses[0].cells
        return lambda candidate: (candidate[0] not in line, *candidate)
    if step.technique.startswith("hidden-") and step.technique != "hidden-rectangle":
        return lambda candidate: candidate
    return lambda candidate: candidate[::-1]

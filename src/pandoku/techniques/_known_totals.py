"""Empty cells with a known sum, difference or product."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import NamedTuple

from pandoku.model import Pair
from pandoku.techniques._cage_fillings import clashes_of, each_way
from pandoku.words import Words, joined
from pandoku.words.claims import NoTotal, Placed, Total

MOST_CELLS = 4  # maximum number of cells where all digits are tried to find the extreme totals


class Known(NamedTuple):
    """Empty cells with a known total.

    Attributes:
        plus: Cells whose digits are added (or multiplied).
        minus: Cells whose digits are subtracted from the sum of *plus*, or () for a product.
        total: The sum of *plus* less the sum of *minus*, or the product of *plus*.
        times: Whether the total is a product.
    """

    plus: tuple[int, ...]
    minus: tuple[int, ...]
    total: int
    times: bool = False

    def without(self, cell: int, digit: int) -> Known:
        """Return the total that is left for the other cells if *cell* holds *digit*."""
        plus = tuple(each for each in self.plus if each != cell)
        minus = tuple(each for each in self.minus if each != cell)
        if self.times:
            return Known(plus, minus, self.total // digit, times=True)
        return Known(plus, minus, self.total + (digit if cell in self.minus else -digit))

    def needed(self, cell: int, digit: int) -> int:
        """Return the digit that the only other cell must hold if *cell* holds *digit*."""
        left = self.without(cell, digit)
        return -left.total if left.minus else left.total

    def of(self, digits: Sequence[int]) -> int:
        """Return the total that digits make. The digits of *plus* come before those of *minus*."""
        plus, minus = digits[: len(self.plus)], digits[len(self.plus) :]
        return prod(plus) if self.times else sum(plus) - sum(minus)

    def claim(self, cell: int, digit: int) -> NoTotal:
        """Return the claim that the cells cannot reach the total with a digit at a cell."""
        return NoTotal(((cell, digit),), self.plus, self.minus, self.total, self.times)


def known_of_cage(w: Words, index: int) -> Known | None:
    """Return the total of the empty cells of a + or × cage, or None for any other cage."""
    cage = w.puzzle.cages[index]
    if cage.operation not in ("+", "*") or cage.target is None:
        return None
    cells = tuple(cell for cell in cage.cells if not w.board.digits[cell])
    placed = [digit for cell in cage.cells if (digit := w.board.digits[cell])]
    if cage.operation == "+":
        return Known(cells, (), cage.target - sum(placed))
    return Known(cells, (), cage.target // prod(placed), times=True)


def left_by_placed(w: Words, index: int) -> Iterator[str]:
    """State the total for the empty cells of a + or × cage, if some of its cells are filled."""
    known = known_of_cage(w, index)
    placed = [cell for cell in w.puzzle.cages[index].cells if w.board.digits[cell]]
    if not placed or known is None:
        return
    stand = joined(f"{w.cell(cell)} is {w.board.digits[cell]}" for cell in placed)
    times = known.times
    verb = "must be" if len(known.plus) == 1 else "must multiply to" if times else "must add up to"
    what = "the other cell" if len(known.plus) == 1 else "the other cells"
    claims = (Placed(cell, w.board.digits[cell]) for cell in placed)
    total = Total(known.plus, (), known.total, (), (index,), tuple(placed), times)
    yield w.said(f"{stand}, so {what} {verb} {known.total}.", *claims, total)


def come_to(w: Words, known: Known) -> str:
    """Describe a total: "r1c1 and r1c2 add up to 12", "r1c1 comes to 3 more than r4c4"."""
    plus, minus, total = known.plus, known.minus, known.total
    if minus and not plus:
        return come_to(w, Known(minus, (), -total))
    a, is_one = w.cells(plus), len(plus) == 1
    if not minus:
        verb = "multiply to" if known.times else "add up to"
        return f"{a} {'is' if is_one else verb} {total}"
    b = w.cells(minus)
    verb = "is" if is_one else "add up to"
    if not total:
        equal = "the same as" if is_one or len(minus) > 1 else "as much as"
        return f"{a} {verb} {equal} {b}{' together' if len(minus) > 1 else ''}"
    more = f"{abs(total)} {'more' if total > 0 else 'less'}"
    return f"{a} {verb} {more} than {b}{' together' if len(minus) > 1 else ''}"


def fails(w: Words, known: Known, cell: int, digit: int) -> bool:
    """Return whether a candidate is impossible: no digits of the other cells make the total."""
    rest = known.without(cell, digit)
    if known.times and known.total % digit:
        return True
    ways = ways_of_cells(w, (*rest.plus, *rest.minus), ((cell, digit),))
    return all(rest.of(digits) != rest.total for digits in ways)


def by_cell(pairs: Iterable[Pair]) -> dict[int, list[int]]:
    """Return the digits of each cell."""
    digits: dict[int, list[int]] = {}
    for cell, digit in pairs:
        digits.setdefault(cell, []).append(digit)
    return digits


def others_of(known: Known, but: int) -> list[tuple[int, int]]:
    """Return the other cells of a total, each with its sign."""
    signed = [*((cell, 1) for cell in known.plus), *((cell, -1) for cell in known.minus)]
    return [each for each in signed if each[0] != but]


def choices_of(w: Words, cell: int, assumed: Sequence[Pair]) -> tuple[int, ...]:
    """Return the candidates of a cell that remain if candidates of other cells are true."""
    taken = {digit for other, digit in assumed if w.sees(other, cell)}
    return tuple(digit for digit in w.board.candidates(cell) if digit not in taken)


def ways_of_cells(
    w: Words, cells: Sequence[int], assumed: Sequence[Pair] = ()
) -> Iterator[tuple[int, ...]]:
    """Yield the ways to fill cells, with different digits in cells that see each other.

    *assumed* are digits at other cells. Cells that see them cannot hold the same digits.
    """
    choices = [choices_of(w, cell, assumed) for cell in cells]
    return each_way(choices, clashes_of(w, cells))

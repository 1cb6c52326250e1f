"""The arithmetic of a step: what its sentences claim about totals, as calculations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import factorial

from pandoku.draw.items import Sum, Term
from pandoku.model import Board, Puzzle
from pandoku.words import Sentence, house_list
from pandoku.words.claims import Total

__all__ = ["sums_of"]

Part = tuple[int, Term]  # 1 if it is added, or multiplied; -1 if it is subtracted, or divides

_SIGNS = {False: ("+", "−"), True: ("×", "÷")}


def sums_of(board: Board, sentences: Iterable[Sentence]) -> tuple[Sum, ...]:
    """Return a calculation for each total that sentences claim, such as 45 − 17 − 24 = 4.

    A total that neither "houses less cages" nor "cages less houses" gives has none.

    Args:
        board: The board before the step.
        sentences: The step in words; those without claims are passed over.

    >>> board = Board.start(Puzzle.killer(4, [(7, "r1c1 r1c2 r1c3")]))
    >>> told = Sentence("That leaves 3.", claims=(Total((3,), (), 3, (0,), (0,), ()),))
    >>> str(sums_of(board, [told])[0])
    '10 − 7 = 3'
    """
    totals = dict.fromkeys(
        claim
        for each in sentences
        for claim in each.claims
        if isinstance(claim, Total) and (claim.houses or claim.cages)
    )
    found = (_sum(board, total) for total in totals)
    return tuple(dict.fromkeys(each for each in found if each is not None))


def _sum(board: Board, total: Total) -> Sum | None:
    if not total.plus:
        total = total._replace(plus=total.minus, minus=(), total=-total.total)
    for sign in (1, -1):
        counted = _counted(board.puzzle, total, sign)
        wanted = Counter(total.plus)
        wanted.subtract(total.minus)
        others = {*counted, *wanted} - {*total.placed}
        if all(counted[cell] == wanted[cell] for cell in others):
            parts = [*_parts(board.puzzle, total, sign), *_placed(board, total, counted)]
            return Sum((*_joined(parts, total.times), *_result(board.puzzle, total)))
    return None


def _counted(puzzle: Puzzle, total: Total, sign: int) -> Counter[int]:
    """Return how often houses less cages count each cell, or with *sign* -1 the reverse."""
    counted: Counter[int] = Counter()
    for house in total.houses:
        counted.update({cell: sign for cell in puzzle.geometry.houses[house].cells})
    for cage in total.cages:
        counted.subtract({cell: sign for cell in puzzle.cages[cage].cells})
    return counted


def _parts(puzzle: Puzzle, total: Total, sign: int) -> Iterator[Part]:
    n = puzzle.order
    if total.houses:
        each = factorial(n) if total.times else n * (n + 1) // 2
        count = len(total.houses)
        value = each**count if total.times else each * count
        houses = [puzzle.geometry.houses[house] for house in total.houses]
        yield sign, Term(str(value), house_list(houses))
    for cage in (puzzle.cages[index] for index in total.cages):
        yield -sign, Term(str(cage.target), puzzle.geometry.name(min(cage.cells)))


def _placed(board: Board, total: Total, counted: Counter[int]) -> Iterator[Part]:
    """Yield the digits that stand already, which take back how often their cells are counted."""
    for cell in total.placed:
        term = Term(str(board.digits[cell]), board.puzzle.geometry.name(cell))
        for _ in range(abs(counted[cell])):
            yield (-1 if counted[cell] > 0 else 1), term


def _joined(parts: Iterable[Part], times: bool) -> Iterator[Term]:
    """Yield the numbers, those that are added first, and a sign before each but the first."""
    plus, minus = _SIGNS[times]
    for number, (sign, term) in enumerate(sorted(parts, key=lambda part: -part[0])):
        if number or sign < 0:
            yield Term(plus if sign > 0 else minus)
        yield term


def _result(puzzle: Puzzle, total: Total) -> Iterator[Term]:
    plus, minus = _SIGNS[total.times]
    names = [puzzle.geometry.name(cell) for cell in total.plus]
    less = "".join(f" {minus} {puzzle.geometry.name(cell)}" for cell in total.minus)
    yield Term("=")
    yield Term(str(total.total).replace("-", "−"), f" {plus} ".join(names) + less)

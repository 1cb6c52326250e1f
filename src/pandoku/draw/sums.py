"""The arithmetic of a step, with its sentences about totals as calculations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import factorial

from pandoku.draw.items import Sum, Term
from pandoku.model import Board, Puzzle
from pandoku.words import Sentence, house_list
from pandoku.words.claims import Total

__all__ = ["sums_of"]

_Part = tuple[int, Term]  # 1 for a number to add or multiply by, -1 to subtract or divide by
Signs = tuple[tuple[int, ...], tuple[int, ...]]  # the signs of houses and cages

_MOST_NAMES = 5  # cells to name below a result
_SIGNS = {False: ("+", "−"), True: ("×", "÷")}


def sums_of(board: Board, sentences: Iterable[Sentence]) -> tuple[Sum, ...]:
    """Return a calculation for each total that sentences claim, such as 45 − 17 − 24 = 4.

    A calculation is houses minus cages, cages minus houses, or a cage minus other cages. Other
    totals, and totals of houses alone, are skipped.

    Args:
        board: The board before the step.
        sentences: The step in words. Sentences without claims are skipped.

    >>> board = Board.start(Puzzle.killer(4, [(7, "r1c1 r1c2 r1c3")]))
    >>> told = Sentence("That leaves 3.", claims=(Total((3,), (), 3, (0,), (0,), ()),))
    >>> str(sums_of(board, [told])[0])
    '10 − 7 = 3'
    """
    # Among totals of the same houses and cages, the last one subtracts the most.
    totals = {
        (claim.houses, claim.cages): claim
        for each in sentences
        for claim in each.claims
        if isinstance(claim, Total)
        and (claim.cages or claim.placed)
        and len(claim.houses + claim.cages + claim.placed) > 1
    }
    found = (_sum(board, total) for total in totals.values())
    return tuple(dict.fromkeys(each for each in found if each is not None))


def _sum(board: Board, total: Total) -> Sum | None:
    if not total.plus:
        total = total._replace(plus=total.minus, minus=(), total=-total.total)
    for signs in _ways(len(total.houses), len(total.cages)):
        counted = _counted(board.puzzle, total, signs)
        wanted = Counter(total.plus)
        wanted.subtract(total.minus)
        others = {*counted, *wanted} - {*total.placed}
        if all(counted[cell] == wanted[cell] for cell in others):
            parts = [*_parts(board.puzzle, total, signs), *_placed(board, total, counted)]
            return Sum((*_joined(parts, total.times), *_result(board.puzzle, total)))
    return None


def _ways(n_houses: int, n_cages: int) -> Iterator[Signs]:
    """Yield the possible signs of houses and cages: 1 to add, -1 to subtract."""
    yield (1,) * n_houses, (-1,) * n_cages
    yield (-1,) * n_houses, (1,) * n_cages
    if not n_houses:
        yield (), (1,) + (-1,) * (n_cages - 1)


def _counted(puzzle: Puzzle, total: Total, signs: Signs) -> Counter[int]:
    """Return the number of times that the houses and cages count each cell."""
    counted: Counter[int] = Counter()
    for index, sign in zip(total.houses, signs[0], strict=True):
        counted.update(dict.fromkeys(puzzle.geometry.houses[index].cells, sign))
    for index, sign in zip(total.cages, signs[1], strict=True):
        counted.update(dict.fromkeys(puzzle.cages[index].cells, sign))
    return counted


def _parts(puzzle: Puzzle, total: Total, signs: Signs) -> Iterator[_Part]:
    n = puzzle.order
    if total.houses:
        each = factorial(n) if total.times else n * (n + 1) // 2
        count = len(total.houses)
        value = each**count if total.times else each * count
        houses = [puzzle.geometry.houses[house] for house in total.houses]
        yield signs[0][0], Term(str(value), house_list(houses))
    for index, sign in zip(total.cages, signs[1], strict=True):
        cage = puzzle.cages[index]
        yield sign, Term(str(cage.target), puzzle.geometry.name(min(cage.cells)))


def _placed(board: Board, total: Total, counted: Counter[int]) -> Iterator[_Part]:
    """Yield the digits on the board with the signs that cancel the count of their cells."""
    for cell in total.placed:
        term = Term(board.puzzle.label_of(board.digits[cell]), board.puzzle.geometry.name(cell))
        for _ in range(abs(counted[cell])):
            yield (-1 if counted[cell] > 0 else 1), term


def _joined(parts: Iterable[_Part], times: bool) -> Iterator[Term]:
    """Yield the numbers, added ones first, with a sign before each except the first."""
    plus, minus = _SIGNS[times]
    for number, (sign, term) in enumerate(sorted(parts, key=lambda part: -part[0])):
        if number or sign < 0:
            yield Term(plus if sign > 0 else minus)
        yield term


def _result(puzzle: Puzzle, total: Total) -> Iterator[Term]:
    plus, minus = _SIGNS[total.times]
    names = [puzzle.geometry.name(cell) for cell in total.plus]
    less = "".join(f" {minus} {puzzle.geometry.name(cell)}" for cell in total.minus)
    many = len(names) + len(total.minus) > _MOST_NAMES
    if many:
        names = [f"{len(names)} cells"]
        less = f" {minus} {len(total.minus)} cells" if total.minus else ""
    note = f" {plus} ".join(names) + less
    yield Term("=")
    yield Term(str(total.total).replace("-", "−"), note)

"""Eliminations from the target of a cage alone: bounds, factors and parity.

Parity follows the practice of KenKen players: Reiter, Thornton and Vennebush, "KenKen strategies
101", 2011.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod

from pandoku.kernel.logic import finder
from pandoku.techniques._cage_fillings import not_there
from pandoku.techniques._cage_slips import CAGE_BOUNDS_SLIPS, CAGE_FACTORS_SLIPS
from pandoku.techniques._cage_totals import why_gone
from pandoku.techniques._known_totals import known_of_cage, left_by_placed
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._total_slips import CAGE_PARITY_SLIPS, HOUSE_PARITY_SLIPS
from pandoku.words import Words, cage_names, cage_of, gone_digits, joined, sentence, target_words
from pandoku.words.claims import Inside, NoTotal, Only, Parity, Placed, Total

__all__ = ["TECHNIQUES"]


# ---- bounds and factors


def _by_target(w: Words) -> Iterator[str]:
    name, cage, fact = cage_of(w)
    text = sentence(f"{name} {target_words(cage)}")
    yield w.said(text, Inside(cage.cells, (), (fact.cage,)))
    yield from left_by_placed(w, w.step.facts.cages[0].cage)
    known = known_of_cage(w, w.step.facts.cages[0].cage)
    assert known is not None
    if w.digits_of("factor"):
        yield from _supply(w, known.plus, known.total)
    else:
        yield from why_gone(w, known, w.step.eliminations)


def _supply(w: Words, cells: Sequence[int], left: int) -> Iterator[str]:
    (cell,), (prime,) = w.with_role("pattern"), w.digits_of("factor")
    others = [other for other in cells if other != cell]
    brought = prod(max(_power(d, prime) for d in w.board.candidates(each)) for each in others)
    needed = _power(left, prime) // brought
    own = (Only((each,), w.board.candidates(each)) for each in others or (cell,))
    if not others:
        yield w.said(f"{w.cell(cell)} is the only empty cell.", *own)
    else:
        bring = "brings" if len(others) == 1 else "bring"
        what = f"at most the factor {brought}" if brought > 1 else f"no factor {prime}"
        text = f"{left} has the factor {_power(left, prime)}, and {w.cells(others)} {bring} {what}"
        yield w.said(f"{text}.", *own)
    claims = (NoTotal(((cell, d),), tuple(cells), (), left, times=True) for d in gone_digits(w))
    yield w.said(f"The digit at {w.cell(cell)} must bring the factor {needed}.", *claims)


def _power(number: int, prime: int) -> int:
    """Return the highest power of a prime that divides a number."""
    power = 1
    while number % (power * prime) == 0:
        power *= prime
    return power


# ---- parity


def _odd(is_odd: bool) -> str:
    return "odd" if is_odd else "even"


def _cage_parity(w: Words) -> Iterator[str]:
    name, cage, fact = cage_of(w)
    odd = _odd(bool((cage.target or 0) % 2))
    parity = Parity(cage.cells, odd == "odd", (), (fact.cage,), ())
    if cage.operation == "-":
        yield w.said(sentence(f"{name} has the difference {cage.target}, which is {odd}"), parity)
        yield f"A sum is odd or even just as the difference is, so this one is {odd} too."
    else:
        yield w.said(sentence(f"{name} adds up to {cage.target}, which is {odd}"), parity)
    yield from _known_parities(w, cage.cells)
    others = _odd(len(w.with_role("odd")) % 2 == 1)
    yield _the_last(w, (), (fact.cage,), f"The others add up to an {others} number, so ")


def _known_parities(w: Words, cells: Iterable[int]) -> Iterator[str]:
    """Name the cells that certainly hold an odd digit, and the cells that hold an even digit."""
    for is_odd in (True, False):
        alike = [cell for cell in cells if cell in w.with_role(_odd(is_odd))]
        placed = [cell for cell in alike if w.board.digits[cell]]
        if placed:
            told = joined(f"{w.cell(cell)} is {w.board.digits[cell]}" for cell in placed)
            yield w.said(
                f"{told}: {_odd(is_odd)}.", *(Placed(c, w.board.digits[c]) for c in placed)
            )
        if rest := [cell for cell in alike if cell not in placed]:
            can = "can only be" if len(rest) == 1 else "can each only be"
            claims = (Only((cell,), w.board.candidates(cell)) for cell in rest)
            yield w.said(f"{w.cells(rest)} {can} {_odd(is_odd)}.", *claims)


def _the_last(
    w: Words,
    houses: tuple[int, ...],
    cages: tuple[int, ...],
    why: str = "To make the sum come out, ",
) -> str:
    """Conclude that the digit of the remaining cell must be odd, or even, to make the sum."""
    (cell,), others = w.with_role("is-odd", "is-even"), w.with_role("odd", "even")
    placed = tuple(other for other in others if w.board.digits[other])
    cells = tuple(c for c in (cell, *others) if c not in placed)
    n_odd = sum(c in w.with_role("odd") for c in cells if c != cell)
    is_odd = bool(w.with_role("is-odd"))
    claim = Parity(cells, (n_odd + is_odd) % 2 == 1, houses, cages, placed)
    return w.said(f"{why}{w.cell(cell)} must be {_odd(is_odd)}.", claim)


def _house_parity(w: Words) -> Iterator[str]:
    n, numbers = w.puzzle.order, tuple(fact.cage for fact in w.step.facts.cages)
    total, index = len(w.houses) * n * (n + 1) // 2, tuple(map(w.index, w.houses))
    adds = "add" if len(w.houses) > 1 else "adds"
    inside = tuple(cell for house in w.houses for cell in house.cells)
    text = f"{w.house_names(w.houses)} {adds} up to {total}, which is {_odd(bool(total % 2))}"
    yield w.said(sentence(text), Total(inside, (), total, index, (), ()))
    for is_odd in (True, False):
        alike = [i for i in numbers if (w.puzzle.cages[i].target or 0) % 2 == is_odd]
        if alike:
            names = cage_names(w, alike)
            have = "has an" if len(alike) == 1 else "each have an"
            claims = (Parity(w.puzzle.cages[i].cells, is_odd, (), (i,), ()) for i in alike)
            yield w.said(sentence(f"{names} {have} {_odd(is_odd)} sum"), *claims)
    if any(w.puzzle.cages[i].operation == "-" for i in numbers):
        yield "Where a cage subtracts, its sum is odd or even just as its difference is."
    yield from _known_parities(w, w.with_role("odd", "even"))
    yield _the_last(w, index, numbers)


def _parity_cell(w: Words) -> str:
    return w.cell(w.with_role("is-odd", "is-even")[0])


TECHNIQUES = (
    Technique(
        name="cage-bounds",
        aliases=("min max", "cage minimum and maximum"),
        summary="a digit is too small or too large for the rest of its + cage",
        find=finder("cage-bounds"),
        slips=CAGE_BOUNDS_SLIPS,
        weight=2.6,
        what=lambda w: not_there(w, cage_of(w)[0]),
        reason=_by_target,
        when="After combinations, for + cages with a low or a high target for their size.",
        scan=(
            Glance("Take a + cage with a low or a high target.", "rules"),
            Glance(
                "Pick one of its cells. Add up the smallest candidates of the other cells, and "
                "the largest.",
                "cells",
            ),
            Glance(
                "Subtract both sums from the target: the cell lies between the two results.",
                "pattern",
            ),
            Glance(
                "Remove what is below or above. Cells that see each other need different digits, "
                "which narrows the bounds.",
                "step",
            ),
        ),
        look_for="a + cage with a target that is small or large for the number of its cells.",
        why="the other cells add up to at least the sum of their smallest and at most the sum of "
        "their largest candidates. The digit that is left for a cell lies between these bounds.",
    ),
    Technique(
        name="cage-factors",
        aliases=("divisors", "prime factors"),
        summary="a digit does not divide a cage's product, or lacks a factor that is needed there",
        find=finder("cage-factors"),
        slips=CAGE_FACTORS_SLIPS,
        weight=3.2,
        what=lambda w: not_there(w, cage_of(w)[0]),
        reason=_by_target,
        when="At the start, for × cages with a 5 or a 7 in the product, or with few small factors.",
        scan=(
            Glance(
                "Take a × cage, and split its product into small factors, such as 60 = 2 × 2 × 3 "
                "× 5.",
                "rules",
            ),
            Glance(
                "For each factor, look which cells can supply it. Begin with 5 and 7: up to 9, "
                "each is in only one digit.",
                "cells",
            ),
            Glance(
                "Remove the digits that do not divide the product. Where a single cell can "
                "supply a factor, remove the digits without it.",
                "step",
            ),
        ),
        look_for="a × cage whose product lacks small factors, or has a factor such as 5 or 7 that "
        "few of its cells can supply.",
        why="every digit of a × cage divides the product, and every prime factor of the product "
        "comes from some digit. A factor that the other cells cannot supply must be in this cell.",
    ),
    Technique(
        name="cage-parity",
        aliases=("parity", "odd and even"),
        summary="all cells but one of a + or − cage are known to be odd or even: the target "
        "decides the last one",
        find=finder("cage-parity"),
        slips=CAGE_PARITY_SLIPS,
        weight=3.2,
        what=lambda w: f"{_parity_cell(w)} in {cage_of(w)[0]}",
        reason=_cage_parity,
        when="When all cells of a + or - cage but one are known to be odd or even.",
        scan=(
            Glance(
                "Find a + or - cage in which all cells but one have only odd, or only even, "
                "candidates.",
                "rules",
            ),
            Glance(
                "Count the odd cells. If their number is even, the sum so far is even; otherwise "
                "it is odd.",
                "cells",
            ),
            Glance(
                "Compare with the target, and remove the odd or the even candidates from the "
                "last cell.",
                "step",
            ),
        ),
        look_for="a + or − cage in which all cells but one have only odd, or only even, "
        "candidates.",
        why="a sum is odd when an odd number of its digits are odd. A difference is odd exactly "
        "when the sum of the same digits is odd.",
    ),
    Technique(
        name="house-parity",
        aliases=("line parity", "row parity"),
        summary="the sum of a house and its + and - cages show whether one cell is odd or even",
        find=finder("house-parity"),
        slips=HOUSE_PARITY_SLIPS,
        weight=3.5,
        what=lambda w: f"{_parity_cell(w)} by the sum of {w.house_names(w.houses)}",
        reason=_house_parity,
        when="When + and - cages cover a line except for a cell or two.",
        scan=(
            Glance(
                "Take one or two lines that + and - cages nearly cover. Remember whether the "
                "digits of a line have an odd or an even sum (1 to 6 make 21: odd).",
                "houses",
            ),
            Glance("Count the cages with an odd target: - cages count like + cages.", "rules"),
            Glance(
                "Count the odd cells among those that are left over. Check that all but one are "
                "known to be odd or even.",
                "cells",
            ),
            Glance("Remove the odd or the even candidates from the last cell.", "step"),
        ),
        look_for="one or two rows or columns almost covered by + and - cages.",
        why="the digits of a house have a known sum. Each + and - cage shows whether its own sum "
        "is odd or even. The rest of the house then has an odd or an even sum.",
    ),
)

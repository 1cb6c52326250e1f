"""Eliminations from the target of a cage alone: bounds, factors and parity.

Parity is used as by KenKen players: Reiter, Thornton and Vennebush, "KenKen strategies 101", 2011.
"""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import Words, added, cage_of, gone_digits, joined, sentence

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    return f"{w.digits(gone_digits(w), 'or')} in {cage_of(w)[0]}"


def _with_role(w: Words, *roles: str) -> list[tuple[int, int]]:
    return [(cell, digit) for cell, digit, role in w.step.facts.candidates if role in roles]


# ---- bounds


def _bounds(w: Words) -> Iterator[str]:
    name, cage, _ = cage_of(w)
    (cell,) = w.with_role("pattern")
    least, most = _with_role(w, "least"), _with_role(w, "most")
    others = [digit for _, digit in least or most]
    bound = f"at {'least' if least else 'most'} {added(others)}"
    yield sentence(f"{name} adds up to {cage.target}")
    if len(others) == 1:
        yield f"Its other cell, {w.cell((least or most)[0][0])}, is {bound}."
    elif others:
        yield f"Its other {w.number(len(others))} cells add up to {bound}."
    rest = (cage.target or 0) - sum(others)
    if least:
        yield f"At most {cage.target} - {sum(others)} = {rest} is left for {w.cell(cell)}."
    else:
        yield f"At least {cage.target} - {sum(others)} = {rest} is needed at {w.cell(cell)}."


# ---- factors


def _factors(w: Words) -> Iterator[str]:
    name, cage, _ = cage_of(w)
    yield sentence(f"{name} multiplies to {cage.target}")
    left = cage.target or 0
    if placed := _with_role(w, "counted"):
        for _, digit in placed:
            left //= digit
        stand = joined(f"{w.cell(cell)} is {digit}" for cell, digit in placed)
        yield f"{stand}: the other cells multiply to {left}."
    if prime := _with_role(w, "factor"):
        yield from _supply(w, left, prime[0][1])
        return
    gone = gone_digits(w)
    verb = "does not divide" if len(gone) == 1 else "do not divide"
    yield f"{w.digits(gone)} {verb} {left}."


def _supply(w: Words, left: int, prime: int) -> Iterator[str]:
    (cell,) = w.with_role("pattern")
    others, power = w.with_role("others"), 1
    # The factor needed is inferred: the lowest power of the prime that divides no eliminated digit.
    while any(digit % (power * prime) == 0 for digit in gone_digits(w)):
        power *= prime
    needed = power * prime
    if not others:
        yield f"{w.cell(cell)} is the only cell left for it."
    elif power == 1 and left % (prime * prime):
        yield f"{left} has the factor {prime}, and {w.cells(others)} cannot bring it."
    else:
        times = 0
        while left % prime ** (times + 1) == 0:
            times += 1
        count = "once" if times == 1 else f"{w.number(times)} times"
        yield f"{left} has the factor {prime} {count}."
        yield f"{w.cells(others)} cannot bring enough of that, whatever they hold."
    yield f"The digit at {w.cell(cell)} must be divisible by {needed}."


# ---- parity


def _odd(is_odd: bool) -> str:
    return "odd" if is_odd else "even"


def _cage_parity(w: Words) -> Iterator[str]:
    name, cage, _ = cage_of(w)
    is_odd = bool((cage.target or 0) % 2)
    if cage.operation == "-":
        yield sentence(f"{name} has the difference {cage.target}, which is {_odd(is_odd)}")
        yield f"A sum is odd or even just as the difference is, so this one is {_odd(is_odd)} too."
    else:
        yield sentence(f"{name} adds up to {cage.target}, an {_odd(is_odd)} number")
    yield from _known_parities(w)
    yield from _the_last(w)


def _known_parities(w: Words) -> Iterator[str]:
    for is_odd in (True, False):
        if cells := w.with_role(_odd(is_odd)):
            can = "can only be" if len(cells) == 1 else "can each only be"
            yield f"{w.cells(cells)} {can} {_odd(is_odd)}."


def _the_last(w: Words) -> Iterator[str]:
    (cell,) = w.with_role("is-odd", "is-even")
    is_odd = bool(w.with_role("is-odd"))
    yield f"To make the sum come out {w.cell(cell)} must be {_odd(is_odd)}."


def _house_parity(w: Words) -> Iterator[str]:
    houses, n = w.house_names(w.houses), w.puzzle.order
    total = len(w.houses) * n * (n + 1) // 2
    adds = "add" if len(w.houses) > 1 else "adds"
    yield sentence(f"{houses} {adds} up to {total}, an {_odd(bool(total % 2))} number")
    numbers = [fact.cage for fact in w.step.facts.cages]
    odd = [index for index in numbers if (w.puzzle.cages[index].target or 0) % 2]
    if odd:
        names = joined(w.cage(index) for index in odd)
        yield sentence(f"of the cages counted {names} {_are(odd)} odd")
    if even := [index for index in numbers if index not in odd]:
        names = joined(w.cage(index) for index in even)
        yield sentence(f"{names} {_are(even)} even")
    if any(w.puzzle.cages[index].operation == "-" for index in numbers):
        yield "Where a cage subtracts, its sum is odd or even just as its difference is."
    yield from _known_parities(w)
    yield from _the_last(w)


def _are(things: list[int]) -> str:
    return "is" if len(things) == 1 else "are"


def _parity_cell(w: Words) -> str:
    return w.cell(w.with_role("is-odd", "is-even")[0])


TECHNIQUES = (
    Technique(
        name="cage-bounds",
        aliases=("min max", "cage minimum and maximum"),
        summary="a digit goes that is too small or too large for the rest of its + cage",
        find=finder("cage-bounds"),
        what=_what,
        reason=_bounds,
        look_for="a + cage with a target that is small or large for the number of its cells.",
        why="the other cells add up to at least the sum of their smallest and at most the sum of "
        "their largest candidates. What is left for a cell lies between.",
    ),
    Technique(
        name="cage-factors",
        aliases=("divisors", "prime factors"),
        summary="a digit that does not divide a cage's product, or lacks a factor it needs, goes",
        find=finder("cage-factors"),
        what=_what,
        reason=_factors,
        look_for="a * cage whose product lacks small factors, or has a factor such as 5 or 7 that "
        "few of its cells can supply.",
        why="every digit of a * cage divides the product, and every prime factor of the product "
        "comes from some digit. What the other cells cannot supply, this cell must.",
    ),
    Technique(
        name="cage-parity",
        aliases=("parity", "odd and even"),
        summary="all cells but one of a + or - cage are known to be odd or even: so is the last",
        find=finder("cage-parity"),
        what=lambda w: f"{_parity_cell(w)} in {cage_of(w)[0]}",
        reason=_cage_parity,
        look_for="a + or - cage in which all cells but one have only odd, or only even, "
        "candidates.",
        why="a sum is odd when an odd number of its digits are odd. A difference is odd exactly "
        "when the sum of the same digits is odd.",
    ),
    Technique(
        name="house-parity",
        aliases=("line parity", "row parity"),
        summary="the sum of a house and its + and - cages show whether one cell is odd or even",
        find=finder("house-parity"),
        what=lambda w: f"{_parity_cell(w)} against {w.house_names(w.houses)}",
        reason=_house_parity,
        look_for="one or two rows or columns almost covered by + and - cages.",
        why="the digits of a house have a known sum. Each + and - cage shows whether its own sum "
        "is odd or even, which leaves an odd or an even rest.",
    ),
)

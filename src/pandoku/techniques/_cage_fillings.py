"""All ways to fill a cage with the candidates on a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from math import prod

from pandoku.model import Cage
from pandoku.words import Words, clauses, gone_digits, joined, spaced

Way = tuple[int, ...]
_MOST = 5000  # maximum number of fillings to list for one cage
_MOST_GONE = 4  # maximum number of candidates in a headline that lists them with their cells


def ways_of(w: Words, index: int) -> tuple[Way, ...]:
    """Return the fillings of a cage, in the order of its cells, or () if there are too many."""
    cage = w.puzzle.cages[index]
    choices = tuple(map(w.board.candidates, cage.cells))
    return _fillings(cage, choices, clashes_of(w, cage.cells))


@lru_cache(maxsize=512)
def _fillings(
    cage: Cage, choices: tuple[Way, ...], clashes: tuple[tuple[int, ...], ...]
) -> tuple[Way, ...]:
    fitting = filter(cage.allows, each_way(choices, clashes, partial(_may_reach, cage, choices)))
    found = tuple(islice(fitting, _MOST + 1))
    return found if len(found) <= _MOST else ()


def _may_reach(cage: Cage, choices: tuple[Way, ...], digits: Way) -> bool:
    """Return whether a + or × cage can reach its target if its first cells have some digits."""
    rest = choices[len(digits) :]
    if cage.operation == "+" and cage.target is not None and all(rest):
        left = cage.target - sum(digits)
        return sum(each[0] for each in rest) <= left <= sum(each[-1] for each in rest)
    return cage.operation != "*" or (cage.target or 0) % prod(digits) == 0


def each_way(
    choices: Sequence[Way],
    clashes: Sequence[tuple[int, ...]],
    may_go_on: Callable[[Way], bool] = lambda digits: True,
    digits: Way = (),
) -> Iterator[Way]:
    """Yield the ways to choose a digit for each cell, with different digits in cells that clash.

    Args:
        choices: The digits of each cell, ascending.
        clashes: For each cell, the positions of the earlier cells that must not have the same
            digit.
        may_go_on: A function of the digits of the first cells, which returns whether a useful way
            can begin with these digits.
        digits: The digits that are already chosen for the first cells.
    """
    at = len(digits)
    if at == len(choices):
        yield digits
        return
    taken = {digits[i] for i in clashes[at]}
    for digit in choices[at]:
        if digit not in taken and may_go_on(longer := (*digits, digit)):
            yield from each_way(choices, clashes, may_go_on, longer)


def clashes_of(w: Words, cells: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return for each cell the positions of the earlier cells that see it."""
    return tuple(
        tuple(i for i in range(at) if w.sees(cells[i], cells[at])) for at in range(len(cells))
    )


def at_cells(w: Words, index: int, ways: Iterable[Way], cells: Iterable[int]) -> tuple[Way, ...]:
    """Return the digits that fillings of a cage have in some of its cells, without duplicates."""
    places = [w.puzzle.cages[index].cells.index(cell) for cell in cells]
    return tuple(dict.fromkeys(tuple(way[at] for at in places) for way in ways))


def told_ways(ways: Iterable[Way]) -> str:
    """Return a list of fillings: "3 and 8", or "3 8 or 8 3, in this order"."""
    ways = list(ways)
    if len(ways) == 1:
        return joined(map(str, ways[0]))
    return joined(map(spaced, ways), "or") + (", in this order" if len(ways[0]) > 1 else "")


def by_digit(w: Words, pairs: Iterable[tuple[int, int]], last: str) -> str:
    """Return a list of candidates: "1 or 3 at r3c1 or r3c2, or 4 at r4c5"."""
    cells: dict[int, list[int]] = {}
    for cell, digit in pairs:
        cells.setdefault(digit, []).append(cell)
    digits: dict[tuple[int, ...], list[int]] = {}
    for digit, those in sorted(cells.items()):
        digits.setdefault(tuple(those), []).append(digit)
    told = (
        w.candidates(
            those, ds, f"{w.digits(ds, last)} at {joined(map(w.geometry.name, those), last)}"
        )
        for those, ds in digits.items()
    )
    return clauses(told, last)


def not_there(w: Words, cages: str) -> str:
    """Return a headline that names the eliminations: "no 1 or 3 at r3c1 in the 5-cage at r3c1"."""
    gone = w.step.eliminations
    if w.is_brief:
        return cages
    if len(gone) <= _MOST_GONE:
        return f"no {by_digit(w, gone, 'or')} in {cages}"
    return f"fewer places for {w.digits(gone_digits(w))} in {cages}"

"""Deductions that assume one solution: unique and avoidable rectangles, and BUG+1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._deadly import (
    WHY,
    corners,
    deadly,
    one_extra,
    one_roof,
    pair,
    subset,
    tied_pair,
    what,
)
from pandoku.techniques._technique import Technique
from pandoku.words import Words

__all__ = ["TECHNIQUES"]


def _type6(w: Words) -> Iterator[str]:
    roof, x = w.cells(w.with_role("roof")), w.step.eliminations[0][1]
    (y,) = (d for d in pair(w) if d != x)
    yield from deadly(w)
    yield f"In {w.house_names(w.houses)}, {x} can only be at these corners."
    yield f"If one of {roof} were {x}, the other would be too, and the other corners {y}."
    yield "That is the filling that cannot be."


def _hidden(w: Words) -> Iterator[str]:
    ((cell, y),) = w.step.eliminations
    (x,) = (d for d in pair(w) if d != y)
    around = corners(w)
    at = around.index(cell)
    opposite = w.cell(around[(at + 2) % 4])
    beside = w.cells([around[(at + 1) % 4], around[(at + 3) % 4]])
    yield from deadly(w)
    yield f"In {w.house_names(w.houses)}, {x} can only be at these corners."
    yield f"If {w.cell(cell)} were {y}, then {beside} would be {x}."
    yield f"{opposite}, which has no others left, would be {y}: the filling that cannot be."


def _avoidable1(w: Words) -> Iterator[str]:
    (cell,), (digit,) = w.with_role("open"), pair(w)
    yield f"{w.cells(corners(w))} are the corners of a rectangle, and none of them is given."
    yield (
        f"With {digit} at {w.cell(cell)} they would hold two digits that could change places in "
        "every house, and the puzzle would have a second solution."
    )


def _avoidable2(w: Words) -> Iterator[str]:
    (z,) = w.digits_of("extra")
    cells = w.cells(w.with_role("open"))
    yield from deadly(w)
    yield f"The only other digit that {cells} can hold is {z}."
    yield f"So one of {cells} is {z}, and a cell that sees both cannot be."


def _bug_what(w: Words) -> str:
    ((cell, digit, _),) = w.step.facts.candidates
    return f"all empty cells but {w.cell(cell)} have two candidates; {digit} is the odd one there"


def _bug(w: Words) -> Iterator[str]:
    ((cell, digit, _),) = w.step.facts.candidates
    name = w.cell(cell)
    yield f"Every empty cell has two candidates, but {name}, which has three."
    yield f"Every digit has two places in every house, but {digit} in the houses of {name}: three."
    yield (
        f"Without {digit} at {name} there would be two of everything, and in any solution each "
        "cell could take its other candidate: a second solution."
    )
    yield f"So {name} is {digit}, and its other candidates go."


def _rectangle(
    name: str,
    summary: str,
    reason: Callable[[Words], Iterable[str]],
    look_for: str,
    why: str,
    *aliases: str,
) -> Technique:
    return Technique(
        name=name,
        aliases=aliases,
        summary=summary,
        find=finder(name),
        what=what,
        reason=reason,
        look_for=look_for,
        why=WHY + why,
    )


_FOUR = (
    "four empty cells in two rows, two columns and two boxes that have two candidates in common; "
)

TECHNIQUES = (
    Technique(
        name="bug-plus-1",
        title="BUG+1",
        aliases=("bivalue universal grave", "bug"),
        summary="all empty cells but one have two candidates: that one takes its extra digit",
        find=finder("bug-plus-1"),
        what=_bug_what,
        reason=_bug,
        look_for="a grid near its end where one empty cell has three candidates, and all others "
        "have two.",
        why="when every cell has two candidates and every digit two places in every house, each "
        "cell can take its other candidate: there are two solutions or none. The one extra digit "
        "prevents this, so it is true.",
    ),
    _rectangle(
        "unique-rectangle-1",
        "three corners have only two digits: the fourth holds neither",
        one_roof,
        _FOUR + "three of them have no other candidates.",
        "With three corners bound to the pair, the fourth must break the pattern.",
        "uniqueness test 1",
        "ur1",
    ),
    _rectangle(
        "unique-rectangle-2",
        "two neighbouring corners have the same further digit: it is in one of them",
        one_extra,
        _FOUR + "two neighbours have one further candidate, the same digit.",
        "The further candidate is true in one of the two corners.",
        "uniqueness test 2",
        "ur2",
    ),
    _rectangle(
        "unique-rectangle-3",
        "the further digits of two neighbouring corners make a naked subset with other cells",
        subset,
        _FOUR + "two neighbours have further candidates that make a naked subset with other cells "
        "of a house.",
        "One of the two corners holds a further candidate: together they act as one cell.",
        "uniqueness test 3",
        "ur3",
    ),
    _rectangle(
        "unique-rectangle-4",
        "one of the two digits is bound to two neighbouring corners: the other goes from them",
        tied_pair,
        _FOUR + "two neighbours have further candidates, and one of the two digits has no other "
        "place in a house of theirs.",
        "One of the two corners holds that digit; the other digit in the other corner would "
        "complete the swap.",
        "uniqueness test 4",
        "ur4",
    ),
    _rectangle(
        "unique-rectangle-5",
        "two opposite corners, or three, have the same further digit: it is in one of them",
        one_extra,
        _FOUR + "two opposite corners, or three, have one further candidate, the same digit.",
        "The further candidate is true in one of these corners.",
        "uniqueness test 5",
        "ur5",
    ),
    _rectangle(
        "unique-rectangle-6",
        "two opposite corners have further digits, and one of the pair is bound to the corners",
        _type6,
        _FOUR + "two opposite corners have further candidates, and one of the two digits has no "
        "other place in both rows or both columns.",
        "If the digit were in one of the opposite corners, it would be in both, and complete the "
        "swap.",
        "uniqueness test 6",
        "ur6",
    ),
    _rectangle(
        "hidden-rectangle",
        "one digit is bound to a corner and its neighbours: the other goes from that corner",
        _hidden,
        _FOUR + "one has no other candidates, and in the row and the column of the opposite corner "
        "one of the two digits has no place outside the rectangle.",
        "The other digit in that corner would fill all corners with the pair.",
        "hidden unique rectangle",
    ),
    _rectangle(
        "avoidable-rectangle-1",
        "three corners are filled, not given: the fourth must not complete the swap",
        _avoidable1,
        "three corners of a rectangle in two rows, two columns and two boxes that you filled, the "
        "two opposite ones with the same digit; the fourth corner is empty.",
        "Digits that were filled in can swap places like any others; only givens cannot.",
    ),
    _rectangle(
        "avoidable-rectangle-2",
        "two neighbouring corners are filled, not given: one of the others holds a further digit",
        _avoidable2,
        "two neighbouring corners of a rectangle that you filled, and two empty ones that could "
        "complete the swap, except that both have the same further candidate.",
        "The further candidate is true in one of the two empty corners.",
    ),
)

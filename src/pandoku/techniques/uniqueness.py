"""Deductions that assume one solution: unique and avoidable rectangles, and BUG+1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pandoku.kernel.logic import finder
from pandoku.techniques._deadly import (
    WHY,
    are_a_rectangle,
    corners,
    deadly,
    floor_only,
    named_corners,
    one_extra,
    one_roof,
    pair,
    subset,
    tied_pair,
    what,
)
from pandoku.techniques._deadly_slips import AVOIDABLE_SLIPS, BUG_SLIPS, rectangle_slips
from pandoku.techniques._sight import can_be, can_be_at_each, one_of
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import Follows, OneOf, Only, Open, Paired, Placed, Swaps

__all__ = ["TECHNIQUES"]


def _type6(w: Words) -> Iterator[str]:
    roof, x = w.with_role("roof"), w.step.eliminations[0][1]
    (y,) = (d for d in pair(w) if d != x)
    one, other = map(w.cell, roof)
    yield from deadly(w)
    yield f"{floor_only(w)}."
    yield sentence(can_be_at_each(w, w.houses, x))
    yield w.said(
        f"If one of {one} and {other} were {w.digit(x)}, the other would be too, and the other "
        f"corners {w.digit(y)}: that is the filling that cannot be.",
        *_tied(w, roof, x),
    )


def _tied(w: Words, roof: Sequence[int], x: int) -> Iterator[Follows]:
    """Yield the implications from x in one corner of the roof to x in the other corner."""
    one, other = roof
    for cell in w.with_role("floor"):
        for start, end in ((one, other), (other, one)):
            if any(cell in h.cells and end in h.cells for h in w.houses):
                yield Follows(((start, x, True),), (cell, x, False))
                yield Follows(((cell, x, False),), (end, x, True))


def _hidden(w: Words) -> Iterator[str]:
    ((cell, y),) = w.step.eliminations
    (x,) = (d for d in pair(w) if d != y)
    around = corners(w)
    at = around.index(cell)
    opposite, beside = around[(at + 2) % 4], [around[(at + 1) % 4], around[(at + 3) % 4]]
    yield from deadly(w)
    yield f"{can_be(w, (opposite,), pair(w))}."
    yield sentence(can_be_at_each(w, w.houses, x))
    yield w.said(
        f"If {w.cell(cell)} were {w.digit(y)}, then {w.cells(beside)} would be {w.digit(x)}, and "
        f"{w.cell(opposite)} would have only {w.digit(y)} left: that is the filling that cannot "
        f"be.",
        *(Follows(((cell, y, True),), (each, x, True)) for each in beside),
        Follows(((beside[0], x, True),), (opposite, y, True)),
    )


def _avoidable1(w: Words) -> Iterator[str]:
    (cell,), (digit,), filled = w.with_role("open"), pair(w), w.with_role("filled")
    (other,) = {w.board.digits[each] for each in filled} - {digit}
    x, y = sorted((digit, other))
    yield from _all_filled(w, (x, y))
    yield w.said(
        f"If {w.cell(cell)} were {w.digit(digit)}, {w.digits((x, y))} could change places in these "
        "cells: every house would still be right, and the puzzle would have a second solution.",
        Open((cell,), (digit,)),
    )


def _all_filled(w: Words, two: tuple[int, int]) -> Iterator[str]:
    """Name the digits that were placed in the corners of a rectangle without givens."""
    cells, filled = corners(w), w.with_role("filled")
    swaps = Swaps(tuple(cells), two)
    yield w.said(f"{named_corners(w)} {are_a_rectangle(w)}, and none of them is given.", swaps)
    placed = [(cell, w.board.digits[cell]) for cell in sorted(filled)]
    told = joined(f"{w.cell(cell)} is {w.digit(digit)}" for cell, digit in placed)
    yield w.said(f"{told}.", *(Placed(*each) for each in placed))


def _avoidable2(w: Words) -> Iterator[str]:
    (z,), cells, (x, y) = w.digits_of("extra"), w.with_role("open"), pair(w)
    yield from _all_filled(w, (x, y))
    yield (
        f"If the four cells held only {w.digits((x, y))}, these two could change places: every "
        f"house "
        "would still be right, and the puzzle would have a second solution."
    )
    others = [
        w.said(f"{w.cell(cell)} can only be {w.digits(digits, 'or')}", Only((cell,), digits))
        for cell in cells
        if (digits := w.board.candidates(cell))
    ]
    yield f"{clauses(others)}."
    yield f"{one_of(w, z, cells, OneOf(()), 'Therefore at least')}."


def _bug_what(w: Words) -> str:
    ((cell, digit, _),) = w.step.facts.candidates
    odd = f"{w.digit(digit)} is the odd one there"
    return f"all empty cells but {w.cell(cell)} have two candidates; {odd}"


def _bug(w: Words) -> Iterator[str]:
    ((cell, digit, _),) = w.step.facts.candidates
    odd = w.cell(cell)
    three = tuple(w.board.candidates(cell))
    yield w.said(
        f"Every empty cell has two candidates, except {odd}, which has three.", Only((cell,), three)
    )
    yield w.said(
        f"Without {w.candidate(cell, digit)}, every digit would also have two places in every "
        "house that still needs it.",
        Paired(((cell, digit),)),
    )
    yield "In any solution, each cell could then take its other candidate: a second solution."
    yield w.said(f"Only {w.candidate(cell, digit)} prevents that.", OneOf(((cell, digit),)))


_PAIRS = Glance(
    "Find two cells in one row or column that have the same two candidates and no others.",
    "cells",
)
_COMPLETE = Glance(
    "Complete the rectangle with two cells that can be both digits, too. Check that it lies in "
    "exactly two rows, two columns and two boxes.",
    "cells",
)
_RECTANGLE = Glance(
    "Find four cells that can all be the same two digits, in exactly two rows, two columns and "
    "two boxes.",
    "cells",
)
_WHEN = "As soon as two cells have the same two candidates, if the puzzle has only one solution."
_WHEN_FILLED = (
    "Late in a solve, if the puzzle has only one solution and you can tell your digits from givens."
)
_SCANS = {
    "unique-rectangle-1": (
        _PAIRS,
        _COMPLETE,
        Glance("Check that a third corner has no other candidates, either.", "pattern"),
        Glance("Remove the two digits from the fourth corner.", "step"),
    ),
    "unique-rectangle-2": (
        _PAIRS,
        _COMPLETE,
        Glance(
            "Check that the two other corners have one extra candidate each, the same digit.",
            "pattern",
        ),
        Glance("Remove this digit from every cell that sees both of these corners.", "step"),
    ),
    "unique-rectangle-3": (
        _PAIRS,
        _COMPLETE,
        Glance(
            "Take the extra candidates of the two other corners together, as if they were one "
            "cell. Find a naked pair or triple with it in a house that has both.",
            "pattern",
        ),
        Glance("Remove the digits of this subset from the rest of the house.", "step"),
    ),
    "unique-rectangle-4": (
        _PAIRS,
        _COMPLETE,
        Glance(
            "In a house with both other corners, find one of the two digits that has no other "
            "place.",
            "pattern",
        ),
        Glance("Remove the other of the two digits from these two corners.", "step"),
    ),
    "unique-rectangle-5": (
        _RECTANGLE,
        Glance(
            "Check the extra candidates: two opposite corners, or three corners, have the same "
            "one, and the others have none.",
            "pattern",
        ),
        Glance("Remove this digit from every cell that sees all corners that have it.", "step"),
    ),
    "unique-rectangle-6": (
        _RECTANGLE,
        Glance("Check that two opposite corners have no extra candidates.", "pattern"),
        Glance(
            "Take one of the two digits. In both rows of the rectangle, or in both columns, it "
            "must have no place outside.",
            "pattern",
        ),
        Glance("Remove this digit from the two corners with extra candidates.", "step"),
    ),
    "hidden-rectangle": (
        _RECTANGLE,
        Glance("Find a corner with no extra candidates, and go to the opposite corner.", "pattern"),
        Glance(
            "Take one of the two digits. In the row and in the column of this opposite corner, "
            "it must have no place outside the rectangle.",
            "pattern",
        ),
        Glance("Remove the other of the two digits from the opposite corner.", "step"),
    ),
    "avoidable-rectangle-1": (
        Glance(
            "Among the digits that you wrote yourself, find two equal ones in opposite corners "
            "of a rectangle in exactly two boxes.",
            "cells",
        ),
        Glance(
            "Check that you wrote the third corner, too, and that the fourth is empty.",
            "pattern",
        ),
        Glance("Remove the digit of the third corner from the fourth.", "step"),
    ),
    "avoidable-rectangle-2": (
        Glance(
            "Among the digits that you wrote yourself, find two neighboring corners of a "
            "rectangle in exactly two boxes.",
            "cells",
        ),
        Glance(
            "Check the two empty corners: each can be the digit opposite to it, or an extra "
            "digit, the same in both.",
            "pattern",
        ),
        Glance("Remove the extra digit from every cell that sees both empty corners.", "step"),
    ),
}


def _rectangle(
    name: str,
    weight: float,
    summary: str,
    reason: Callable[[Words], Iterable[str]],
    look_for: str,
    why: str,
    *aliases: str,
) -> Technique:
    is_avoidable = name.startswith("avoidable")
    return Technique(
        name=name,
        aliases=aliases,
        summary=summary,
        find=finder(name),
        slips=AVOIDABLE_SLIPS[int(name[-1])] if is_avoidable else rectangle_slips(name),
        weight=weight,
        what=what,
        reason=reason,
        when=_WHEN_FILLED if is_avoidable else _WHEN,
        scan=_SCANS[name],
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
        slips=BUG_SLIPS,
        weight=5.6,
        what=_bug_what,
        reason=_bug,
        when="Near the end, if the puzzle has only one solution: when nearly all empty cells "
        "have two candidates.",
        scan=(
            Glance(
                "Go through the empty cells. All must have two candidates, except one that has "
                "three.",
                "cells",
            ),
            Glance(
                "In the row of this cell, find the digit that has three places. It must have "
                "three in the column and in the box, too.",
                "pattern",
            ),
            Glance("Keep this digit in the cell, and remove the other two.", "step"),
        ),
        look_for="a grid near its end where one empty cell has three candidates, and all others "
        "have two.",
        why="when every cell has two candidates and every digit two places in every house, each "
        "cell can take its other candidate: there are two solutions or none. Only the one extra "
        "digit prevents this, so it is true.",
    ),
    _rectangle(
        "unique-rectangle-1",
        4.5,
        "three corners have only two digits: the fourth holds neither of them",
        one_roof,
        _FOUR + "three of them have no other candidates.",
        "Three corners can only hold the pair, so the fourth must break the pattern.",
        "uniqueness test 1",
        "ur1",
    ),
    _rectangle(
        "unique-rectangle-2",
        4.5,
        "two neighboring corners have the same further digit: it is in one of them",
        one_extra,
        _FOUR + "two neighbors have one further candidate, the same digit.",
        "The further candidate is true in one of the two corners.",
        "uniqueness test 2",
        "ur2",
    ),
    _rectangle(
        "unique-rectangle-3",
        4.5,
        "the further digits of two neighboring corners make a naked subset with other cells",
        subset,
        _FOUR + "two neighbors have further candidates that make a naked subset with other cells "
        "of a house.",
        "One of the two corners holds a further candidate: together they act as one cell.",
        "uniqueness test 3",
        "ur3",
    ),
    _rectangle(
        "unique-rectangle-4",
        4.5,
        "one of the two digits must be in one of two neighboring corners: the other is in neither",
        tied_pair,
        _FOUR + "two neighbors have further candidates, and one of the two digits has no other "
        "place in a house of theirs.",
        "One of the two corners holds that digit. If the other corner held the other digit, the "
        "two digits could be swapped.",
        "uniqueness test 4",
        "ur4",
    ),
    _rectangle(
        "unique-rectangle-5",
        4.5,
        "two opposite corners, or three, have the same further digit: it is in one of them",
        one_extra,
        _FOUR + "two opposite corners, or three, have one further candidate, the same digit.",
        "The further candidate is true in one of these corners.",
        "uniqueness test 5",
        "ur5",
    ),
    _rectangle(
        "unique-rectangle-6",
        6.8,
        "two opposite corners have further digits, and one of the pair has no places outside",
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
        7.1,
        "one digit is bound to a corner and its neighbors: that corner is not the other",
        _hidden,
        _FOUR + "one has no other candidates, and in the row and the column of the opposite corner "
        "one of the two digits has no place outside the rectangle.",
        "The other digit in that corner would fill all corners with the pair.",
        "hidden unique rectangle",
    ),
    _rectangle(
        "avoidable-rectangle-1",
        6.8,
        "three corners are filled, not given: the fourth must not complete the swap",
        _avoidable1,
        "three corners of a rectangle in two rows, two columns and two boxes that you filled, the "
        "two opposite ones with the same digit; the fourth corner is empty.",
        "Digits that were filled in can swap places like any others; only givens cannot.",
    ),
    _rectangle(
        "avoidable-rectangle-2",
        6.8,
        "two neighboring corners are filled, not given: one of the others holds a further digit",
        _avoidable2,
        "two neighboring corners of a rectangle that you filled, and two empty ones that could "
        "complete the swap, except that both have the same further candidate.",
        "The further candidate is true in one of the two empty corners.",
    ),
)

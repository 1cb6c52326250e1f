"""Singles: a digit with one place left, or a cell with one digit left.

The words for a single explain every missing candidate by a digit in sight, a clue, an earlier step,
or the pencil marks. If digits and clues are enough, neither steps nor marks are mentioned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pandoku.kernel.logic import finder
from pandoku.techniques._clues import clue_alone, clue_reasons
from pandoku.techniques._keepers import keepers, kept_out, noted_out
from pandoku.techniques._place_slips import (
    FULL_HOUSE_SLIPS,
    HIDDEN_SINGLE_SLIPS,
    NAKED_SINGLE_SLIPS,
)
from pandoku.techniques._sight import shares_group
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import Apart, Claim, Gone, Inside, Needs, Only, Placed, Places, Sees

__all__ = ["TECHNIQUES"]

_MOST_CAUSES = 3  # maximum number of steps to name, each with the digits that it removed


def _placed(w: Words) -> tuple[int, int]:
    ((cell, digit),) = w.step.placements
    return cell, digit


def _full_house(w: Words) -> Iterator[str]:
    (cell, digit), house = _placed(w), w.houses[0]
    filled = (Placed(other, w.board.digits[other]) for other in house.cells if other != cell)
    last = Places(w.index(house), digit, (cell,))
    yield w.said(f"{w.cell(cell)} is the only empty cell of {w.house(house)}.", last, *filled)
    yield f"The only digit missing there is {w.digit(digit)}."


# ---- a cell with one digit left


class _Place(NamedTuple):
    """The reason why a cell sees some digits: "in row 1", "by the anti-knight rule"."""

    name: str
    cells: tuple[int, ...]
    claim: Inside | Apart


def _naked_single(w: Words) -> Iterator[str]:
    cell, digit = _placed(w)
    left = [each for each in range(1, w.puzzle.order + 1) if each != digit]
    parts: list[str] = []
    while seen := _most_digits(w, cell, left):
        place, digits = seen
        parts.append(_digits_in(w, cell, place, digits))
        left = [each for each in left if each not in digits]
    if left and (told := clue_alone(w, cell, digit)):
        yield told
        return
    if parts:
        yield f"{w.cell(cell)} sees {joined(parts)}."
    if told := clue_reasons(w, [(cell, each) for each in left]):
        yield told
    elif left:
        where = "" if parts else f"at {w.cell(cell)}, "
        yield sentence(f"{where}{_gone_digits(w, cell, left)}")
    yield w.said(f"Only {w.digit(digit)} is left.", Only((cell,), (digit,)))


def _most_digits(
    w: Words, cell: int, wanted: Sequence[int]
) -> tuple[_Place, dict[int, int]] | None:
    """Return the house or rule where a cell sees the most of *wanted*, and the digits seen.

    The result is None if the cell sees none of the digits. If the facts name the cell of a digit,
    only this cell counts for the digit.
    """
    told = {w.board.digits[at]: at for at in w.with_role("excludes")}
    shown = [
        (
            place,
            {
                digit: at
                for at in place.cells
                if (digit := w.board.digits[at]) in wanted and told.get(digit, at) == at
            },
        )
        for place in _places_of(w, cell)
    ]
    most = max(shown, key=lambda each: len(each[1]))
    return most if most[1] else None


def _places_of(w: Words, cell: int) -> Iterator[_Place]:
    for index in w.geometry.houses_of[cell]:
        house = w.geometry.houses[index]
        yield _Place(f"in {w.house(house)}", house.cells, Inside((), (index,)))
    for index, cage in enumerate(w.puzzle.cages):
        if not cage.repeats and cell in cage.cells:
            yield _Place(f"in {w.cage(index)}", cage.cells, Inside((), (), (index,)))
    if not w.puzzle.further:
        return
    by: dict[int, list[int]] = {}
    for other in w.puzzle.sight[cell]:
        if w.board.digits[other] and not shares_group(w, cell, other):
            by.setdefault(w.puzzle.apart_by(cell, other) or 0, []).append(other)
    for index, cells in by.items():
        yield _Place(f"by {w.constraint(index)}", tuple(cells), Apart(cell, (), index))


def _digits_in(w: Words, cell: int, place: _Place, digits: dict[int, int]) -> str:
    """Return digits and the place where they are seen: "3 and 7 in column 5"."""
    cells = tuple(digits.values())
    named = joined(w.candidates((digits[d],), (d,), w.digit(d)) for d in sorted(digits))
    placed = (Placed(at, digit) for digit, at in digits.items())
    claim: Claim = (
        place.claim._replace(cells=cells)
        if isinstance(place.claim, Apart)
        else place.claim._replace(cells=(cell, *cells))
    )
    return w.said(f"{named} {place.name}", Sees(cell, cells), claim, *placed)


def _gone_digits(w: Words, cell: int, digits: Sequence[int]) -> str:
    """Explain why a cell has lost digits that it does not see: "6 went in step 12"."""
    steps, marks = _by_step(w, [(cell, digit) for digit in digits])
    verbs = [" went", *[""] * len(steps)]
    parts = [
        f"{w.digits(d for _, d in pairs)}{verb} in {w.steps(at)}"
        for (at, pairs), verb in zip(steps, verbs, strict=False)
    ]
    if marks:
        are = "is" if len(marks) == 1 else "are"
        parts.append(f"{w.digits(d for _, d in marks)} {are} not in its pencil marks")
    return w.said(clauses(parts), Gone((cell,), tuple(digits)))


def _by_step(
    w: Words, pairs: Sequence[tuple[int, int]]
) -> tuple[list[tuple[tuple[int, ...], list[tuple[int, int]]]], list[tuple[int, int]]]:
    """Group candidates by the steps that removed them, and list candidates that no step removed.

    If there are many steps, they form one group with all their candidates.
    """
    by_step: dict[int, list[tuple[int, int]]] = {}
    for pair in pairs:
        by_step.setdefault(w.cause(*pair).step, []).append(pair)
    marks = by_step.pop(0, [])
    if len(by_step) > _MOST_CAUSES:
        every = [pair for pair in pairs if pair not in marks]
        return [(tuple(by_step), every)], marks  # steps in the order of the candidates
    return [((step,), by_step[step]) for step in sorted(by_step)], marks


# ---- a digit with one place left


def _hidden_single(w: Words) -> Iterator[str]:
    (cell, digit), house = _placed(w), w.houses[0]
    needs = sentence(f"{w.house(house)} still needs {w.digit(digit)}")
    yield w.said(needs, Needs(w.index(house), digit))
    others = (at for at in house.cells if not w.board.digits[at] and at != cell)
    kept, left = keepers(w, digit, others)
    if kept:
        yield kept_out(w, digit, kept)
    noted, left = noted_out(w, digit, left)
    if noted:
        yield sentence(clauses(noted))
    if told := clue_reasons(w, [(at, digit) for at in left]):
        yield told
    elif left:
        steps, marks = _by_step(w, [(at, digit) for at in left])
        parts = [f"at {w.cells(at for at, _ in pairs)} in {w.steps(by)}" for by, pairs in steps]
        said = [f"it was ruled out {clauses(parts)}"] if parts else []
        if marks:
            said.append(f"it is not in the pencil marks of {w.cells(at for at, _ in marks)}")
        yield w.said(sentence(clauses(said)), Gone(tuple(left), (digit,)))
    if any(w.board.digits[at] for at in house.cells):
        yield w.said("The other cells are filled.", Places(w.index(house), digit, (cell,)))


TECHNIQUES = (
    Technique(
        name="full-house",
        aliases=("last digit", "last empty cell", "open single"),
        summary="one cell of a house is empty: it takes the missing digit",
        find=finder("full-house"),
        slips=FULL_HOUSE_SLIPS,
        weight=1.0,
        what=lambda w: f"{w.cell(_placed(w)[0])} in {w.house(w.houses[0])}",
        reason=_full_house,
        in_short=lambda w: f"{w.outcome()}, last cell of {w.house(w.houses[0])}",
        when="First of all, and again after each digit that you write.",
        scan=(
            Glance("Find the fullest row, column or box.", "houses"),
            Glance("Check that only one of its cells is empty.", "cells"),
            Glance(
                "Count up from 1 to find the digit that is missing, and write it. Then look at "
                "the other houses of the cell: one of them may be nearly full now, too.",
                "step",
            ),
        ),
        look_for="a house with only one empty cell.",
        why="a house holds every digit once, so its last cell takes the missing digit.",
    ),
    Technique(
        name="naked-single",
        aliases=("sole candidate", "forced digit"),
        summary="a cell has only one digit left",
        find=finder("naked-single"),
        slips=NAKED_SINGLE_SLIPS,
        weight=2.3,
        what=lambda w: f"only {w.digit(_placed(w)[1])} is left at {w.cell(_placed(w)[0])}",
        reason=_naked_single,
        in_short=lambda w: f"{w.outcome()}, the only digit left",
        when="After hidden singles, where a cell sees many different digits.",
        scan=(
            Glance(
                "Find an empty cell whose row, column and box are nearly full, with digits that "
                "differ.",
                "cells",
            ),
            Glance(
                "Count up from 1. Look for each digit in the row, then in the column, then in "
                "the box. At the second digit that you do not find, take another cell.",
                "pattern",
            ),
            Glance("If only one digit is missing from all three, write it.", "step"),
        ),
        look_for="a cell that sees many different digits. Count from 1 up for the one digit that "
        "it does not see, and that no earlier step has removed.",
        why="every cell holds a digit. When all digits but one are ruled out, it is that one.",
    ),
    Technique(
        name="hidden-single",
        aliases=("unique candidate", "pinned digit"),
        summary="a house has only one cell left for a digit",
        find=finder("hidden-single"),
        slips=HIDDEN_SINGLE_SLIPS,
        weight=1.5,
        what=lambda w: (
            f"only {w.cell(_placed(w)[0])} can hold {w.digit(_placed(w)[1])} in "
            f"{w.house(w.houses[0])}"
        ),
        reason=_hidden_single,
        in_short=lambda w: f"{w.outcome()}, only place in {w.house(w.houses[0])}",
        asks_place=True,
        when="From the start, and again after each digit that you write.",
        scan=(
            Glance("Take a digit that is on the board often.", "places"),
            Glance("Find a box that still needs it.", "houses"),
            Glance(
                "Draw a line from each of its placed digits through the rows and columns that "
                "cross the box.",
                "cells",
            ),
            Glance(
                "If one empty cell of the box stays free, write the digit there. Take the other "
                "boxes in the same way, then the rows and columns.",
                "step",
            ),
        ),
        look_for="a digit that is placed several times already. Follow its rows, columns and boxes "
        "into a house that still needs it, until one cell is left.",
        why="a house holds every digit. When only one of its cells is left for a digit, it goes "
        "there, whatever else that cell could be.",
    ),
)

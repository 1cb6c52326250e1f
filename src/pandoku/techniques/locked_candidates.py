"""Locked candidates: all places of a digit in one house are also in a second house."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._keepers import keepers
from pandoku.techniques._place_slips import CLAIMING_SLIPS, POINTING_SLIPS
from pandoku.techniques._sight import all_of, can_be_at, lie_in
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, sentence, with_capital
from pandoku.words.claims import OneOf, Placed, Places

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    (digit,) = w.digits_of()
    house, other = map(w.house, w.houses)
    if w.is_brief:
        return f"{w.digit(digit)} of {house} is in {other}"
    return f"the {w.digit(digit)} of {house} is in {other}, at {w.cells(w.with_role(), 'or')}"


def _reason(w: Words) -> Iterator[str]:
    (digit,), (house, other), cells = w.digits_of(), w.houses, w.with_role()
    if w.reader.noting is not None and (told := _by_sight(w)):
        yield told
        return
    yield sentence(can_be_at(w, house, digit))
    one = OneOf(tuple((cell, digit) for cell in cells), houses=(w.index(house),))
    all_cells = with_capital(lie_in(w, cells, (other,)))
    yield w.said(f"{all_cells} too, so {w.house(other)} has its {w.digit(digit)} there.", one)


def _by_sight(w: Words) -> str | None:
    """Return the reason for the few places of a digit, if digits on the grid are enough.

    For example: "The 2s at r1c5 and r4c2 keep 2 out of the rest of box 9: both places are in row
    7". The result is None if these digits do not explain all other cells.
    """
    (digit,), (house, other), cells = w.digits_of(), w.houses, w.with_role()
    empty = [at for at in house.cells if not w.board.digits[at] and at not in cells]
    found, left = keepers(w, digit, empty)
    if left:
        return None
    claims = [Placed(at, digit) for at in found]
    rest = f"{w.house(house)} has only {w.cells(cells)} left for {w.digit(digit)}"
    if found:
        is_one = len(found) == 1
        name = w.candidate(next(iter(found)), digit) if is_one else None
        keeping = f"the {name} keeps" if name else f"the {w.digit(digit)}s at {w.cells(found)} keep"
        rest = f"{keeping} {w.digit(digit)} out of the rest of {w.house(house)}"
    places = Places(w.index(house), digit, tuple(cells))
    named = f": {all_of(w, len(cells))} places are in {w.house(other)}"
    return sentence(w.said(f"{rest}{named}", places, *claims))


TECHNIQUES = (
    Technique(
        name="pointing",
        title="locked candidates (pointing)",
        aliases=("locked candidates type 1", "locked candidates 1", "pointing pair", "lc1"),
        summary="a digit's places in a box are all in one line: it is nowhere else in the line",
        find=finder("pointing"),
        slips=POINTING_SLIPS,
        weight=2.6,
        what=_what,
        reason=_reason,
        in_short=lambda w: f"{_what(w)}; {w.outcome()}",
        noted="small",
        when="While you look for hidden singles: as soon as a digit has only two or three places "
        "left in a box.",
        scan=(
            Glance("Take a digit, and go through the boxes that still need it.", "places"),
            Glance(
                "Find a box whose places for the digit are all in one row or one column.",
                "houses",
            ),
            Glance(
                "Check that the box has no place outside this line. One of these cells holds the "
                "digit, and you need not know which.",
                "cells",
            ),
            Glance(
                "Follow the line out of the box, and remove the digit from its other cells.",
                "step",
            ),
        ),
        look_for="a box in which all places for a digit are in one row or column.",
        why="the box has the digit in one of these cells, and all of them are in the line. So the "
        "line has its digit there, too, and nowhere else.",
    ),
    Technique(
        name="claiming",
        title="locked candidates (claiming)",
        aliases=("locked candidates type 2", "locked candidates 2", "box line reduction", "lc2"),
        summary="a digit's places in a line are all in one box: it is nowhere else in the box",
        find=finder("claiming"),
        slips=CLAIMING_SLIPS,
        weight=2.8,
        what=_what,
        reason=_reason,
        in_short=lambda w: f"{_what(w)}; {w.outcome()}",
        noted="small",
        when="After pointing, in rows and columns whose empty cells are mostly in one box.",
        scan=(
            Glance(
                "Take a digit, and go through the rows and columns that still need it.",
                "places",
            ),
            Glance("Find a line whose places for the digit are all in one box.", "houses"),
            Glance(
                "Check that the line has no place outside this box. One of these cells holds the "
                "digit, and you need not know which.",
                "cells",
            ),
            Glance("Remove the digit from the other cells of the box.", "step"),
        ),
        look_for="a row, column or diagonal whose places for a digit are all in one other house.",
        why="the line has the digit in one of these cells, and all of them are in the box. So the "
        "box has its digit there, too, and nowhere else.",
    ),
)

"""Empty rectangle: all places of a digit in a box are in a row and a column that cross there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandoku.kernel.logic import finder
from pandoku.model import House
from pandoku.techniques._link_slips import EMPTY_RECTANGLE_SLIPS
from pandoku.techniques._sight import can_be_at, one_of
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, clauses, sentence
from pandoku.words.claims import Follows, Inside, OneOf

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    (digit,) = w.digits_of()
    box, met, other = map(w.house, w.houses[:3])
    if w.is_brief:
        return f"{w.digit(digit)} in {box}"
    links = [f"between {w.cells(pair)}" for pair in _pairs(w.with_role("link"))]
    many = "s" * (len(links) > 1)
    return (
        f"{w.digit(digit)} in {box} along {met} and {other}, with the link{many} {clauses(links)}"
    )


def _pairs(cells: list[int]) -> list[tuple[int, int]]:
    return list(zip(cells[::2], cells[1::2], strict=True))


def _reason(w: Words) -> Iterator[str]:
    for number, link in enumerate(_pairs(w.with_role("link"))):
        if number:
            yield "The same box does it once more."
        yield from _corner(w, w.houses[4 * number : 4 * number + 4], *link)


def _corner(w: Words, houses: Sequence[House], near: int, far: int) -> Iterator[str]:
    (digit,), (box, met, other, link) = w.digits_of(), houses
    places = w.with_role("pattern")
    in_met = tuple(cell for cell in places if cell in met.cells)
    in_other = tuple(cell for cell in places if cell in other.cells)
    m, o, b = w.index(met), w.index(other), w.index(box)
    inside = (Inside(in_met, (m, b)), Inside(in_other, (o, b)))
    along = w.said(f"in {w.house(met)} or in {w.house(other)}", *inside)
    yield sentence(f"{can_be_at(w, box, digit)}: {along}")
    yield sentence(can_be_at(w, link, digit))
    yield w.said(
        f"If {w.cell(far)} is not {w.digit(digit)}, then {w.cell(near)} is. That is the "
        f"{w.digit(digit)} of "
        f"{w.house(met)}, so {w.house(box)} then has its {w.digit(digit)} in {w.house(other)}.",
        Inside((near,), (m,)),
        Follows(((far, digit, False),), (near, digit, True)),
        *inside,
    )
    why = OneOf((), houses=(b, w.index(link)))
    yield f"{one_of(w, digit, (far, *in_other), why)}."


_LOOK_FOR = (
    "a box whose places for a digit are all in one row and one column, and a line outside it with "
    "two places for the digit, one of them in that row or column."
)
_WHY = (
    "the box has the digit in its row or in its column. The line with two places meets one of "
    "these. If the digit is there, the line has the digit at its far place. Otherwise the digit is "
    "in the other one."
)
_LOOK = Glance("Take a digit with few places. Look only at its candidates.", "places")
_BOX = Glance(
    "Find a box whose places for it are all in one row and one column, like a cross or an L.",
    "houses",
)
_LINE = Glance(
    "Outside the box, find a line with exactly two places, one of them in that row or that column.",
    "cells",
)

TECHNIQUES = (
    Technique(
        name="dual-empty-rectangle",
        summary="two empty rectangles in one box",
        find=finder("dual-empty-rectangle"),
        slips=EMPTY_RECTANGLE_SLIPS,
        is_case_of="empty-rectangle",
        weight=7.2,
        what=_what,
        reason=_reason,
        when="When you have found an empty rectangle: look once more before you go on.",
        scan=(
            _LOOK,
            _BOX,
            _LINE,
            Glance(
                "Look for a second line of this kind on the other side, or for the other arm of "
                "the box.",
                "pattern",
            ),
            Glance(
                "For each line, go from its far place along the crossing line to the other arm "
                "of the box. Remove the digit from the cell where they meet.",
                "step",
            ),
        ),
        look_for=_LOOK_FOR + " Then look for a second such line.",
        why=_WHY,
    ),
    Technique(
        name="empty-rectangle",
        aliases=("hinge",),
        summary="a digit's places in a box are in one row and one column, and a link meets one of "
        "them",
        find=finder("empty-rectangle"),
        slips=EMPTY_RECTANGLE_SLIPS,
        weight=7.2,
        what=_what,
        reason=_reason,
        when="After skyscrapers and kites, for a digit with an L or a cross of places in a box.",
        scan=(
            _LOOK,
            _BOX,
            _LINE,
            Glance(
                "Start at the far place of this line, and go at a right angle until you meet the "
                "other arm of the box.",
                "pattern",
            ),
            Glance("Remove the digit from the cell where they meet.", "step"),
        ),
        look_for=_LOOK_FOR,
        why=_WHY,
    ),
)

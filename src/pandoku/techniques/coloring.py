"""Coloring: strong links give two colors to the places of a digit, and one color has the digit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from pandoku.kernel.logic import finder
from pandoku.model import House, open_in
from pandoku.techniques._color_slips import (
    COLOR_TRAP_SLIPS,
    COLOR_WRAP_SLIPS,
    MULTI_TRAP_SLIPS,
    MULTI_WRAP_SLIPS,
)
from pandoku.techniques._sight import gone_cells, kinds_of, meet, since
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, clauses
from pandoku.words.claims import OneOf, Places, Sees

__all__ = ["TECHNIQUES"]

A, B, C, D = (f"color-{letter}" for letter in "abcd")
_OPPOSITE = {A: B, B: A, C: D, D: C}


def _letter(role: str) -> str:
    return role[-1].upper()


def _group(w: Words, role: str) -> str:
    return f"{_letter(role)} ({w.cells(w.with_role(role))})"


def _what(w: Words) -> str:
    roles = [role for role in (A, B, C, D) if w.with_role(role)]
    if w.is_brief:
        return f"{w.digits(w.digits_of())} in {w.number(len(roles))} colors"
    groups = ", ".join(_group(w, role) for role in roles)
    return f"{w.digits(w.digits_of())} in the colors {groups}"


def _intro(w: Words, first: str, second: str) -> Iterator[str]:
    (digit,) = w.digits_of()
    houses = _joining(w, first, second)
    each = "each of " if len(houses) > 1 else ""
    spots = [(house, open_in(w.board, house.cells, digit)) for house in houses]
    claims = (Places(w.index(house), digit, cells) for house, cells in spots)
    others = [cell for house, cells in spots for cell in house.cells if cell not in cells]
    two = f"{w.digit(digit)} has only two places{since(w, others, (digit,))}"
    yield w.said(f"In {each}{kinds_of(w, houses)}, {two}.", *claims)
    one = [OneOf(tuple((c, digit) for c in cells), houses=(w.index(h),)) for h, cells in spots]
    if len(spots) == 1:
        text = (
            f"Call them {_group(w, first)} and {_group(w, second)}: one is {w.digit(digit)}, not "
            f"both."
        )
        yield w.said(text, *one)
        return
    yield w.said(
        f"Color them in turn: {_letter(first)} for {w.cells(w.with_role(first))}, "
        f"{_letter(second)} for {w.cells(w.with_role(second))}.",
        *one,
    )
    yield f"One of these two colors is {w.digit(digit)} in all its cells, the other in none."


def _joining(w: Words, first: str, second: str) -> list[House]:
    """Return a few houses that join all the cells. Each house has one place of each color."""
    (digit,) = w.digits_of()
    colors = ({*w.with_role(first)}, {*w.with_role(second)})
    group = {cell: cell for cell in (*colors[0], *colors[1])}
    found = []
    for house in w.geometry.houses:
        spots = open_in(w.board, house.cells, digit)
        if len(spots) != 2 or any(len(color & {*spots}) != 1 for color in colors):
            continue
        one, other = (group[cell] for cell in spots)
        if one != other:
            found.append(house)
            group = {cell: one if known == other else known for cell, known in group.items()}
    return found


def _seeing(w: Words, first: str, second: str) -> Iterator[str]:
    """Name the cells that lose the digit because they see both colors."""
    by_seen: dict[tuple[int, int], list[int]] = {}
    for cell in gone_cells(w):
        seen = [
            next((each for each in w.with_role(role) if w.sees(cell, each)), None)
            for role in (first, second)
        ]
        if (one := seen[0]) is not None and (other := seen[1]) is not None:
            by_seen.setdefault((one, other), []).append(cell)
    for seen_pair, cells in by_seen.items():
        sees = "sees" if len(cells) == 1 else "each see"
        what = " and ".join(_colored(w, each) for each in seen_pair)
        claims = (Sees(cell, seen_pair) for cell in cells)
        yield w.said(f"{w.cells(cells)} {sees} {what}", *claims)


def _colored(w: Words, cell: int) -> str:
    """Return a cell with its color: "r1c1 (A)"."""
    role = next(role for at, role in w.step.facts.cells if at == cell)
    return f"{w.cell(cell)} ({_letter(role)})"


def _meeting(w: Words, first: str, second: str) -> tuple[int, int] | None:
    pairs = product(w.with_role(first), w.with_role(second))
    return next(((a, b) for a, b in pairs if w.sees(a, b)), None)


def _trap(w: Words) -> Iterator[str]:
    (digit,) = w.digits_of()
    yield from _intro(w, A, B)
    yield f"{clauses(_seeing(w, A, B))}: one of the two is {w.digit(digit)}."


def _wrap(w: Words) -> Iterator[str]:
    (digit,) = w.digits_of()
    yield from _intro(w, A, B)
    one, other = next(pair for pair in [_meeting(w, B, B)] if pair)
    yield f"{meet(w, one, other)}, and both are B: they cannot both be {w.digit(digit)}."
    yield "B is the color that is wrong."


def _multi_trap(w: Words) -> Iterator[str]:
    (digit,) = w.digits_of()
    yield from _intro(w, A, B)
    yield from _intro(w, C, D)
    for first, second in product((A, B), (C, D)):
        x, y = _OPPOSITE[first], _OPPOSITE[second]
        pair, seen = _meeting(w, first, second), [*_seeing(w, x, y)]
        if pair and seen:
            one, other = map(_letter, (first, second))
            yield (
                f"{meet(w, *pair)}, so {one} and {other} are not both {w.digit(digit)}: "
                f"{_letter(x)} or "
                f"{_letter(y)} is."
            )
            yield f"{clauses(seen)}."


def _multi_wrap(w: Words) -> Iterator[str]:
    (digit,) = w.digits_of()
    yield from _intro(w, A, B)
    yield from _intro(w, C, D)
    pairs = [pair for role in (C, D) if (pair := _meeting(w, B, role))]
    sight = (
        w.said(f"{_colored(w, one)} sees {_colored(w, other)}", Sees(one, (other,)))
        for one, other in pairs
    )
    yield f"{clauses(sight)}."
    yield f"One of C and D is {w.digit(digit)}, so B is not."


_LOOK_FOR = (
    "houses with two places for a digit that share cells with each other; give the two places in "
    "each house different colors. "
)
_WHY = (
    "where a house has two places for a digit, one holds it and the other does not. Cells along "
    "such links alternate, so one color is true everywhere and the other nowhere. "
)
_LOOK = Glance(
    "Take a digit that has exactly two places in many houses. Look only at its candidates.",
    "places",
)
_COLOR = Glance(
    "Start at one of these places, and color it A. Color the other place of its house B, the "
    "next place A, and so on, until no house continues the group.",
    "cells",
)
_COLOR_TWO = Glance(
    "Color the places of one group A and B in turn, and those of a second group C and D.",
    "cells",
)
_WHEN = "After skyscrapers and kites, for a digit that has exactly two places in many houses."
_WHEN_TWO = "When one group of colors is not enough, but the digit has a second group."

TECHNIQUES = (
    Technique(
        name="simple-colors-trap",
        title="simple colors (trap)",
        aliases=("simple coloring", "color trap"),
        summary="a cell sees both colors of a group: it cannot hold the digit",
        find=finder("simple-colors-trap"),
        slips=COLOR_TRAP_SLIPS,
        weight=6.7,
        what=_what,
        reason=_trap,
        when=_WHEN,
        scan=(
            _LOOK,
            _COLOR,
            Glance(
                "Look at the places without a color. Find one that sees an A and a B.",
                "pattern",
            ),
            Glance("Remove the digit there: one of the colors is true, whichever it is.", "step"),
        ),
        look_for=_LOOK_FOR + "Then look for a cell that sees both colors.",
        why=_WHY + "A cell that sees both colors sees the digit.",
    ),
    Technique(
        name="simple-colors-wrap",
        title="simple colors (wrap)",
        aliases=("color wrap",),
        summary="two cells of one color see each other: that color is false",
        find=finder("simple-colors-wrap"),
        slips=COLOR_WRAP_SLIPS,
        weight=6.7,
        what=_what,
        reason=_wrap,
        when=_WHEN,
        scan=(
            _LOOK,
            _COLOR,
            Glance("Look for two cells of the same color in one house.", "pattern"),
            Glance(
                "Remove the digit from all cells of this color: they cannot all hold it.",
                "step",
            ),
        ),
        look_for=_LOOK_FOR + "Then look for two cells of one color that see each other.",
        why=_WHY + "A color that would put the digit into a house twice is the false one.",
    ),
    Technique(
        name="multi-colors-trap",
        title="multiple colors (trap)",
        aliases=("multi colors 1", "multi coloring"),
        summary="two colors cannot both be true: a cell that sees both of their opposites loses "
        "the digit",
        find=finder("multi-colors-trap"),
        slips=MULTI_TRAP_SLIPS,
        weight=6.8,
        what=_what,
        reason=_multi_trap,
        when=_WHEN_TWO,
        scan=(
            _LOOK,
            _COLOR_TWO,
            Glance(
                "Look for a cell of the first group that sees a cell of the second. Their colors "
                "are not both true, so one of the two opposite colors is.",
                "pattern",
            ),
            Glance("Remove the digit from every cell that sees both opposite colors.", "step"),
        ),
        look_for=_LOOK_FOR + "Color two groups, and look for a color of one that sees a color of "
        "the other.",
        why=_WHY + "When two colors cannot both be true, at least one of their opposites is true. "
        "A cell that sees both opposites loses the digit.",
    ),
    Technique(
        name="multi-colors-wrap",
        title="multiple colors (wrap)",
        aliases=("multi colors 2",),
        summary="a color sees both colors of another group: the first color is false",
        find=finder("multi-colors-wrap"),
        slips=MULTI_WRAP_SLIPS,
        weight=6.8,
        what=_what,
        reason=_multi_wrap,
        when=_WHEN_TWO,
        scan=(
            _LOOK,
            _COLOR_TWO,
            Glance("Look for a color of one group that sees both colors of the other.", "pattern"),
            Glance(
                "Remove the digit from all cells of this color: one of the two that it sees is "
                "true.",
                "step",
            ),
        ),
        look_for=_LOOK_FOR + "Color two groups, and look for a color of one that sees both "
        "colors of the other.",
        why=_WHY + "One color of the other group is true, so a color that sees both is false.",
    ),
)

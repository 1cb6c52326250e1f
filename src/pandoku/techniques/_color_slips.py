"""Slips with colors: a color is misread, or a cell gets a color without a link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

from pandoku.kernel.logic import finder
from pandoku.model import Board, House, digits_of
from pandoku.techniques._slips import (
    places_by_house,
    seen_from,
    slipped,
    with_candidates,
    with_digit,
    words_on,
)
from pandoku.techniques._teaching import Slipped, slip
from pandoku.words.claims import Needs, Only, Open, Sees

__all__ = [
    "COLOR_TRAP_SLIPS",
    "COLOR_WRAP_SLIPS",
    "MULTI_TRAP_SLIPS",
    "MULTI_WRAP_SLIPS",
    "REMOTE_PAIR_SLIPS",
]

_MOST_STEPS = 20  # maximum number of steps of the technique whose colors are looked at
_Colors = tuple[list[int], list[int]]  # the cells of two colors that alternate


def _colors(links: Iterable[tuple[int, int]]) -> list[_Colors]:
    """Return the groups of cells that links join, each in two colors that alternate.

    Groups that cannot be colored are left out.
    """
    linked: dict[int, list[int]] = {}
    for one, other in links:
        linked.setdefault(one, []).append(other)
        linked.setdefault(other, []).append(one)
    found: list[_Colors] = []
    colored: set[int] = set()
    for start in linked:
        if start in colored:
            continue
        colors, waiting = {start: 0}, [start]
        for cell in waiting:
            new = [other for other in linked[cell] if other not in colors]
            colors |= dict.fromkeys(new, 1 - colors[cell])
            waiting += dict.fromkeys(new)
        colored |= colors.keys()
        if all(colors[one] != colors[other] for one in colors for other in linked[one]):
            first = [cell for cell, color in colors.items() if color == 0]
            found.append((first, [cell for cell in colors if cell not in first]))
    return found


def _links_of(board: Board, digit: int) -> list[tuple[int, int]]:
    """Return the pairs of cells that are the only places of a digit in a house."""
    return [
        (places[0], places[1])
        for _, _, each, places in places_by_house(board)
        if each == digit and len(places) == 2
    ]


def _two_of_three(
    board: Board,
) -> Iterator[tuple[int, House, tuple[int, int, int], _Colors]]:
    """Yield the colors of somebody who colors two of three places in a house.

    Each item has the digit, the house, the two places and the third, and the two colors.
    """
    for _, house, digit, places in places_by_house(board):
        if len(places) != 3:
            continue
        links = _links_of(board, digit)
        apart = [{*one, *other} for one, other in _colors(links)]
        for near, far in combinations(places, 2):
            (third,) = {*places} - {near, far}
            if any({near, far} <= group for group in apart):
                continue  # these two have their colors by other links
            for colors in _colors([*links, (near, far)]):
                if near in colors[0] or near in colors[1]:
                    yield digit, house, (near, far, third), colors


@slip("Two of three places in a house get two colors.")
def _colored_trap(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for digit, house, (near, far, third), colors in _two_of_three(board):
        one, other = (
            {c for cell in color for c in seen_from(board, (cell,), digit)} for color in colors
        )
        gone = sorted(one & other - {*colors[0], *colors[1], third})
        why = (
            f"{w.house(house)} has a third place for {w.digit(digit)}, {w.cell(third)}, so "
            f"{w.cells((near, far))} can both be without it."
        )
        claims = Needs(w.index(house), digit), Open((third,), (digit,))
        cells = (*colors[0], *colors[1])
        yield slipped(w, why, *claims, gone=with_digit(gone, digit), cells=cells)


@slip("Two of three places in a house get two colors.")
def _colored_wrap(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for digit, house, (near, far, third), colors in _two_of_three(board):
        for color in colors:
            if any(w.sees(one, other) for one, other in combinations(color, 2)):
                why = (
                    f"{w.cells((near, far))} are two of three places for {w.digit(digit)} in "
                    f"{w.house(house)}. If it is at {w.cell(third)}, the colors prove nothing."
                )
                claims = Needs(w.index(house), digit), Open((near, far, third), (digit,))
                gone, cells = with_digit(color, digit), (*colors[0], *colors[1])
                yield slipped(w, why, *claims, gone=gone, cells=cells)


@slip("Two cells of the same color are taken for two colors.")
def _same_color(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for step in finder("simple-colors-trap")(board, _MOST_STEPS):
        digit = step.eliminations[0][1]
        by_role: dict[str, list[int]] = {}
        for cell, role in step.facts.cells:
            by_role.setdefault(role, []).append(cell)
        for role, cells in by_role.items():
            others = [cell for each, those in by_role.items() if each != role for cell in those]
            for cell in sorted({c for each in cells for c in seen_from(board, (each,), digit)}):
                seen = [each for each in cells if w.sees(cell, each)]
                if cell in (*cells, *others) or len(seen) < 2:
                    continue
                if any(w.sees(cell, each) for each in others):
                    continue
                why = (
                    f"{w.cells(seen[:2])} have the same color, so both can be without "
                    f"{w.digit(digit)}."
                )
                claim = Sees(cell, tuple(seen[:2]))
                yield slipped(w, why, claim, gone=((cell, digit),), cells=(*cells, *others))


@slip("The color that does not meet itself is taken for the wrong one.")
def _wrong_color(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for digit in range(1, board.puzzle.order + 1):
        for colors in _colors(_links_of(board, digit)):
            for color, other in (colors, colors[::-1]):
                meeting = [pair for pair in combinations(color, 2) if w.sees(*pair)]
                if meeting:
                    why = (
                        f"{w.cells(meeting[0])} see each other, so their color is the wrong one: "
                        f"the other color has the {w.digit(digit)}, at {w.cells(other)}."
                    )
                    claims = Sees(meeting[0][0], meeting[0][1:]), Open(tuple(other), (digit,))
                    gone = with_digit(other, digit)
                    yield slipped(w, why, *claims, gone=gone, cells=(*color, *other))


def _two_groups(
    board: Board,
) -> Iterator[tuple[int, Sequence[int], Sequence[int], tuple[int, ...]]]:
    """Yield a digit, a color of one group, a color of another group, and all cells of both."""
    for digit in range(1, board.puzzle.order + 1):
        for one, other in permutations(_colors(_links_of(board, digit)), 2):
            for color in one:
                for seen in other:
                    yield digit, color, seen, (*one[0], *one[1], *other[0], *other[1])


@slip("One of two colors that see each other is taken to have the digit.")
def _meeting_colors(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for digit, color, other, cells in _two_groups(board):
        meeting = [(a, b) for a in color for b in other if w.sees(a, b)]
        if not meeting:
            continue
        gone = [
            cell
            for a in color
            for b in other
            for cell in seen_from(board, (a, b), digit)
            if cell not in cells
        ]
        why = (
            f"{w.cells(meeting[0])} see each other, so at most one of their colors has the "
            f"{w.digit(digit)}, and perhaps neither. One of the opposite colors has it."
        )
        claims = Sees(meeting[0][0], meeting[0][1:]), Open(meeting[0], (digit,))
        yield slipped(w, why, *claims, gone=with_digit(gone, digit), cells=cells)


@slip("Two cells of one color are taken for both colors of the other group.")
def _one_color_twice(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for digit, color, other, cells in _two_groups(board):
        seen = [each for each in other if any(w.sees(cell, each) for cell in color)]
        if len(seen) < 2:
            continue
        why = (
            f"{w.cells(seen[:2])} have the same color. If it is the wrong one, {w.cells(color)} "
            f"can have the {w.digit(digit)}."
        )
        claims = [Sees(each, tuple(c for c in color if w.sees(c, each))) for each in seen[:2]]
        claim = Open(tuple(color), (digit,))
        yield slipped(w, why, claim, *claims, gone=with_digit(color, digit), cells=cells)


COLOR_TRAP_SLIPS = (
    _same_color,
    _colored_trap,
)
COLOR_WRAP_SLIPS = (
    _wrong_color,
    _colored_wrap,
)
MULTI_TRAP_SLIPS = (_meeting_colors,)
MULTI_WRAP_SLIPS = (_one_color_twice,)

# ---- remote pairs


def _pairs(board: Board) -> Iterator[tuple[int, list[int]]]:
    """Yield the masks of two candidates that several cells have, and these cells."""
    cells: dict[int, list[int]] = {}
    for cell, mask in enumerate(board.masks):
        if not board.digits[cell] and mask.bit_count() == 2:
            cells.setdefault(mask, []).append(cell)
    yield from ((mask, alike) for mask, alike in cells.items() if len(alike) > 2)


@slip("Two cells an even number of links apart are taken to hold both digits.")
def _even_distance(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for mask, alike in _pairs(board):
        digits = digits_of(mask)
        for one, middle, other in permutations(alike, 3):
            is_chain = w.sees(one, middle) and w.sees(middle, other) and not w.sees(one, other)
            if one > other or not is_chain:
                continue
            why = (
                f"{w.cells((one, other))} both see {w.cell(middle)}, so they hold the same digit: "
                f"{w.digits(digits, 'or')} is at neither."
            )
            gone = with_candidates(board, (one, other), digits)
            claims = Sees(middle, (one, other)), Only((one, middle, other), digits)
            yield slipped(w, why, *claims, gone=gone, cells=(one, middle, other))


@slip("A cell with a third candidate is counted as part of the chain.")
def _third_candidate(board: Board) -> Iterator[Slipped]:
    w = words_on(board)
    for mask, alike in _pairs(board):
        digits = digits_of(mask)
        for middle, wider in enumerate(board.masks):
            if board.digits[middle] or wider & mask != mask or wider.bit_count() != 3:
                continue
            for one, two, last in permutations(alike, 3):
                joined = w.sees(one, middle) and w.sees(middle, two) and w.sees(two, last)
                if not joined or w.sees(one, last) or w.sees(one, two):
                    continue
                (further,) = digits_of(wider & ~mask)
                why = (
                    f"{w.cell(middle)} can also be {w.digit(further)}, so {w.cells((one, two))} "
                    f"need not hold the same digit."
                )
                gone = [
                    pair
                    for pair in with_candidates(board, (one, last), digits)
                    if pair[0] not in (middle, two)
                ]
                claim, cells = Open((middle,), (further,)), (one, middle, two, last)
                yield slipped(w, why, claim, gone=tuple(gone), cells=cells)


REMOTE_PAIR_SLIPS = (
    _even_distance,
    _third_candidate,
)

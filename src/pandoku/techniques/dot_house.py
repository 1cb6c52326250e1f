"""The places of a digit in a house, next to dots and marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from pandoku.constraints import XV, Difference, Ratio
from pandoku.model import Board, Facts, House, Pair, Puzzle, Step, digits_of, per_rules
from pandoku.techniques._dots import (
    DOTS,
    NO_DOTS,
    Bare,
    Dot,
    bare_mark,
    bare_of,
    dot_kind,
    dots_of,
    ways_across,
)
from pandoku.techniques._sight import can_be_at, see
from pandoku.techniques._slips import (
    open_in,
    places_by_house,
    slipped,
    with_digit,
    words_on,
)
from pandoku.techniques._teaching import Glance, Slipped, slip
from pandoku.techniques._technique import Technique
from pandoku.words import Words, clauses, sentence
from pandoku.words.claims import Forces, Needs, Open, Sees

__all__ = ["TECHNIQUES"]


class _Blow(NamedTuple):
    """A candidate that a digit in a cell excludes from other cells.

    Attributes:
        cells: The cells that lose the candidate, as a mask.
        number: The constraint, or -1 if the cells only see the digit.
        partner: The cell whose only partner for the digit is the lost digit, or -1.
    """

    cells: int
    number: int = -1
    partner: int = -1


class _Map(NamedTuple):
    """The surroundings of each cell of a puzzle.

    Attributes:
        sight: The cells that a cell sees, as a mask.
        beside: The marks of a cell, each with the cell on the other side.
        bare: The rules that all marks are given.
    """

    sight: tuple[int, ...]
    beside: tuple[tuple[tuple[Dot, int], ...], ...]
    bare: tuple[Bare, ...]


@per_rules
def _map_of(puzzle: Puzzle) -> _Map:
    sight = tuple(sum(1 << other for other in seen) for seen in puzzle.sight)
    beside: list[list[tuple[Dot, int]]] = [[] for _ in sight]
    for group in dots_of(puzzle):
        for dot, cell, other in ways_across(group):
            beside[cell].append((dot, other))
    return _Map(sight, tuple(map(tuple, beside)), bare_of(puzzle))


def _blows(around: _Map, board: Board, cell: int, digit: int) -> dict[int, list[_Blow]]:
    """Return for each digit how it is excluded from other cells by *digit* at *cell*."""
    sight = around.sight
    found: dict[int, list[_Blow]] = {digit: [_Blow(sight[cell])]}
    for dot, other in around.beside[cell]:
        partners = dot.table[digit - 1] & ~(1 << (digit - 1))
        for lost in digits_of(board.masks[other] & ~partners):
            found.setdefault(lost, []).append(_Blow(1 << other, dot.number))
        left = partners & board.masks[other]
        if left and not left & (left - 1):
            seen = sight[other] & ~(1 << cell)
            found.setdefault(left.bit_length(), []).append(_Blow(seen, dot.number, other))
    for bare in around.bare:
        cells = sum(1 << other for other in bare.beside[cell])
        for lost in digits_of(board.puzzle.geometry.all_mask & ~bare.table[digit - 1]):
            found.setdefault(lost, []).append(_Blow(cells, bare.number))
    return found


_MOST_PLACES = 4  # maximum number of places of a digit in a house


def _find_in_house(board: Board, limit: int) -> Iterator[Step]:
    puzzle = board.puzzle
    if not (dots_of(puzzle) or bare_of(puzzle)):
        return
    around, blows_at = _map_of(puzzle), dict[Pair, dict[int, int]]()
    for house in puzzle.geometry.houses:
        open_cells = [cell for cell in house.cells if not board.digits[cell]]
        for digit in range(1, puzzle.order + 1):
            places = [cell for cell in open_cells if board.masks[cell] >> (digit - 1) & 1]
            if not 1 < len(places) <= _MOST_PLACES:
                continue
            common: dict[int, int] = {}
            for at, cell in enumerate(places):
                if (cell, digit) not in blows_at:
                    blows_at[cell, digit] = {
                        lost: reduce(or_, (blow.cells for blow in blows))
                        for lost, blows in _blows(around, board, cell, digit).items()
                    }
                own = blows_at[cell, digit]
                common = (
                    own
                    if at == 0
                    else {
                        lost: both
                        for lost, cells in own.items()
                        if (both := cells & common.get(lost, 0))
                    }
                )
            for lost, cells in sorted(common.items()):
                gone = [
                    (cell, lost)
                    for cell in (each - 1 for each in digits_of(cells))
                    if not board.digits[cell]
                    and board.masks[cell] >> (lost - 1) & 1
                    and not (cell in places and lost == digit)
                ]
                if gone:
                    yield _in_house_step(board, house, digit, places, gone)


def _in_house_step(
    board: Board, house: House, digit: int, places: Sequence[int], gone: Sequence[Pair]
) -> Step:
    around, lost, numbers = _map_of(board.puzzle), gone[0][1], set[int]()
    for cell in places:
        for blow in _blows(around, board, cell, digit)[lost]:
            if blow.number >= 0 and any(blow.cells >> other & 1 for other, _ in gone):
                numbers.add(blow.number)
    facts = Facts(
        cells=tuple((cell, "pattern") for cell in places),
        candidates=tuple((cell, digit, "proves") for cell in places),
        houses=(house,),
        constraints=tuple(sorted(numbers)),
    )
    return Step("dot-house", eliminations=tuple(sorted({*gone})), facts=facts)


def _in_house_reason(w: Words) -> Iterator[str]:
    (digit,), (house,), places = w.digits_of("proves"), w.houses, w.with_role("pattern")
    lost = w.step.eliminations[0][1]
    yield sentence(can_be_at(w, house, digit))
    goners = [cell for cell, _ in w.step.eliminations]
    blows = {cell: _blows(_map_of(w.puzzle), w.board, cell, digit)[lost] for cell in places}
    across = {
        cell: blow
        for cell, own in blows.items()
        for blow in own
        if blow.partner >= 0 and all(blow.cells >> other & 1 for other in goners)
    }
    if len(across) == len(places):
        spots = dict.fromkeys(blow.partner for blow in across.values())
        claims = (
            Forces(((cell, digit, True),), (blow.partner, lost, True), blow.number)
            for cell, blow in across.items()
        )
        text = f"across the dot from it is {w.digit(lost)}, at {w.cells(spots, 'or')}"
        text = w.said(text, *claims)
        yield sentence(f"{text}, and {see(w, goners, [*spots])}")
        return
    yield sentence(clauses(dict.fromkeys(_blow_clauses(w, digit, lost, blows, goners))))


def _blow_clauses(
    w: Words, digit: int, lost: int, blows: Mapping[int, Sequence[_Blow]], goners: Sequence[int]
) -> Iterator[str]:
    """Yield for each place of a digit how it excludes the lost digit."""
    for cell, own in blows.items():
        for blow in own:
            hit = [other for other in goners if blow.cells >> other & 1]
            if not hit:
                continue
            at = f"with {w.digit(digit)} at {w.cell(cell)}"
            is_are, sees = ("is", "sees") if len(hit) == 1 else ("are", "see")
            if blow.partner >= 0:
                claim = Forces(((cell, digit, True),), (blow.partner, lost, True), blow.number)
                text = w.said(f"{at}, {w.cell(blow.partner)} is {w.digit(lost)}", claim)
                yield f"{text}, and {see(w, hit, [blow.partner])}"
            elif blow.number >= 0:
                claims = (
                    Forces(((cell, digit, True),), (c, lost, False), blow.number) for c in hit
                )
                mark = w.puzzle.constraints[blow.number]
                by = f"without a {bare_mark(mark)}"
                if isinstance(mark, Difference | Ratio | XV):
                    by = f"across the {dot_kind(mark)}"
                text = f"{at}, {w.cells(hit)} {by} {is_are} not {w.digit(lost)}"
                yield w.said(text, *claims)
            else:
                seeing = (Sees(other, (cell,)) for other in hit)
                yield w.said(f"{w.cells(hit)} {sees} {w.cell(cell)}", *seeing)


@slip("A place of the digit is overlooked.")
def _place_overlooked(board: Board) -> Iterator[Slipped]:
    w, around, n = words_on(board), _map_of(board.puzzle), board.puzzle.order
    for index, house, digit, places in places_by_house(board):
        if not 2 < len(places) <= _MOST_PLACES:
            continue
        blows = {
            cell: {
                lost: reduce(or_, (blow.cells for blow in own))
                for lost, own in _blows(around, board, cell, digit).items()
            }
            for cell in places
        }
        for place in places:
            others = [cell for cell in places if cell != place]
            for lost in range(1, n + 1):
                if lost == digit:
                    continue  # the places see a common cell, without dots
                hit = reduce(and_, (blows[cell].get(lost, 0) for cell in others))
                hit &= ~blows[place].get(lost, 0)
                cells = (each - 1 for each in digits_of(hit))
                gone = with_digit(open_in(board, cells, lost), lost)
                if gone:
                    at = w.cells([cell for cell, _ in gone])
                    why = (
                        f"In {w.house(house)}, {w.digit(digit)} can also be at {w.cell(place)}, "
                        f"where it does not rule out {w.digit(lost)} at {at}."
                    )
                    claims = Needs(index, digit), Open((place,), (digit,))
                    yield slipped(w, why, *claims, gone=gone, cells=places)


TECHNIQUES = (
    Technique(
        name="dot-house",
        title="dots in a house",
        aliases=("dot pointing", "kropki pointing"),
        summary="wherever a digit is in a house, the dots beside it exclude another candidate",
        find=_find_in_house,
        slips=(_place_overlooked,),
        weight=3.0,
        cost=1,
        what=lambda w: f"the {w.digits(w.digits_of('proves'))} of {w.house(w.houses[0])}",
        reason=_in_house_reason,
        look_for="a digit with two or three places in a house, each beside a dot. See which "
        "partner the digit would have across each dot.",
        why="the digit is at one of these places. Each of them excludes the candidate.",
        when="When the single dots are exhausted, and a digit has two or three places left in a "
        "house, each beside a dot.",
        scan=(
            Glance("Take a house with two or three places for a digit.", "houses"),
            Glance("Look for dots and marks beside these places.", "rules"),
            Glance(
                "For each place, name the partner that the digit would have across the dot, and "
                "the cells that see this partner.",
                "pattern",
            ),
            Glance("Remove a candidate that is excluded from every place.", "step"),
        ),
        rules=(*DOTS, *NO_DOTS),
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
    ),
)

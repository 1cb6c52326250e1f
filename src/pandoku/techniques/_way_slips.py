"""Slips with the ways to meet rules: a way, a case, a partner or a place is overlooked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations, product
from typing import TypeAlias

from pandoku.constraints import (
    AllDifferent,
    Between,
    Zipper,
)
from pandoku.model import Board, Constraint, Pairs
from pandoku.techniques._allowed import also_allows
from pandoku.techniques._misreadings import misread
from pandoku.techniques._rules import RulePart, rules_in
from pandoku.techniques._slips import open_in, places_by_house, slipped, words_on
from pandoku.techniques._teaching import Slip, Slipped, slip
from pandoku.words import Words, joined
from pandoku.words.claims import Needs, Not, Open, RuleWays, Sees

__all__ = [
    "CAGE_ON_LINE_SLIPS",
    "CASE_SLIPS",
    "COMMON_PEER_SLIPS",
    "PARTNER_SLIPS",
    "REPEAT_SLIPS",
    "RULE_AND_HOUSE_SLIPS",
    "TWO_RULE_SLIPS",
    "WAY_SLIPS",
    "pointing_slips",
]

_MOST_WAYS = 8  # maximum number of ways, one of them overlooked
_MOST_EMPTY = 5  # maximum number of empty cells of rules whose ways are listed
_MOST_PLACES = 4  # maximum number of places of a digit, one of them not seen
_MOST_CASES = 2  # maximum number of ways that a supposed digit leaves

_Group: TypeAlias = tuple[tuple[RulePart, ...], int | None]  # rules, and the index of a house


def _can_have(w: Words, group: _Group, way: dict[int, int], *supposed: tuple[int, int]) -> str:
    """Return the clause that rules and a house can have some digits, with its claim."""
    parts, house = group
    numbers = tuple(dict.fromkeys(part.number for part in parts))
    houses = () if house is None else (house,)
    names = [*map(w.constraint, numbers), *(w.house(w.geometry.houses[at]) for at in houses)]
    pairs = tuple(way.items())
    told = f"{joined(names)} can have {joined(w.candidate(*pair) for pair in pairs)}"
    claim = RuleWays(numbers, tuple(way)[:1], (), houses, (*supposed, *pairs))
    return w.said(told, Not(claim))


def _open_cells(board: Board, parts: Iterable[RulePart]) -> tuple[int, ...]:
    cells = dict.fromkeys(cell for part in parts for cell in part.cells)
    return tuple(cell for cell in cells if not board.digits[cell])


def _rules(board: Board) -> list[RulePart]:
    """Return the rules of a board, without cages and rules with more than one part."""
    puzzle, parts = board.puzzle, rules_in(board.puzzle).each
    n_parts = Counter(part.number for part in parts)
    return [
        part
        for part in parts
        if part.number >= len(puzzle.cages)
        and n_parts[part.number] == 1
        and puzzle.constraints[part.number].cells_on(puzzle.geometry)
    ]


# ---- ways


def _way_overlooked(
    board: Board, groups_of: Callable[[Board], Iterable[_Group]]
) -> Iterator[Slipped]:
    w, rules = words_on(board), rules_in(board.puzzle)
    for group in groups_of(board):
        cells = _open_cells(board, group[0])
        scope = rules.scope(*group) if 2 <= len(cells) <= _MOST_EMPTY else None
        ways = scope.ways(board.masks, cells, _MOST_WAYS) if scope else None
        for at, cell in enumerate(cells) if ways and len(ways) > 1 else ():
            for digit in board.candidates(cell):
                having = [way for way in ways or () if way[at] == digit]
                if len(having) == 1:
                    told = _can_have(w, group, dict(zip(cells, having[0], strict=True)))
                    yield slipped(w, f"{told}, too.", gone=((cell, digit),), cells=cells)


def _single_rules(board: Board) -> Iterator[_Group]:
    yield from (((part,), None) for part in _rules(board))


def _rules_in_houses(board: Board) -> Iterator[_Group]:
    for part in _rules(board):
        cells = _open_cells(board, (part,))
        for at, house in enumerate(board.puzzle.geometry.houses):
            if 1 < len({*cells} & {*house.cells}) < len(cells):
                yield (part,), at


def _two_rules(board: Board) -> Iterator[_Group]:
    for one, other in combinations(_rules(board), 2):
        if one.number != other.number and not {*one.cells}.isdisjoint(other.cells):
            yield (one, other), None


def _cages_and_lines(board: Board) -> Iterator[_Group]:
    n_cages = len(board.puzzle.cages)
    for cage in rules_in(board.puzzle).each:
        for line in _rules(board) if cage.number < n_cages else ():
            if len({*cage.cells} & {*line.cells}) > 1:
                yield (cage, line), None


WAY_SLIPS = (
    Slip(
        "A way to meet the rule is overlooked.", partial(_way_overlooked, groups_of=_single_rules)
    ),
)
RULE_AND_HOUSE_SLIPS = (
    Slip(
        "A way that leaves the house its digits is overlooked.",
        partial(_way_overlooked, groups_of=_rules_in_houses),
    ),
)
TWO_RULE_SLIPS = (
    Slip("A way to meet both rules is overlooked.", partial(_way_overlooked, groups_of=_two_rules)),
)
CAGE_ON_LINE_SLIPS = (
    Slip(
        "An order of the cage's digits is overlooked.",
        partial(_way_overlooked, groups_of=_cages_and_lines),
    ),
)

# ---- cases and partners


@slip("The last case is taken to fail like the others.")
def _case_overlooked(board: Board) -> Iterator[Slipped]:
    w, rules, masks = words_on(board), rules_in(board.puzzle), board.masks
    for part in _rules(board):
        cells, scope = _open_cells(board, (part,)), rules.scope((part,))
        if scope is None or not 2 <= len(cells) <= _MOST_EMPTY:
            continue
        for cell in range(len(masks)):
            seen = [each for each in cells if each in rules.sight[cell]]
            if board.digits[cell] or cell in part.cells or len(seen) < 2:
                continue
            for digit in board.candidates(cell):
                bit = 1 << (digit - 1)
                if sum(masks[each] & bit > 0 for each in seen) < 2:
                    continue
                left = [*masks]
                for each in seen:
                    left[each] &= ~bit
                ways = scope.ways(left, cells, _MOST_CASES)
                if ways:
                    pair = (cell, digit)
                    way = dict(zip(cells, ways[-1], strict=True))
                    told = _can_have(w, ((part,), None), way, pair)
                    why = f"With {w.digit(digit)} at {w.cell(cell)}, {told}."
                    yield slipped(w, why, gone=(pair,), cells=(cell, *cells))


@slip("The only partner of a digit is overlooked.")
def _partner_overlooked(board: Board) -> Iterator[Slipped]:
    w, sight, masks = words_on(board), board.puzzle.sight, board.masks
    for part in _rules(board):
        tables = (
            (pair, {(a, b): each.table[a - 1] >> (b - 1) & 1 for a, b in product(digits, digits)})
            for each in part.relations
            if isinstance(each, Pairs)
            for digits in [range(1, board.puzzle.order + 1)]
            for pair in each.pairs
        )
        for (one, two), fit in tables:
            for cell, other in ((one, two), (two, one)):
                for digit in board.candidates(cell) if not board.digits[cell] else ():
                    partners = [
                        each
                        for each in board.candidates(other)
                        if fit[(digit, each) if cell == one else (each, digit)]
                        and not (each == digit and other in sight[cell])
                    ]
                    if len(partners) != 1 or masks[other].bit_count() < 2:
                        continue
                    if way := also_allows(w, part.number, (cell, digit)):
                        why = (
                            f"{w.digit(digit)} at {w.cell(cell)} has a partner, "
                            f"{w.digit(partners[0])} at {w.cell(other)}: {way}."
                        )
                        yield slipped(w, why, gone=((cell, digit),), cells=(one, two))


CASE_SLIPS = (_case_overlooked,)
PARTNER_SLIPS = (_partner_overlooked,)


def _may_not_repeat(kind: type[Constraint]) -> Slip:
    return misread(
        f"The digits of a {kind.NAME} are taken to be different.",
        f"Digits can repeat on a {kind.NAME} where its cells do not see each other.",
        kind,
        lambda rule, board: [[rule, AllDifferent(rule.cells_on(board.puzzle.geometry))]],
    )


REPEAT_SLIPS = tuple(map(_may_not_repeat, (Zipper, Between)))

# ---- cells that see the places of a digit


def _not_seen(w: Words, cell: int, place: int) -> str:
    claim = Not(Sees(cell, (place,)))
    return w.said(f"{w.cell(cell)} does not see {w.cell(place)}", claim)


def _place_of_rule(board: Board, kinds: tuple[type[Constraint], ...]) -> Iterator[Slipped]:
    w, rules = words_on(board), rules_in(board.puzzle)
    for part in _rules(board):
        rule = board.puzzle.constraints[part.number]
        if (kinds and not isinstance(rule, kinds)) or rules.is_heavy(board, part):
            continue
        scope = rules.scope((part,))
        for digit in range(1, board.puzzle.order + 1):
            places, bit = open_in(board, part.cells, digit), 1 << (digit - 1)
            is_placed = any(board.digits[cell] == digit for cell in part.cells)
            if scope is None or is_placed or not 2 < len(places) <= _MOST_PLACES:
                continue
            without = [*board.masks]
            for cell in places:
                without[cell] &= ~bit
            if scope.find(without) is not None:
                continue  # the rule does not need the digit
            for place in places:
                with_place = [*without]
                with_place[place] = bit
                way = scope.find(with_place)
                others = [rules.sight[cell] for cell in places if cell != place]
                near = sorted(frozenset.intersection(*others) - rules.sight[place] - {*part.cells})
                for cell in open_in(board, near, digit) if way else ():
                    empty = {c: d for c, d in (way or {}).items() if not board.digits[c]}
                    why = (
                        f"{_can_have(w, ((part,), None), empty)}, and {_not_seen(w, cell, place)}."
                    )
                    yield slipped(w, why, gone=((cell, digit),), cells=places)


def pointing_slips(*kinds: type[Constraint]) -> tuple[Slip, ...]:
    """Return the slip that a cell does not see all places of a digit in a rule of some kinds."""
    text = "A place of the digit that the cell does not see is overlooked."
    return (Slip(text, partial(_place_of_rule, kinds=kinds)),)


@slip("A place in the house that the cell does not see is overlooked.")
def _place_in_house(board: Board) -> Iterator[Slipped]:
    w, sight = words_on(board), rules_in(board.puzzle).sight
    for index, house, digit, places in places_by_house(board):
        for place in places if 2 < len(places) <= _MOST_PLACES else ():
            others = [sight[cell] for cell in places if cell != place]
            near = frozenset.intersection(*others) - sight[place] - {*house.cells}
            for cell in open_in(board, sorted(near), digit):
                if w.common_houses([cell, *(each for each in places if each != place)]):
                    continue
                text = f"In {w.house(house)}, {w.digit(digit)} can also be at {w.cell(place)}"
                why = f"{w.said(text, Needs(index, digit), Open((place,), (digit,)))}, and "
                why += f"{_not_seen(w, cell, place)}."
                yield slipped(w, why, gone=((cell, digit),), cells=places)


COMMON_PEER_SLIPS = (_place_in_house,)

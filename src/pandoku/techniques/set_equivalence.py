"""Set equivalence theory (SET): two sets of cells that hold the same digits.

Some rows and boxes hold each digit as often as as many columns do. The cells that both have cancel
out, and the others hold each digit equally often. The Phistomefel ring is the best known case: the
ring around the center box holds the digits of the four corners.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial, reduce
from itertools import combinations
from math import comb
from operator import or_, sub
from typing import Any, NamedTuple

from pandoku.model import Board, Facts, Geometry, Pair, Pairs, Puzzle, Step, digits_of, per_rules
from pandoku.techniques._rules import rules_in
from pandoku.techniques._sight import kinds_of, since
from pandoku.techniques._slips import slipped, words_on
from pandoku.techniques._sums import knowledge
from pandoku.techniques._teaching import Glance, Slipped, slip
from pandoku.techniques._technique import Technique
from pandoku.techniques._ways import pairs_in
from pandoku.words import Words, clauses, sentence
from pandoku.words.claims import Gone, Open, Placed, RuleWays, SameDigits

__all__ = ["TECHNIQUES"]

_MOST_ORDER = 9  # larger grids have too many sets of houses
_MOST_DIGITS = 4  # maximum number of digits that a cell may have to suggest a set of digits
_MOST_SETS = 10  # maximum number of sets of digits to try on a board
_MOST_EQUAL = 10  # maximum number of equally good choices of lines


class _Equivalence(NamedTuple):
    """Two sets of cells that hold the same digits.

    Attributes:
        houses: Indices of the houses that have the first set.
        lines: Indices of the lines that have the second set.
        first: The cells of the houses that are not in the lines.
        second: The cells of the lines that are not in the houses.
    """

    houses: tuple[int, ...]
    lines: tuple[int, ...]
    first: tuple[int, ...]
    second: tuple[int, ...]


# ---- sets of houses


class _Sides(NamedTuple):
    """The sets of houses of a geometry to compare with lines of one kind.

    Attributes:
        lines: Indices of the lines.
        houses: Indices of the other houses.
        sets: Disjoint houses, each as a position in `houses`.
    """

    lines: tuple[int, ...]
    houses: tuple[int, ...]
    sets: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=8)
def _masks_of(geometry: Geometry) -> tuple[int, ...]:
    """Return the cells of each house as a mask."""
    return tuple(sum(1 << cell for cell in house.cells) for house in geometry.houses)


@lru_cache(maxsize=8)
def _sides(geometry: Geometry) -> tuple[_Sides, ...]:
    """Return rows and boxes to compare with columns, and columns and boxes with rows."""
    if geometry.order > _MOST_ORDER:
        return ()
    numbered, masks = [*enumerate(geometry.houses)], _masks_of(geometry)
    rows, columns = ([at for at, h in numbered if h.kind == kind] for kind in ("row", "column"))
    boxes = [at for at, house in numbered if house.kind in ("box", "region")]
    found = []
    for along, across in ((rows, columns), (columns, rows)):
        houses = (*along, *boxes)
        sets = (*combinations(houses, 2), *_framed(along, boxes, masks))
        # A cell of two houses would count twice.
        apart = (
            tuple(map(houses.index, some))
            for some in sets
            if not any(masks[a] & masks[b] for a, b in combinations(some, 2))
        )
        found.append(_Sides(tuple(across), houses, tuple(apart)))
    return tuple(found)


def _framed(
    lines: Sequence[int], boxes: Sequence[int], masks: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Yield two boxes of a band or a stack, with two lines that do not meet them."""
    for two in combinations(boxes, 2):
        if any(all(masks[at] & masks[box] for box in two) for at in lines):
            apart = [at for at in lines if not any(masks[at] & masks[box] for box in two)]
            for some in combinations(apart, 2):
                yield (*some, *two)


@lru_cache(maxsize=8)
def _rings(geometry: Geometry) -> tuple[_Equivalence, ...]:
    """Return the ring around the center box and the corners, in both directions."""
    if geometry.order != 9 or geometry.box != (3, 3):
        return ()
    at = {house.name: at for at, house in enumerate(geometry.houses)}
    houses = [at[name] for name in ("row 3", "row 7", "box 4", "box 6")]
    lines = [at[f"column {number}"] for number in (1, 2, 8, 9)]
    ring = _equivalence(geometry, houses, lines)
    return ring, _Equivalence(ring.lines, ring.houses, ring.second, ring.first)


# ---- rules that make one of two cells hold a digit


class _Link(NamedTuple):
    """Two cells of the ring, or of the corners, that a constraint connects.

    Attributes:
        number: Index of the constraint.
        cells: The cells.
        table: For each digit of the first cell, the digits that it leaves to the second.
    """

    number: int
    cells: tuple[int, int]
    table: tuple[int, ...]


@per_rules
def _links(puzzle: Puzzle) -> tuple[_Link, ...]:
    """Return the pairs of cells of whispers, parity lines, dots and others on the ring."""
    sides = [frozenset(each.first) for each in _rings(puzzle.geometry)]
    return tuple(
        _Link(part.number, pair, relation.table)
        for part in (rules_in(puzzle).each if sides else ())
        for relation in part.relations
        if isinstance(relation, Pairs)
        for pair in relation.pairs
        if any(side.issuperset(pair) for side in sides)
    )


def _shared(board: Board, cells: Iterable[int], digits: int) -> list[_Link]:
    """Return links without common cells, each with one of the digits in one of its cells."""
    free, masks, found = {*cells}, board.masks, list[_Link]()
    for link in _links(board.puzzle):
        one, other = link.cells
        without = digits_of(masks[one] & ~digits)
        if {one, other} <= free and not any(
            link.table[digit - 1] & masks[other] & ~digits for digit in without
        ):
            free -= {one, other}
            found.append(link)
    return found


# ---- the search


def _find(board: Board, limit: int, *, name: str, only_ring: bool) -> Iterator[Step]:
    geometry, found = board.puzzle.geometry, list[tuple[int, int, int, Step]]()
    if not board.puzzle.further:
        return
    for digits in _sets_of_digits(board, only_ring=only_ring):
        sure, able = _counted(board, digits)
        for each in _rings(geometry) if only_ring else _balanced(geometry, sure, able):
            links = _shared(board, _unsure(board, each, digits), digits) if only_ring else []
            if not (gone := _gone(board, each, digits, links)):
                continue
            counted = (
                (cell, digit, "counted")
                for cell in (*each.first, *each.second)
                for digit in digits_of(board.masks[cell] & digits)
                if (cell, digit) not in gone
            )
            facts = Facts(
                cells=(
                    *((cell, "set") for cell in each.first),
                    *((cell, "equal-set") for cell in each.second),
                ),
                candidates=tuple(counted),
                houses=tuple(geometry.houses[at] for at in (*each.houses, *each.lines)),
                constraints=tuple(sorted({link.number for link in links})),
            )
            step = Step(name, eliminations=gone, facts=facts)
            found.append((len(each.houses), len(each.first), len(found), step))
    yield from (step for *_, step in sorted(found))


def _sets_of_digits(board: Board, *, only_ring: bool) -> list[int]:
    """Return sets of digits to count, as masks, with the most frequent ones first.

    These are the candidates of cells with few candidates, the digits of two such cells, low and
    high, odd and even digits, and the complements of all of these.
    """
    n, all_mask = board.puzzle.order, board.puzzle.geometry.all_mask
    counts = Counter(
        mask
        for mask, digit in zip(board.masks, board.digits, strict=True)
        if not digit and mask.bit_count() <= _MOST_DIGITS
    )
    few = sorted(counts, key=lambda mask: (-counts[mask], mask))
    sets = few + [a | b for a, b in combinations(few, 2) if (a | b).bit_count() <= _MOST_DIGITS]
    odd, low = sum(1 << at for at in range(0, n, 2)), (1 << n // 2) - 1
    sets = [*sets[:_MOST_SETS], odd, low, low << (n + 1) // 2]
    if only_ring:
        sets += [1 << at for at in range(n)]
    return [*dict.fromkeys(mask for each in sets for mask in (each, all_mask & ~each))]


def _counted(board: Board, digits: int) -> tuple[int, int]:
    """Return the cells that hold one of the digits, and those that can hold one, as masks."""
    sure = able = 0
    for cell, mask in enumerate(board.masks):
        if mask & digits:
            able |= 1 << cell
            if not mask & ~digits:
                sure |= 1 << cell
    return sure, able


@lru_cache(maxsize=1024)  # most steps change neither mask of most sets of digits
def _balanced(geometry: Geometry, sure: int, able: int) -> tuple[_Equivalence, ...]:
    """Return the sets whose lines can hold no more of some digits than the houses must hold.

    The cells of the houses outside the lines hold at least as many of the digits as are sure there,
    and the cells of the lines outside the houses at most as many as are able. Lines are disjoint,
    so the best ones have the fewest cells that are able, apart from those that are able but not
    sure in the houses.
    """
    masks, unsure = _masks_of(geometry), able & ~sure
    found = list[_Equivalence]()
    for lines, houses, sets in _sides(geometry):
        n_able = [(able & masks[line]).bit_count() for line in lines]
        n_unsure = [
            [(unsure & masks[house] & masks[line]).bit_count() for line in lines]
            for house in houses
        ]
        n_sure = [(sure & masks[house]).bit_count() for house in houses]
        for some in sets:
            costs = [*map(sub, n_able, n_unsure[some[0]])]
            for at in some[1:]:
                costs = [*map(sub, costs, n_unsure[at])]
            size, ranked = len(some), sorted(costs)
            if sum(ranked[:size]) != sum([n_sure[at] for at in some]):
                continue
            ours, last = [houses[at] for at in some], ranked[size - 1]
            best = [line for line, cost in zip(lines, costs, strict=True) if cost < last]
            equal = [line for line, cost in zip(lines, costs, strict=True) if cost == last]
            if comb(len(equal), size - len(best)) > _MOST_EQUAL:
                continue
            for more in combinations(equal, size - len(best)):
                each = _equivalence(geometry, ours, sorted((*best, *more)))
                if len(each.first) < size * len(lines):  # they have common cells
                    found.append(each)
    return tuple(found)


def _equivalence(geometry: Geometry, houses: Iterable[int], lines: Iterable[int]) -> _Equivalence:
    houses, lines, masks = tuple(houses), tuple(lines), _masks_of(geometry)
    ours, theirs = (reduce(or_, (masks[at] for at in side)) for side in (houses, lines))
    return _Equivalence(houses, lines, _cells_in(ours & ~theirs), _cells_in(theirs & ~ours))


def _cells_in(mask: int) -> tuple[int, ...]:
    return tuple(each - 1 for each in digits_of(mask))


def _unsure(board: Board, each: _Equivalence, digits: int) -> list[int]:
    """Return the cells of the first set that may hold another digit."""
    return [cell for cell in each.first if board.masks[cell] & ~digits]


def _gone(
    board: Board, each: _Equivalence, digits: int, links: Sequence[_Link]
) -> tuple[Pair, ...]:
    """Return the eliminations if the second set cannot hold more of the digits than the first."""
    unsure = _unsure(board, each, digits)
    able = [cell for cell in each.second if board.masks[cell] & digits]
    if len(able) != len(each.first) - len(unsure) + len(links):
        return ()
    linked = {cell for link in links for cell in link.cells}
    others = [cell for cell in unsure if cell not in linked]
    return tuple(sorted((*pairs_in(board, others, digits), *pairs_in(board, able, ~digits))))


# ---- words


def _names(w: Words) -> tuple[str, str]:
    """Return the names of the houses and of the lines of a step."""
    half = len(w.houses) // 2
    return kinds_of(w, w.houses[:half]), kinds_of(w, w.houses[half:])


def _what(w: Words) -> str:
    if _is_ring(w.geometry, w.with_role("set")):
        return "the ring and the corners"
    return " against ".join(_names(w))


def _reason(w: Words) -> Iterator[str]:
    first, second = w.with_role("set"), w.with_role("equal-set")
    houses, lines = _names(w)
    same = SameDigits(tuple(first), tuple(second), tuple(map(w.index, w.houses)))
    equal = w.said(f"{houses} hold the same digits as {lines}", same)
    if is_ring := _is_ring(w.geometry, first):
        names = ("the ring", "the corners")
        if is_ring < 0:
            names = names[::-1]
        yield sentence(f"{equal}: without the cells in both, {names[0]} and {names[1]} are left")
    else:
        names = (f"the rest of {houses}", f"the rest of {lines}")
        yield sentence(f"{equal}, and still do without the cells in both")
    yield from _counts(w, same, names)


def _is_ring(geometry: Geometry, cells: Iterable[int]) -> int:
    """Return 1 if cells are the ring, -1 if they are the corners, 0 otherwise."""
    for each, sign in zip(_rings(geometry), (1, -1), strict=False):
        if {*cells} == {*each.first}:
            return sign
    return 0


def _counts(w: Words, same: SameDigits, names: tuple[str, str]) -> Iterator[str]:
    """Yield the number of cells that must hold some digits, and the cells that can hold them."""
    board, gone = w.board, w.step.eliminations
    first, second = same.plus, same.minus
    digits = sorted({*w.digits_of("counted"), *(d for cell, d in gone if cell in first)})
    counted = sum(1 << (digit - 1) for digit in digits)
    sure = [cell for cell in first if not board.masks[cell] & ~counted]
    able = [cell for cell in second if board.masks[cell] & counted]
    never = [cell for cell in second if cell not in able and not board.digits[cell]]
    classes = {"an odd digit": 1, "an even digit": 2}
    links = (
        _shared(board, [c for c in first if c not in sure], counted)
        if _is_ring(w.geometry, first)
        else []
    )
    named, n = w.digits(digits, "or"), w.number(len(sure))
    for name, least in classes.items():
        if digits == [*range(least, w.puzzle.order + 1, 2)]:
            named = name
    lacking = [Gone((cell,), tuple(digits)) for cell in never]
    others = [Placed(cell, board.digits[cell]) for cell in second if board.digits[cell]]
    if not sure and not links:
        text = f"no cell of {names[1]} can be {named}{since(w, never, digits)}"
        text = f"{text}, so no cell of {names[0]} can be either"
        yield w.said(sentence(text), same, *lacking, *others)
        return
    is_one = len(sure) == 1
    cells, verb = ("cell", "holds") if is_one else ("cells", "hold")
    if sure:
        text = f"in {names[0]}, {n} {cells} {verb} {named}: {w.cells(sure)}"
        yield w.said(sentence(text), same, *knowledge(w, sure))
    for link in links:
        more = "also " if sure or link != links[0] else ""
        text = f"one of {w.cells(link.cells)} {more}holds {named}, by {w.constraint(link.number)}"
        yield w.said(sentence(text), *_leaves(w, link, counted))
    if links:
        is_one, n = len(sure) + len(links) == 1, w.number(len(sure) + len(links))
        cells = "cell" if is_one else "cells"
    text = f"in {names[1]}, only {n} {cells} can: {w.cells(able)}"
    yield w.said(sentence(text), same, *lacking, *others)
    results = []
    if any(cell in second for cell, _ in gone):
        results.append("it does" if is_one else "they all do")
    if any(cell in first for cell, _ in gone):
        results.append(f"no other cell of {names[0]} does")
    yield w.said(sentence(f"so {clauses(results)}"), same)


def _leaves(w: Words, link: _Link, digits: int) -> Iterator[RuleWays]:
    """Yield the claims that one cell has one of *digits* if the other has another digit."""
    one, other = link.cells
    for digit in digits_of(w.board.masks[one] & ~digits):
        left = digits_of(link.table[digit - 1] & w.board.masks[other])
        ways = tuple((each,) for each in left)
        yield RuleWays((link.number,), (other,), ways, (), ((one, digit),))


@slip("A cell that can hold one of the digits is overlooked.")
def _cell_overlooked(board: Board) -> Iterator[Slipped]:
    """Yield the eliminations if a cell of the ring or the corners that can hold digits is missed.

    Sets of cells other than the ring and the corners would be too many to search for errors.
    """
    w = words_on(board)
    for digits in _sets_of_digits(board, only_ring=True):
        for each in _rings(board.puzzle.geometry):
            n_sure = len(each.first) - len(_unsure(board, each, digits))
            able = [cell for cell in each.second if board.masks[cell] & digits]
            for cell in able if len(able) == n_sure + 1 else ():
                if board.digits[cell]:
                    continue
                counted = [other for other in able if other != cell]
                others = _unsure(board, each, digits)
                lost = (*pairs_in(board, others, digits), *pairs_in(board, counted, ~digits))
                named = digits_of(board.masks[cell] & digits)
                place = "corners" if _is_ring(board.puzzle.geometry, each.first) > 0 else "ring"
                why = f"{w.cell(cell)} is in the {place}, too, and can be {w.digits(named, 'or')}."
                yield slipped(w, why, Open((cell,), named), gone=lost, cells=each.second)


_SLIPS = (_cell_overlooked,)


def _technique(name: str, *, only_ring: bool, look_for: str, **others: Any) -> Technique:
    return Technique(
        name=name,
        find=partial(_find, name=name, only_ring=only_ring),
        what=_what,
        reason=_reason,
        look_for=look_for,
        slips=_SLIPS,
        needs=frozenset({"constraints"}),
        roles=("set", "equal-set", "counted"),
        **others,
    )


TECHNIQUES = (
    _technique(
        "phistomefel-ring",
        only_ring=True,
        title="Phistomefel ring",
        aliases=("Phistomefel's theorem",),
        summary="the ring around the center box holds the same digits as the four corners",
        weight=5.4,
        cost=2,
        look_for="digits that the 16 cells around the center box must hold, and few places for "
        "them in the 2x2 squares in the corners, or the reverse.",
        why="rows 3 and 7 and boxes 4 and 6 hold each digit four times, as columns 1, 2, 8 and 9 "
        "do. Without the cells in both, the ring and the corners are left.",
        when="When the ring around the center box or the corners of the grid have many digits or "
        "small sets of candidates.",
        scan=(
            Glance(
                "Look at rows 3 and 7 with boxes 4 and 6, and at columns 1, 2, 8 and 9: both hold "
                "every digit four times.",
                "houses",
            ),
            Glance(
                "Leave out the cells that they share. The ring of 16 cells around the center box "
                "and the 2x2 squares in the corners are left.",
                "cells",
            ),
            Glance(
                "Choose a few digits that fill many cells of the one. Count the cells of the "
                "other that can hold them.",
                "pattern",
            ),
            Glance(
                "If there are just as many, these cells hold nothing else. If one side has them "
                "all, no other cell there has one.",
                "step",
            ),
        ),
    ),
    _technique(
        "set-equivalence",
        only_ring=False,
        aliases=("SET", "set equivalence theory"),
        summary="some rows and boxes hold the same digits as an equal number of columns, even "
        "without the cells in both",
        weight=5.6,
        cost=5,
        look_for="rows or boxes, and as many columns, whose common cells are the ones that you "
        "know least about. Count some digits in the rest of both.",
        why="every row, column and box holds each digit once, so equal numbers of houses hold "
        "each digit equally often. Cells in both count on both sides.",
        when="When lines, cages or marks determine many cells, but no single house makes progress.",
        scan=(
            Glance(
                "Choose some rows or boxes, and as many columns, so that their common cells are "
                "the ones that you know least about.",
                "houses",
            ),
            Glance(
                "Leave out the common cells. The rest of the one holds the same digits as the "
                "rest of the other.",
                "cells",
            ),
            Glance(
                "Choose a few digits. Count the cells that must hold one of them on one side, and "
                "the cells that can on the other.",
                "pattern",
            ),
            Glance(
                "If both counts agree, these cells hold only these digits, and no other cell of "
                "the two sets has one.",
                "step",
            ),
        ),
    ),
)

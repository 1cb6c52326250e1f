"""Inequality signs: chains of them, and cells with signs to several cells of a house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pandoku.model import Board, Facts, House, Pair, Pairs, Puzzle, Step, per_rules
from pandoku.techniques._kept import KeptSteps, kept_steps
from pandoku.techniques._line_slips import INEQUALITY_COUNT_SLIPS, INEQUALITY_SLIPS
from pandoku.techniques._order_bounds import Bound, below_bounds, known_bound, mirrored
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, clauses, joined, sentence, with_capital
from pandoku.words.claims import Allows, Claim, Concludes, Gone, Inside, Only, Placed

__all__ = ["TECHNIQUES"]


# ---- inequalities


class _Order(NamedTuple):
    """The comparisons of a puzzle in one direction.

    Attributes:
        below: For each compared cell, the cells on its smaller side.
        cells: The compared cells, each after all cells below it.
        numbers: The constraint that compares two cells, the smaller cell first.
        is_upper: Whether "smaller" means greater, so that the bounds are upper bounds.
    """

    below: dict[int, tuple[int, ...]]
    cells: tuple[int, ...]
    numbers: dict[Pair, int]
    is_upper: bool


@per_rules
def _orders(puzzle: Puzzle) -> tuple[_Order, _Order]:
    """Return the comparisons of a puzzle, for lower bounds and for upper bounds."""
    every = puzzle.geometry.all_mask
    rising = tuple(every & ~((1 << digit) - 1) for digit in range(1, puzzle.order + 1))
    falling = tuple((1 << digit) - 1 for digit in range(puzzle.order))
    numbers: dict[Pair, int] = {}
    for number, constraint in enumerate(puzzle.further, len(puzzle.cages)):
        if constraint.is_sound(puzzle.geometry):
            for relation in constraint.relations(puzzle):
                if isinstance(relation, Pairs) and relation.table in (rising, falling):
                    for pair in relation.pairs:
                        found = pair if relation.table == rising else pair[::-1]
                        numbers.setdefault(found, number)
    return _order(numbers, is_upper=False), _order(numbers, is_upper=True)


def _order(numbers: dict[Pair, int], *, is_upper: bool) -> _Order:
    below: dict[int, list[int]] = {}
    for small, great in numbers:
        one, other = (great, small) if is_upper else (small, great)
        below.setdefault(other, []).append(one)
        below.setdefault(one, [])
    found: dict[int, None] = {}
    waiting = sorted(below)
    while ready := [cell for cell in waiting if all(each in found for each in below[cell])]:
        found |= dict.fromkeys(ready)
        waiting = [cell for cell in waiting if cell not in found]
    # Cells of a loop of signs, which no digits satisfy, are not in `found`.
    sorted_below = {cell: tuple(sorted(below[cell])) for cell in found}
    return _Order(sorted_below, tuple(found), numbers, is_upper)


def _least(order: _Order, board: Board) -> dict[int, Bound]:
    """Return the bound of each compared cell (`by` is a cell), or {} if a cell has no digit."""
    n, found = board.puzzle.order, dict[int, Bound]()
    for cell in order.cells:
        mask = mirrored(board.masks[cell], n) if order.is_upper else board.masks[cell]
        needed, by = max(((found[c].digit + 1, c) for c in order.below[cell]), default=(1, -1))
        left = mask >> (needed - 1)
        if not left:
            return {}
        digit = needed + (left & -left).bit_length() - 1
        is_own = not mask & ((1 << (digit - 1)) - 1)
        if not is_own and board.digits[cell]:
            return {}
        found[cell] = Bound(digit, needed, -1 if is_own else by)
    return found


@per_rules
def _kept_orders(puzzle: Puzzle) -> list[KeptSteps]:
    return [KeptSteps(_orders(puzzle)[0].cells, _compare)]


def _compare(board: Board) -> Iterator[Step]:
    orders = _orders(board.puzzle)
    bounds = [_least(order, board) for order in orders]
    if not all(bounds):
        return
    ends, others = [], list[Step]()
    for order, found in zip(orders, bounds, strict=True):
        trees: dict[int, list[int]] = {}
        for cell, bound in found.items():
            if bound.by >= 0:
                root = bound.by
                while found[root].by >= 0:
                    root = found[root].by
                trees.setdefault(root, []).append(cell)
        for root, cells in trees.items():
            if all(found[cell].needed == 2 for cell in cells):
                # Only the least digit is removed, which needs no candidates of the root.
                ends += [(cell, order.is_upper) for cell in cells]
                continue
            digits = [(cell, found[cell].digit) for cell in cells]
            gone = tuple(below_bounds(board, digits, is_upper=order.is_upper))
            numbers = _numbers_of(order, [(found[cell].by, cell) for cell in cells])
            marked = tuple((cell, "pattern") for cell in (root, *cells))
            role = "most" if order.is_upper else "least"
            proves = tuple((root, digit, role) for digit in _end(board, root, order.is_upper))
            facts = Facts(cells=marked, candidates=proves, constraints=numbers)
            others.append(Step("inequality", eliminations=gone, facts=facts))
    if ends:
        yield _of_ends(board, orders, ends)
    yield from others


def _end(board: Board, cell: int, is_upper: bool) -> tuple[int, ...]:
    """Return the greatest or the least candidate of a cell."""
    digits = board.candidates(cell)
    return digits[-1:] if is_upper else digits[:1]


def _numbers_of(order: _Order, pairs: Iterable[Pair]) -> tuple[int, ...]:
    """Return the constraints that compare cells."""
    ways = (pair[::-1] if order.is_upper else pair for pair in pairs)
    return tuple(sorted({order.numbers[pair] for pair in ways}))


def _of_ends(board: Board, orders: Sequence[_Order], ends: Sequence[tuple[int, bool]]) -> Step:
    """Return the step that removes the least digit and the greatest digit from compared cells."""
    gone = {(cell, board.puzzle.order if is_upper else 1) for cell, is_upper in ends}
    marked = tuple((cell, "pattern") for cell in sorted({cell for cell, _ in ends}))
    numbers = {
        number
        for order in orders
        for cell, is_upper in ends
        if is_upper == order.is_upper
        for number in _numbers_of(order, [(order.below[cell][0], cell)])
    }
    facts = Facts(cells=marked, constraints=tuple(sorted(numbers)))
    return Step("inequality", eliminations=tuple(sorted(gone)), facts=facts)


def _compared(w: Words) -> str:
    cells = w.with_role("pattern")
    if not w.step.facts.candidates:
        return "cells with a smaller or a greater neighbor"
    ((root, _, role), *_) = w.step.facts.candidates
    return f"{w.cells(cells[1:])} {'below' if role == 'most' else 'above'} {w.cell(root)}"


def _why_inequality(w: Words) -> Iterator[str]:
    if not w.step.facts.candidates:
        yield from _why_ends(w)
        return
    ((root, end, role), *_) = w.step.facts.candidates
    order = _orders(w.puzzle)[role == "most"]
    found = _least(order, w.board)
    n = w.puzzle.order
    known: Claim = Only((root,), w.board.candidates(root))
    way = "smaller" if order.is_upper else "greater"
    text = f"{w.cell(root)} is at {role} {w.digit(end)}, so the {way}"
    if w.board.digits[root]:
        text, known = f"{w.cell(root)} is {w.digit(end)}, so the {way}", Placed(root, end)
    elif end == (n if order.is_upper else 1):
        text = f"counting {'down' if order.is_upper else 'up'} from {w.cell(root)},"
    by_digit: dict[int, list[int]] = {}
    for cell in w.with_role("pattern")[1:]:
        by_digit.setdefault(found[cell].digit, []).append(cell)
    parts = []
    for least, cells in sorted(by_digit.items()):
        own = [
            f"{w.cell(cell)}{_missing(w, cell, found[cell], is_upper=order.is_upper)}"
            for cell in cells
        ]
        bound = w.digit(n + 1 - least if order.is_upper else least)
        parts.append(f"{joined(own)} {'is' if len(own) == 1 else 'are'} at {role} {bound}")
    claims = _claims_of(w, order, found)
    yield w.said(sentence(f"{text} {clauses(parts)}"), known, *claims)


def _claims_of(w: Words, order: _Order, found: Mapping[int, Bound]) -> Iterator[Claim]:
    """Yield a claim for each cell that loses candidates."""
    gone = w.step.eliminations
    for cell in dict.fromkeys(cell for cell, _ in gone):
        by = found[cell].by
        if found[by].by < 0:
            left = tuple(d for d in w.board.candidates(cell) if (cell, d) not in gone)
            yield Allows(_numbers_of(order, [(by, cell)])[0], (cell,), left)
        else:  # several constraints prove the bound
            yield Concludes((), tuple(pair for pair in gone if pair[0] == cell))


def _missing(w: Words, cell: int, bound: Bound, *, is_upper: bool) -> str:
    """Return a note about missing candidates: " (not 6)"."""
    if bound.digit == bound.needed:
        return ""
    n = w.puzzle.order
    gone = [n + 1 - d if is_upper else d for d in range(bound.needed, bound.digit)]
    return w.said(f" (not {w.digits(sorted(gone), 'or')})", Gone((cell,), tuple(gone)))


def _why_ends(w: Words) -> Iterator[str]:
    n, orders = w.puzzle.order, _orders(w.puzzle)
    for order, digit, way in zip(orders, (1, n), ("smaller", "greater"), strict=True):
        cells = [cell for cell, gone in w.step.eliminations if gone == digit]
        if cells:
            each = "Each of these cells has" if len(cells) > 3 else f"{w.cells(cells)} " + (
                "has" if len(cells) == 1 else "each have"
            )  # fmt: skip
            so = "it is not" if len(cells) == 1 else "none is"
            claims = (
                Allows(
                    _numbers_of(order, [(order.below[cell][0], cell)])[0],
                    (cell,),
                    tuple(d for d in w.board.candidates(cell) if d != digit),
                )
                for cell in cells
            )
            text = f"{with_capital(each)} a {way} neighbor, so {so} {w.digit(digit)}."
            yield w.said(text, *claims)


# ---- smaller cells of one house


class _Group(NamedTuple):
    """A cell and cells of a house that are all smaller than it.

    Attributes:
        cell: The cell.
        house: The house of the smaller cells.
        smaller: The smaller cells, at least two.
        numbers: The constraints that compare the cells.
    """

    cell: int
    house: House
    smaller: tuple[int, ...]
    numbers: tuple[int, ...]


@per_rules
def _grouped(puzzle: Puzzle) -> tuple[list[_Group], list[_Group]]:
    """Return the groups for lower bounds, and those for upper bounds."""
    low, high = (list(_groups_of(order, puzzle)) for order in _orders(puzzle))
    return low, high


def _groups_of(order: _Order, puzzle: Puzzle) -> Iterator[_Group]:
    below: dict[int, set[int]] = {}
    numbers: dict[int, set[int]] = {}
    for cell in order.cells:
        own = order.below[cell]
        below[cell] = {*own}.union(*(below[each] for each in own))
        compared = _numbers_of(order, [(each, cell) for each in own])
        numbers[cell] = {*compared}.union(*(numbers[each] for each in own))
        for house in puzzle.geometry.houses:
            smaller = tuple(each for each in house.cells if each in below[cell])
            if len(smaller) > 1:
                yield _Group(cell, house, smaller, tuple(sorted(numbers[cell])))


@per_rules
def _kept_groups(puzzle: Puzzle) -> list[KeptSteps]:
    return [KeptSteps(_orders(puzzle)[0].cells, _count)]


def _count(board: Board) -> Iterator[Step]:
    for order, groups in zip(_orders(board.puzzle), _grouped(board.puzzle), strict=True):
        known = _least(order, board)
        found = [(_above(group, board, is_upper=order.is_upper), group) for group in groups]
        best = {cell: bound.digit + 1 for cell, bound in known.items() if not board.digits[cell]}
        for least, group in found if known else ():
            best[group.cell] = max(least, best.get(group.cell, least))
        for least, group in found if known else ():
            if least < best[group.cell] or board.digits[group.cell]:
                continue
            gone = tuple(below_bounds(board, [(group.cell, least)], is_upper=order.is_upper))
            if len(gone) < board.masks[group.cell].bit_count():
                role = "most" if order.is_upper else "least"
                marked = tuple((cell, "pattern") for cell in (group.cell, *group.smaller))
                proves = tuple(
                    (cell, digit, role)
                    for cell in group.smaller
                    if not board.digits[cell]
                    for digit in _end(board, cell, order.is_upper)
                )
                facts = Facts(marked, proves, (group.house,), constraints=group.numbers)
                yield Step("inequality-count", eliminations=gone, facts=facts)


def _above(group: _Group, board: Board, *, is_upper: bool) -> int:
    """Return the least digit above different digits of the smaller cells."""
    n, least = board.puzzle.order, 0
    masks = (board.masks[cell] for cell in group.smaller)
    own = (mirrored(mask, n) if is_upper else mask for mask in masks)
    for bound in sorted((mask & -mask).bit_length() for mask in own):
        least = max(least + 1, bound)
    return least + 1


def _why_count(w: Words) -> Iterator[str]:
    (house,), (cell, *smaller) = w.houses, w.with_role("pattern")
    gone = {digit for _, digit in w.step.eliminations}
    left = [digit for digit in w.board.candidates(cell) if digit not in gone]
    is_upper = min(gone) > left[0]
    n = w.puzzle.order
    group = _Group(cell, house, tuple(smaller), ())
    least = _above(group, w.board, is_upper=is_upper)
    way, most = ("smaller", "most") if is_upper else ("greater", "least")
    inside = Inside(tuple(smaller), (w.index(house),))
    yield w.said(
        f"{w.cell(cell)} is {way} than {w.cells(smaller)}, which are different digits of "
        f"{w.house(house)}.",
        inside,
        Concludes((), w.step.eliminations),
    )
    known = [
        known_bound(w, each, is_most=is_upper)
        for each in smaller
        if w.board.candidates(each)[-1 if is_upper else 0] != (n if is_upper else 1)
    ]
    bound = w.digit(n + 1 - least if is_upper else least)
    text = f"{w.cell(cell)} is at {most} {bound}"
    count = f"there are {w.number(len(smaller))} of them"
    allowed = Concludes((), w.step.eliminations)
    yield w.said(sentence(f"{clauses([count, *known])}, so {text}"), allowed)


def _what_count(w: Words) -> str:
    cell, *smaller = w.with_role("pattern")
    return f"{w.cell(cell)} and {w.cells(smaller)}"


TECHNIQUES = (
    Technique(
        name="inequality",
        aliases=("greater than", "inequality chain", "minimum and maximum"),
        summary="signs that point the same way form a chain, whose digits rise from cell to cell",
        find=kept_steps(_kept_orders),
        slips=INEQUALITY_SLIPS,
        weight=2.0,
        what=_compared,
        reason=_why_inequality,
        look_for="a chain of inequality signs that point the same way, also across minimum and "
        "maximum cells and thermometers.",
        why="digits increase along the chain. So a cell with k smaller cells before it is at least "
        "k + 1, and the same holds from the other end.",
        when="First of all: long chains of signs give bounds before anything is placed.",
        scan=(
            Glance(
                "Find the longest chain of signs that point the same way. It may go on through "
                "thermometers, and through cells that are a minimum or maximum.",
                "rules",
            ),
            Glance(
                "Count up from the smallest cell of the chain, which is at least 1. Then count "
                "down from the greatest cell, which is at most 9.",
                "cells",
            ),
            Glance(
                "Start again at each digit in the chain, and at each cell that has lost its least "
                "or greatest digits.",
                "pattern",
            ),
            Glance("Remove the digits outside the bounds from each cell.", "step"),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern", "least", "most"),
    ),
    Technique(
        name="inequality-count",
        aliases=("inequality counting", "counting smaller cells"),
        summary="a cell is greater than several cells of a house, which have different digits",
        find=kept_steps(_kept_groups),
        slips=INEQUALITY_COUNT_SLIPS,
        weight=2.4,
        what=_what_count,
        reason=_why_count,
        look_for="a cell with signs to several cells of one house, directly or by a chain.",
        why="cells of a house have different digits. So a cell that is greater than k of them is "
        "at least k + 1.",
        when="After the chains, where one cell is greater or smaller than several cells of a "
        "house.",
        scan=(
            Glance("Take a cell with signs to several other cells, such as a maximum.", "rules"),
            Glance(
                "Group the smaller cells by row, column and box. Cells of one group have "
                "different digits.",
                "cells",
            ),
            Glance(
                "Count the largest group. A cell that is greater than three different digits is "
                "at least 4, and more if the three lack small digits.",
                "pattern",
            ),
            Glance(
                "Remove the digits below this bound. For a cell that is smaller than several "
                "others, count from the top.",
                "step",
            ),
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern", "least", "most"),
    ),
)

"""Lines that compare digits: thermometers, chains of inequalities, between and lockout lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from pandoku.constraints import Between, Lockout, Thermometer
from pandoku.model import Board, Facts, House, Pair, Pairs, Puzzle, Step, digits_of
from pandoku.techniques._kept import KeptSteps, kept_steps, per_puzzle
from pandoku.techniques._rule_slips import BETWEEN_SLIPS, INEQUALITY_SLIPS, THERMOMETER_SLIPS
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, as_clause, clauses, joined, sentence, with_capital
from pandoku.words.claims import Allows, Claim, Concludes, Gone, Inside, Only, Placed, Sees

__all__ = ["TECHNIQUES"]


# ---- bounds along a line


class _Line(NamedTuple):
    """Cells from low to high.

    Attributes:
        cells: The cells.
        before: For each cell, the earlier positions whose digits bound its digit, each with the
            least difference: 1, or 0 if the two digits may be equal.
    """

    cells: tuple[int, ...]
    before: tuple[tuple[tuple[int, int], ...], ...]

    def reversed(self) -> _Line:
        """Return the line from high to low."""
        last = len(self.cells) - 1
        before: list[list[tuple[int, int]]] = [[] for _ in self.cells]
        for at, bounds in enumerate(self.before):
            for other, gap in bounds:
                before[last - other].insert(0, (last - at, gap))
        return _Line(self.cells[::-1], tuple(map(tuple, before)))


class _Bound(NamedTuple):
    """The least digit of a cell, counted from 1 in the direction of the line.

    Attributes:
        digit: The least digit.
        needed: The bound that follows from the earlier cell. `digit` is greater if candidates are
            missing.
        by: The position of the earlier cell, or -1 if the cell's candidates alone give the bound.
    """

    digit: int
    needed: int
    by: int


def _bounds(line: _Line, masks: Sequence[int]) -> list[_Bound] | None:
    """Return the least digits along a line, or None if a cell has no digit left."""
    found: list[_Bound] = []
    for mask, before in zip(masks, line.before, strict=True):
        needed, by = max(((found[at].digit + gap, at) for at, gap in before), default=(1, -1))
        left = mask >> (needed - 1)
        if not left:
            return None
        digit = needed + (left & -left).bit_length() - 1
        is_own = not mask & ((1 << (digit - 1)) - 1)
        found.append(_Bound(digit, needed, -1 if is_own else by))
    return found


@lru_cache(maxsize=4096)
def _mirrored(mask: int, order: int) -> int:
    """Return the mask with digit d as digit order + 1 - d."""
    return sum(1 << (order - digit) for digit in digits_of(mask))


class _Side(NamedTuple):
    """The lower bounds of a line, or its upper bounds as lower bounds of the mirrored digits."""

    line: _Line
    bounds: list[_Bound]
    is_upper: bool

    @property
    def bounded(self) -> list[int]:
        """The positions of cells that lose candidates."""
        return [at for at, bound in enumerate(self.bounds) if bound.by >= 0]


def _sides(line: _Line, board: Board) -> list[_Side]:
    """Return the lower and the upper bounds of a line that remove candidates, or []."""
    order, found = board.puzzle.order, []
    masks = tuple(board.masks[cell] for cell in line.cells)
    for is_upper in (False, True):
        if is_upper:
            line = line.reversed()
            masks = tuple(_mirrored(mask, order) for mask in reversed(masks))
        bounds = _bounds(line, masks)
        if bounds is None:
            return []
        side = _Side(line, bounds, is_upper)
        if any(board.digits[line.cells[at]] for at in side.bounded):
            return []
        found.append(side)
    low, high = found
    tops = [order + 1 - bound.digit for bound in reversed(high.bounds)]
    if any(bound.digit > top for bound, top in zip(low.bounds, tops, strict=True)):
        return []
    return [side for side in found if side.bounded]


def _step(
    name: str, board: Board, line: _Line, sides: Sequence[_Side], numbers: Sequence[int]
) -> Step:
    """Return the step of a line."""
    pairs = {
        pair
        for side in sides
        for at in side.bounded
        for pair in _lost(
            board, [(side.line.cells[at], side.bounds[at].digit)], is_upper=side.is_upper
        )
    }
    # The cells that lose candidates, and the cells that bound them.
    used = {
        side.line.cells[each]
        for side in sides
        for at in side.bounded
        for each in (at, side.bounds[at].by)
    }
    marked = tuple((cell, "pattern") for cell in line.cells if cell in used)
    facts = Facts(cells=marked, constraints=tuple(dict.fromkeys(numbers)))
    return Step(name, eliminations=tuple(sorted(pairs)), facts=facts)


# ---- words of bounds


def _counted(w: Words, side: _Side, number: int, name: str) -> str:
    """Return the bounds of a line without other information, from the last cell to the first."""
    cells, n = side.line.cells, len(side.line.cells)
    what, least, more, less = (
        ("greater", "most", "next", "more") if side.is_upper else
        ("smaller", "least", "earlier", "less")
    )  # fmt: skip
    subject = f"the {name} {w.cell(cells[-1])}"
    bound = w.digit(w.puzzle.order + 1 - n if side.is_upper else n)
    others = f"each {more} cell at {least} one {less}"
    text = (
        f"{w.number(n - 1)} cells on the line are {what} than {subject}, so it is at {least} "
        f"{bound}, and {others}"
    )
    return w.said(sentence(text), *_allowed(w, side, range(n), number))


def _runs(w: Words, side: _Side, number: int, first: str) -> Iterator[str]:
    """Yield a sentence for each series of bounds that starts at a cell with known candidates."""
    run: list[int] = []
    for at, bound in enumerate(side.bounds):
        if bound.by < 0:
            continue
        if run and bound.by != run[-1]:
            yield _run(w, side, number, run, first)
            run = []
        run = run or [bound.by]
        run.append(at)
    if run:
        yield _run(w, side, number, run, first)


def _run(w: Words, side: _Side, number: int, run: Sequence[int], first: str) -> str:
    """Return the bounds of a series: "r3c4 is at least 5, so r3c5 is at least 6."."""
    start, *others = run
    cell = side.line.cells[start]
    subject = f"the {first} {w.cell(cell)}" if start == 0 else w.cell(cell)
    most = "most" if side.is_upper else "least"
    known: Claim
    if digit := w.board.digits[cell]:
        text, known = f"{subject} is {w.digit(digit)}", Placed(cell, digit)
    else:
        text = f"{subject} is at {most} {_shown(w, side, start)}"
        known = Only((cell,), w.board.candidates(cell))
    parts = [f"{_shown(w, side, at)}{_note(w, side, at)}" for at in others]
    cells = [side.line.cells[at] for at in others]
    if len(cells) == 1:
        so = f"{w.cell(cells[0])} is at {most} {parts[0]}"
    else:
        so = f"{w.cells(cells)} are at {most} {joined(parts)}"
    return w.said(sentence(f"{text}, so {so}"), known, *_allowed(w, side, others, number))


def _shown(w: Words, side: _Side, at: int) -> str:
    """Return a bound as text."""
    digit = side.bounds[at].digit
    return w.digit(w.puzzle.order + 1 - digit if side.is_upper else digit)


def _note(w: Words, side: _Side, at: int) -> str:
    """Return a note about a bound: its missing candidates, or the cells that must differ."""
    digit, needed, by = side.bounds[at]
    cell, other = side.line.cells[at], side.line.cells[by]
    order, notes = w.puzzle.order, []
    if any(gap == 0 for bounds in side.line.before for _, gap in bounds) and (by, 1) in [
        *side.line.before[at]
    ]:
        notes.append(w.said(f"it sees {w.cell(other)}", Sees(cell, (other,))))
    if digit > needed:
        gone = [order + 1 - d if side.is_upper else d for d in range(needed, digit)]
        notes.append(w.said(f"not {w.digits(gone, 'or')}", Gone((cell,), tuple(gone))))
    return f" ({', '.join(notes)})" if notes else ""


def _allowed(w: Words, side: _Side, positions: Sequence[int], number: int) -> Iterator[Allows]:
    """Yield a claim for each cell of the positions: the digits that its bound leaves."""
    order = w.puzzle.order
    for at in positions:
        cell, least = side.line.cells[at], side.bounds[at].digit
        left = tuple(
            digit
            for digit in w.board.candidates(cell)
            if (order + 1 - digit if side.is_upper else digit) >= least
        )
        yield Allows(number, (cell,), left)


# ---- thermometers


@per_puzzle
def _thermometers(puzzle: Puzzle) -> tuple[tuple[int, _Line], ...]:
    """Return the number and the line of each thermometer."""
    return tuple(
        (number, _of_thermometer(each, puzzle))
        for number, each in enumerate(puzzle.further, len(puzzle.cages))
        if isinstance(each, Thermometer) and each.is_sound(puzzle.geometry)
    )


def _of_thermometer(constraint: Thermometer, puzzle: Puzzle) -> _Line:
    cells, sight = constraint.cells, puzzle.sight
    before: list[tuple[tuple[int, int], ...]] = []
    for at, cell in enumerate(cells):
        bounds = [(at - 1, int(not constraint.slow or cells[at - 1] in sight[cell]))] if at else []
        if constraint.slow:
            # A cell is also greater than each earlier cell that it sees.
            bounds += [(other, 1) for other in range(at - 1) if cells[other] in sight[cell]]
        before.append(tuple(bounds))
    return _Line(cells, tuple(before))


@per_puzzle
def _kept_thermometers(puzzle: Puzzle) -> list[KeptSteps]:
    return [
        KeptSteps(line.cells, partial(_of_line, number, line))
        for number, line in _thermometers(puzzle)
    ]


def _of_line(number: int, line: _Line, board: Board) -> Iterator[Step]:
    if sides := _sides(line, board):
        yield _step("thermometer", board, line, sides, (number,))


def _name(w: Words) -> str:
    return w.constraint(w.step.facts.constraints[0])


def _sides_of_thermometer(w: Words) -> list[_Side]:
    (number,) = w.step.facts.constraints
    return _sides(dict(_thermometers(w.puzzle))[number], w.board)


def _is_counted(w: Words, side: _Side) -> bool:
    """Return whether the length of the line alone gives all bounds."""
    gaps = [gap for before in side.line.before for _, gap in before]
    is_plain = len(gaps) > 1 and all(gaps) and not w.board.digits[side.line.cells[0]]
    return is_plain and all(bound.digit == at for at, bound in enumerate(side.bounds, 1))


def _why_thermometer(w: Words) -> Iterator[str]:
    """Yield sentences for the lower bounds, and for the upper bounds."""
    (number,), sides = w.step.facts.constraints, _sides_of_thermometer(w)
    if len(sides) == 2 and all(_is_counted(w, side) for side in sides):
        yield _counted_from_both_ends(w, sides, number)
        return
    for side in sides:
        first, last = ("tip", "bulb") if side.is_upper else ("bulb", "tip")
        if _is_counted(w, side):
            yield _counted(w, side, number, last)
        else:
            yield from _runs(w, side, number, first)


def _counted_from_both_ends(w: Words, sides: Sequence[_Side], number: int) -> str:
    cells, order = sides[0].line.cells, w.puzzle.order
    n = len(cells)
    least = f"{w.digit(1)} to {w.digit(n)}"
    most = f"{w.digit(order + 1 - n)} to {w.digit(order)}"
    text = (
        f"{w.number(n)} cells in order: from the bulb {w.cell(cells[0])} to the tip "
        f"{w.cell(cells[-1])}, they are at least {least} and at most {most}"
    )
    claims = (claim for side in sides for claim in _allowed(w, side, range(n), number))
    return w.said(sentence(text), *claims)


def _thoughts_on_thermometer(w: Words) -> Iterator[str]:
    """Yield the bounds in a few words: "bulb ≤ 4 and tip ≥ 6", "r3c1 ≤ 7, then 6 to 4"."""
    told = []
    for side in _sides_of_thermometer(w):
        sign, end = ("≤", "bulb") if side.is_upper else ("≥", "tip")
        bounded = side.bounded
        if _is_counted(w, side):
            told.append(f"{end} {sign} {_shown(w, side, len(side.bounds) - 1)}")
        elif bounded == [*range(bounded[0], bounded[-1] + 1)]:
            root, digits = bounded[0] - 1, [_shown(w, side, at) for at in bounded]
            is_plain = all(side.bounds[at].digit == side.bounds[at].needed for at in bounded[1:])
            rest = f"{digits[0]} to {digits[-1]}" if is_plain and digits[2:] else ", ".join(digits)
            cell = w.cell(side.line.cells[root])
            told.append(f"{cell} {sign} {_shown(w, side, root)}, then {rest}")
        else:
            return
    thought = " and ".join(told)
    yield from (f"{_name(w)}: {thought}", thought)


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


@per_puzzle
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


def _least(order: _Order, board: Board) -> dict[int, _Bound]:
    """Return the bound of each compared cell (`by` is a cell), or {} if a cell has no digit."""
    n, found = board.puzzle.order, dict[int, _Bound]()
    for cell in order.cells:
        mask = _mirrored(board.masks[cell], n) if order.is_upper else board.masks[cell]
        needed, by = max(((found[c].digit + 1, c) for c in order.below[cell]), default=(1, -1))
        left = mask >> (needed - 1)
        if not left:
            return {}
        digit = needed + (left & -left).bit_length() - 1
        is_own = not mask & ((1 << (digit - 1)) - 1)
        if not is_own and board.digits[cell]:
            return {}
        found[cell] = _Bound(digit, needed, -1 if is_own else by)
    return found


@per_puzzle
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
            gone = tuple(_lost(board, digits, is_upper=order.is_upper))
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


def _lost(board: Board, bounds: Iterable[Pair], *, is_upper: bool) -> Iterator[Pair]:
    """Yield the candidates of cells that are below the bounds."""
    order = board.puzzle.order
    for cell, least in sorted(bounds):
        for digit in board.candidates(cell):
            if (order + 1 - digit if is_upper else digit) < least:
                yield cell, digit


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


def _claims_of(w: Words, order: _Order, found: Mapping[int, _Bound]) -> Iterator[Claim]:
    """Yield a claim for each cell that loses candidates."""
    gone = w.step.eliminations
    for cell in dict.fromkeys(cell for cell, _ in gone):
        by = found[cell].by
        if found[by].by < 0:
            left = tuple(d for d in w.board.candidates(cell) if (cell, d) not in gone)
            yield Allows(_numbers_of(order, [(by, cell)])[0], (cell,), left)
        else:  # several constraints prove the bound
            yield Concludes((), tuple(pair for pair in gone if pair[0] == cell))


def _missing(w: Words, cell: int, bound: _Bound, *, is_upper: bool) -> str:
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


@per_puzzle
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


@per_puzzle
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
            gone = tuple(_lost(board, [(group.cell, least)], is_upper=order.is_upper))
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
    own = (_mirrored(mask, n) if is_upper else mask for mask in masks)
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
        _known(w, each, is_most=is_upper)
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


# ---- between lines and lockout lines


class _Ends(NamedTuple):
    """A line whose ends limit the cells between them.

    Attributes:
        number: The constraint.
        ends: The cells at the ends.
        inner: The cells between them.
        gap: The least difference of the ends of a lockout line, or 0 for a between line.
        group: Inner cells of one house, as many as possible, which need different digits.
    """

    number: int
    ends: tuple[int, int]
    inner: tuple[int, ...]
    gap: int
    group: tuple[int, ...]


@per_puzzle
def _lines_with_ends(puzzle: Puzzle) -> tuple[_Ends, ...]:
    found = []
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if isinstance(each, Between | Lockout) and each.is_sound(puzzle.geometry):
            first, *inner, last = each.cells
            gap = each.difference(puzzle.order) if isinstance(each, Lockout) else 0
            houses = (house.cells for house in puzzle.geometry.houses)
            groups = (tuple(cell for cell in inner if cell in cells) for cells in houses)
            group = max(groups, key=len)
            if inner or gap:
                found.append(_Ends(number, (first, last), tuple(inner), gap, group))
    return tuple(found)


class _Proof(NamedTuple):
    """A sentence about a line with its claims, and the candidates that it removes."""

    text: str
    gone: tuple[Pair, ...]
    claims: tuple[Claim, ...] = ()


def _range(board: Board, cell: int) -> Pair:
    """Return the least and the greatest candidate of a cell."""
    digits = board.candidates(cell)
    return digits[0], digits[-1]


def _outside(board: Board, cells: Iterable[int], least: int, most: int) -> tuple[Pair, ...]:
    """Return the candidates of empty cells that are less than *least* or greater than *most*."""
    return tuple(
        (cell, digit)
        for cell in cells
        if not board.digits[cell]
        for digit in board.candidates(cell)
        if not least <= digit <= most
    )


def _within(board: Board, cells: Iterable[int], least: int, most: int) -> tuple[Pair, ...]:
    """Return the candidates of empty cells from *least* to *most*."""
    return tuple(
        (cell, digit)
        for cell in cells
        if not board.digits[cell]
        for digit in board.candidates(cell)
        if least <= digit <= most
    )


def _known(w: Words, cell: int, *, is_most: bool) -> str:
    """Return the bound of a cell: "r1c1 is at most 4", "r1c1 is 4"."""
    digit = w.board.digits[cell]
    if digit:
        return w.said(f"{w.cell(cell)} is {w.digit(digit)}", Placed(cell, digit))
    digits = w.board.candidates(cell)
    bound = f"at most {w.digit(digits[-1])}" if is_most else f"at least {w.digit(digits[0])}"
    return w.said(f"{w.cell(cell)} is {bound}", Only((cell,), digits))


def _be(cells: Sequence[int]) -> str:
    return "is" if len(cells) == 1 else "are"


def _inner_limits(board: Board, line: _Ends) -> tuple[Pair, Pair]:
    """Return the least upper bound and the greatest lower bound between the ends, with cells."""
    tops = [(_range(board, cell)[1], cell) for cell in line.inner]
    bottoms = [(_range(board, cell)[0], cell) for cell in line.inner]
    return min(tops), max(bottoms)


def _sure_orders(board: Board, line: _Ends) -> list[Pair]:
    """Return each order of the ends, the smaller end first, that the candidates prove."""
    (top, _), (bottom, _) = _inner_limits(board, line)
    # An end is not the greater end if it cannot exceed an inner cell, and vice versa.
    return [
        pair
        for pair in (line.ends, line.ends[::-1])
        if _range(board, pair[0])[1] <= bottom or _range(board, pair[1])[0] >= top
    ]


def _proofs_between(w: Words, line: _Ends) -> Iterator[_Proof]:
    """Yield the bounds of a between line, each from candidates of the board alone."""
    board = w.board
    if not all(board.masks[cell] for cell in (*line.ends, *line.inner)):
        return
    (top, by_top), (bottom, by_bottom) = _inner_limits(board, line)
    sure = _sure_orders(board, line)
    if len(sure) == 1:
        yield from _proofs_of_order(w, line, *sure[0], (top, by_top), (bottom, by_bottom))
    elif not sure:
        yield from _proofs_of_both(w, line, (top, by_top), (bottom, by_bottom))


def _proofs_of_order(
    w: Words, line: _Ends, low: int, high: int, top: Pair, bottom: Pair
) -> Iterator[_Proof]:
    """Yield the bounds if it is clear which end is the smaller one."""
    board, n = w.board, w.puzzle.order
    if _range(board, low)[1] <= bottom[0]:
        first, second = _known(w, low, is_most=True), _known(w, bottom[1], is_most=False)
    else:
        first, second = _known(w, high, is_most=False), _known(w, top[1], is_most=True)
    ends = tuple(Allows(line.number, (end,), board.candidates(end)) for end in line.ends)
    text = f"{first} and {second}, so {w.cell(low)} is the smaller end"
    yield _Proof(sentence(text), (), ends)
    least, most = _range(board, low)[0] + 1, _range(board, high)[1] - 1
    if gone := _outside(board, line.inner, least, n):
        cells = [cell for cell in line.inner if any(c == cell for c, _ in gone)]
        text = f"{_known(w, low, is_most=False)}, so {w.cells(cells)} {_be(cells)} at least"
        if least == 2 and not board.digits[low]:
            text = f"{w.cells(cells)} {_be(cells)} greater than {w.cell(low)}, so at least"
        yield _Proof(f"{with_capital(text)} {w.digit(least)}.", gone, ends)
    if gone := _outside(board, line.inner, 1, most):
        cells = [cell for cell in line.inner if any(c == cell for c, _ in gone)]
        text = f"{_known(w, high, is_most=True)}, so {w.cells(cells)} {_be(cells)} at most"
        if most == n - 1 and not board.digits[high]:
            text = f"{w.cells(cells)} {_be(cells)} smaller than {w.cell(high)}, so at most"
        yield _Proof(f"{with_capital(text)} {w.digit(most)}.", gone, ends)
    k = len(line.group)
    for end, cell, limit, is_most in (
        (low, top[1], top[0] - 1, True),
        (high, bottom[1], bottom[0] + 1, False),
    ):
        far = high if is_most else low
        counted = most - k if is_most else least + k
        is_counted = k > 1 and (counted < limit if is_most else counted > limit)
        edge = counted if is_counted else limit
        bounds = (1, edge) if is_most else (edge, n)
        if gone := _outside(board, (end,), *bounds):
            bound = f"{w.cell(end)} is at {'most' if is_most else 'least'} {w.digit(edge)}"
            if is_counted:
                text = (
                    f"{_known(w, far, is_most=is_most)}, and {w.number(k)} different digits are "
                    f"between the ends, so {bound}"
                )
            else:
                text = f"{_known(w, cell, is_most=is_most)}, so {bound}"
            yield _Proof(sentence(text), gone)


def _proofs_of_both(w: Words, line: _Ends, top: Pair, bottom: Pair) -> Iterator[_Proof]:
    """Yield the bounds that hold whichever end is the smaller one."""
    board, n, ends = w.board, w.puzzle.order, line.ends
    least = min(_range(board, end)[0] for end in ends)
    most = max(_range(board, end)[1] for end in ends)
    if gone := _outside(board, line.inner, least + 1, most - 1):
        claims = tuple(Only((end,), board.candidates(end)) for end in ends if not board.digits[end])
        shown = [f"smaller than {w.digit(least)}"] * (least > 1)
        shown += [f"greater than {w.digit(most)}"] * (most < n)
        text = f"no end is {joined(shown, 'or')}" if shown else "the line is between its ends"
        cells = [cell for cell in line.inner if any(c == cell for c, _ in gone)]
        limits = [f"at least {w.digit(least + 1)}"] * any(digit <= least for _, digit in gone)
        limits += [f"at most {w.digit(most - 1)}"] * any(digit >= most for _, digit in gone)
        text = f"{text}, so {w.cells(cells)} {_be(cells)} {joined(limits)}"
        yield _Proof(sentence(text), gone, claims)
    if gone := _within(board, ends, top[0], bottom[0]):
        cells = [end for end in ends if any(c == end for c, _ in gone)]
        low, high = top[0] - 1, bottom[0] + 1
        text = f"{_known(w, top[1], is_most=True)}"
        if top[1] != bottom[1]:
            text += f" and {_known(w, bottom[1], is_most=False)}"
        rest = [f"at most {w.digit(low)}"] * (low > 0)
        rest += [f"at least {w.digit(high)}"] * (high <= n)
        text += f", so {w.cells(cells)} {_be(cells)} {joined(rest, 'or')}"
        yield _Proof(sentence(text), gone)
    k = len(line.group) + 1
    for end, other in (ends, ends[::-1]) if k > 2 else ():
        low, high = _range(board, other)
        # Each digit of the end needs k different digits less, or k more, at the other end.
        if gone := _within(board, (end,), high - k + 1, low + k - 1):
            claim = Only((other,), board.candidates(other))
            is_open = not board.digits[other]
            text = (
                f"{w.number(k - 1)} different digits are between the ends, so they differ by at "
                f"least {k}; {w.cell(other)} is {w.digits(board.candidates(other), 'or')}, so "
                f"{w.cell(end)} is not {w.digits((d for _, d in gone), 'or')}"
            )
            yield _Proof(sentence(text), gone, (claim,) if is_open else (Placed(other, low),))


def _proofs_of_lockout(w: Words, line: _Ends) -> Iterator[_Proof]:
    """Yield the bounds of a lockout line, each from candidates of the board alone."""
    board, n, gap, ends = w.board, w.puzzle.order, line.gap, line.ends
    if not all(board.masks[cell] for cell in (*ends, *line.inner)):
        return
    for end, other in (ends, ends[::-1]):
        low, high = _range(board, other)
        if gone := _within(board, (end,), high - gap + 1, low + gap - 1):
            digits = board.candidates(other)
            known: Claim = Only((other,), digits)
            if board.digits[other]:
                known = Placed(other, low)
            text = (
                f"the ends differ by at least {gap}, and {w.cell(other)} is "
                f"{w.digits(digits, 'or')}, so {w.cell(end)} is not "
                f"{w.digits((d for _, d in gone), 'or')}"
            )
            yield _Proof(sentence(text), gone, (known,))
    least = min(_range(board, end)[0] for end in ends)
    most = max(_range(board, end)[1] for end in ends)
    if gone := _within(board, line.inner, most - gap, least + gap):
        cells = [cell for cell in line.inner if any(c == cell for c, _ in gone)]
        between = sorted({d for _, d in gone})
        claims = tuple(Only((end,), board.candidates(end)) for end in ends if not board.digits[end])
        if least > 1 and most < n:
            limits = f"are from {w.digit(least)} to {w.digit(most)} and "
        elif least > 1:
            limits = f"are at least {w.digit(least)} and "
        else:
            limits = f"are at most {w.digit(most)} and " if most < n else ""
        lie, they = ("lies", "it is") if len(between) == 1 else ("lie", "they are")
        text = (
            f"the ends {limits}differ by at least {gap}, so one is at most "
            f"{w.digit(most - gap)} and the other at least {w.digit(least + gap)}: "
            f"{w.digits(between)} {lie} in their range, so {they} not at {w.cells(cells, 'or')}"
        )
        yield _Proof(sentence(text), gone, claims)
    for cell in line.inner:
        low, high = _range(board, cell)
        # Both ends are below the cell or both are above it.
        below = _fit(board, ends, 1, high - 1, gap)
        above = _fit(board, ends, low + 1, n, gap)
        if below == above:
            continue
        bounds = (1, high - 1) if below else (low + 1, n)
        if gone := _outside(board, ends, *bounds):
            cells = [end for end in ends if any(c == end for c, _ in gone)]
            limit = f"at most {w.digit(high - 1)}" if below else f"at least {w.digit(low + 1)}"
            far, way = ("above", "below") if below else ("below", "above")
            digits = board.candidates(cell)
            own = Only((cell,), digits) if not board.digits[cell] else Placed(cell, low)
            text = (
                f"{w.cell(cell)} is {w.digits(digits, 'or')}, and {far} "
                f"{w.digit(low if below else high)} the ends cannot differ by {gap}, so both are "
                f"{way} it, and {w.cells(cells)} {_be(cells)} {limit}"
            )
            claims = tuple(Only((e,), board.candidates(e)) for e in ends if not board.digits[e])
            yield _Proof(sentence(text), gone, (own, *claims))


def _fit(board: Board, ends: tuple[int, int], least: int, most: int, gap: int) -> bool:
    """Return whether both ends have digits within bounds that differ enough."""
    one, other = (
        [digit for digit in board.candidates(end) if least <= digit <= most] for end in ends
    )
    return bool(one and other) and max(one[-1] - other[0], other[-1] - one[0]) >= gap


def _kept_ends(name: str, puzzle: Puzzle) -> list[KeptSteps]:
    lines = [
        line for line in _lines_with_ends(puzzle) if bool(line.gap) == (name == "lockout-line")
    ]
    found = [
        KeptSteps(cells, partial(_of_ends_and_line, name, line, cells))
        for line in lines
        for cells in [(line.ends[0], *line.inner, line.ends[1])]
    ]
    if name == "between-line" and lines:
        inner = tuple(dict.fromkeys(cell for line in lines for cell in line.inner))
        found.insert(0, KeptSteps(inner, partial(_of_inner, lines)))
    return found


def _of_inner(lines: Sequence[_Ends], board: Board) -> Iterator[Step]:
    """Yield the step that removes the least and the greatest digit from all between lines."""
    n = board.puzzle.order
    number = {cell: line.number for line in lines for cell in line.inner}
    gone = _outside(board, sorted(number), 2, n - 1)
    lost = Counter(cell for cell, _ in gone)
    if gone and all(board.masks[cell].bit_count() > count for cell, count in lost.items()):
        marked = tuple((cell, "pattern") for cell in dict.fromkeys(cell for cell, _ in gone))
        numbers = tuple(sorted({number[cell] for cell, _ in marked}))
        facts = Facts(cells=marked, constraints=numbers)
        yield Step("between-line", eliminations=gone, facts=facts)


def _of_ends_and_line(name: str, line: _Ends, cells: Sequence[int], board: Board) -> Iterator[Step]:
    gone = {pair for proof in _proofs(Words(Step(name), board), line) for pair in proof.gone}
    lost = Counter(cell for cell, _ in gone)
    if gone and all(board.masks[cell].bit_count() > count for cell, count in lost.items()):
        marked = tuple((cell, "pattern") for cell in cells)
        facts = Facts(cells=marked, constraints=(line.number,))
        yield Step(name, eliminations=tuple(sorted(gone)), facts=facts)


def _proofs(w: Words, line: _Ends) -> Iterator[_Proof]:
    return _proofs_of_lockout(w, line) if line.gap else _proofs_between(w, line)


def _what_ends(w: Words) -> str:
    numbers = w.step.facts.constraints
    return w.constraint(numbers[0]) if len(numbers) == 1 else "cells between the ends"


def _why_ends_of_line(w: Words) -> Iterator[str]:
    number, cells = w.step.facts.constraints[0], w.with_role("pattern")
    line = next(each for each in _lines_with_ends(w.puzzle) if each.number == number)
    if cells != [line.ends[0], *line.inner, line.ends[1]]:
        digits = sorted({digit for _, digit in w.step.eliminations})
        beyond = (f"{'below' if digit == 1 else 'above'} {w.digit(digit)}" for digit in digits)
        text = f"nothing is {joined(beyond, 'or')}, so no cell between the ends is"
        yield w.said(
            sentence(f"{text} {w.digits(digits, 'or')}"), Concludes((), w.step.eliminations)
        )
        return
    seen = set[Pair]()
    for text, gone, claims in _proofs(w, line):
        if gone and seen.issuperset(gone):
            continue
        seen |= {*gone}
        left = {cell: [*w.board.candidates(cell)] for cell, _ in gone}
        for cell, digit in gone:
            left[cell].remove(digit)
        allowed = (Allows(number, (cell,), tuple(digits)) for cell, digits in left.items())
        yield w.said(text, *claims, *allowed)


def _thoughts_on_ends(w: Words) -> Iterator[str]:
    """Yield the end that is the smaller one, or the only sentence of the reason."""
    number = w.step.facts.constraints[0]
    line = next(each for each in _lines_with_ends(w.puzzle) if each.number == number)
    reason = [*_why_ends_of_line(w)]
    if len(reason) == 1:
        yield as_clause(reason[0])
    elif not line.gap and len(sure := _sure_orders(w.board, line)) == 1:
        yield f"{_name(w)}: {w.cell(sure[0][0])} is the smaller end"


TECHNIQUES = (
    Technique(
        name="thermometer",
        aliases=("thermo", "slow thermometer", "thermometer bounds", "thermo candidates"),
        summary="digits rise from the bulb, so the length or a digit of the line bounds its cells",
        find=kept_steps(_kept_thermometers),
        slips=THERMOMETER_SLIPS,
        weight=2.0,
        what=_name,
        reason=_why_thermometer,
        thoughts=_thoughts_on_thermometer,
        look_for="a long thermometer, or a thermometer with a digit or a cell of few candidates. "
        "Count from there along the line.",
        why="digits increase from the bulb. So a cell is greater than the least digit of each "
        "earlier cell, and less than the greatest digit of each later cell.",
        when="First of all: long thermometers give bounds before anything is placed.",
        scan=(
            Glance("Take the longest thermometer.", "rules"),
            Glance(
                "Count from the bulb: it is at least 1, and each next cell one more. Then count "
                "back from the tip, which is at most 9.",
                "cells",
            ),
            Glance(
                "Start again at each digit on the line, and at each cell that has lost its least "
                "or greatest digits. Bounds from there are often tighter.",
                "pattern",
            ),
            Glance("Remove the digits outside the bounds from each cell.", "step"),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
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
    Technique(
        name="between-line",
        aliases=("between lines",),
        summary="one end is smaller than all digits on the line, and the other end is greater",
        find=kept_steps(per_puzzle(partial(_kept_ends, "between-line"))),
        slips=BETWEEN_SLIPS,
        weight=2.3,
        what=_what_ends,
        reason=_why_ends_of_line,
        thoughts=_thoughts_on_ends,
        look_for="a between line with a very small or a very great digit, an end that cannot be "
        "the greater one, or many different digits between the ends.",
        why="one end is smaller than every digit on the line, and the other end is greater.",
        when="At the start for 1 and 9, which are never between the ends, and again when an end "
        "or a cell of the line has a digit.",
        scan=(
            Glance(
                "Take a between line with a digit on it, or with many cells of one house between "
                "its ends.",
                "rules",
            ),
            Glance(
                "Strike 1 and 9 from the cells between the ends. Count those in one house: the "
                "ends differ by more than their number.",
                "cells",
            ),
            Glance(
                "Find out which end is the smaller one: an end that is below a digit of the line "
                "is below all of them.",
                "pattern",
            ),
            Glance(
                "Remove from the line the digits beyond its ends, and from each end the digits "
                "that would not enclose the line.",
                "step",
            ),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        is_case_of="rule-elimination",
    ),
    Technique(
        name="lockout-line",
        aliases=("lockout lines",),
        summary="the digits on the line stay out of the range between its two ends",
        find=kept_steps(per_puzzle(partial(_kept_ends, "lockout-line"))),
        weight=2.3,
        what=_what_ends,
        reason=_why_ends_of_line,
        thoughts=_thoughts_on_ends,
        look_for="a lockout line with an end in the middle of the digits, or with a digit on the "
        "line that leaves the ends room on one side only.",
        why="the ends differ by a certain value, so some digits are always in their range. Both "
        "ends are on the same side of each digit of the line.",
        when="At the start, because the middle digit is always locked out, and again when an end "
        "has a digit.",
        scan=(
            Glance(
                "Take a lockout line, and read how much its ends differ: at least 4 of nine "
                "digits if there is no number.",
                "rules",
            ),
            Glance(
                "Compare the ends. With 3 at one end and a difference of 4, the other end is 7, 8 "
                "or 9.",
                "cells",
            ),
            Glance(
                "Name the digits that are in the range of the ends in any case. If one end is at "
                "most 5 and the other at least 5, this is 5.",
                "pattern",
            ),
            Glance(
                "Look at a digit on the line. If the ends have room only below it, or only above "
                "it, both are there.",
                "pattern",
            ),
            Glance(
                "Remove the digits of the range from the line, and from the ends the digits on "
                "the wrong side.",
                "step",
            ),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        is_case_of="rule-elimination",
    ),
)

"""Between lines and lockout lines, which depend on the range between their ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from pandoku.constraints import Between, Lockout
from pandoku.model import Board, Facts, Pair, Puzzle, Step, per_rules
from pandoku.techniques._kept import KeptSteps, kept_steps
from pandoku.techniques._line_slips import BETWEEN_SLIPS, LOCKOUT_SLIPS
from pandoku.techniques._order_bounds import known_bound
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, as_clause, joined, sentence, with_capital
from pandoku.words.claims import Allows, Claim, Concludes, Only, Placed

__all__ = ["TECHNIQUES"]


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


@per_rules
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
        first, second = known_bound(w, low, is_most=True), known_bound(w, bottom[1], is_most=False)
    else:
        first, second = known_bound(w, high, is_most=False), known_bound(w, top[1], is_most=True)
    ends = tuple(Allows(line.number, (end,), board.candidates(end)) for end in line.ends)
    text = f"{first} and {second}, so {w.cell(low)} is the smaller end"
    yield _Proof(sentence(text), (), ends)
    least, most = _range(board, low)[0] + 1, _range(board, high)[1] - 1
    if gone := _outside(board, line.inner, least, n):
        cells = [cell for cell in line.inner if any(c == cell for c, _ in gone)]
        text = f"{known_bound(w, low, is_most=False)}, so {w.cells(cells)} {_be(cells)} at least"
        if least == 2 and not board.digits[low]:
            text = f"{w.cells(cells)} {_be(cells)} greater than {w.cell(low)}, so at least"
        yield _Proof(f"{with_capital(text)} {w.digit(least)}.", gone, ends)
    if gone := _outside(board, line.inner, 1, most):
        cells = [cell for cell in line.inner if any(c == cell for c, _ in gone)]
        text = f"{known_bound(w, high, is_most=True)}, so {w.cells(cells)} {_be(cells)} at most"
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
                    f"{known_bound(w, far, is_most=is_most)}, and {w.number(k)} different digits "
                    f"are between the ends, so {bound}"
                )
            else:
                text = f"{known_bound(w, cell, is_most=is_most)}, so {bound}"
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
        text = f"{known_bound(w, top[1], is_most=True)}"
        if top[1] != bottom[1]:
            text += f" and {known_bound(w, bottom[1], is_most=False)}"
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
        yield f"{w.constraint(number)}: {w.cell(sure[0][0])} is the smaller end"


TECHNIQUES = (
    Technique(
        name="between-line",
        aliases=("between lines",),
        summary="one end is smaller than all digits on the line, and the other end is greater",
        find=kept_steps(per_rules(partial(_kept_ends, "between-line"))),
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
        rules=(Between,),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        is_case_of="rule-elimination",
    ),
    Technique(
        name="lockout-line",
        aliases=("lockout lines",),
        summary="the digits on the line stay out of the range between its two ends",
        find=kept_steps(per_rules(partial(_kept_ends, "lockout-line"))),
        slips=LOCKOUT_SLIPS,
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
        rules=(Lockout,),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        is_case_of="rule-elimination",
    ),
)

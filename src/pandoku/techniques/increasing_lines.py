"""Thermometers: bounds from the length of a line, and from its digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from pandoku.constraints import Thermometer
from pandoku.model import Board, Facts, Puzzle, Step, per_rules
from pandoku.techniques._kept import KeptSteps, kept_steps
from pandoku.techniques._line_slips import THERMOMETER_SLIPS
from pandoku.techniques._order_bounds import Bound, below_bounds, mirrored
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, joined, sentence
from pandoku.words.claims import Allows, Claim, Gone, Only, Placed, Sees

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


def _bounds(line: _Line, masks: Sequence[int]) -> list[Bound] | None:
    """Return the least digits along a line, or None if a cell has no digit left."""
    found: list[Bound] = []
    for mask, before in zip(masks, line.before, strict=True):
        needed, by = max(((found[at].digit + gap, at) for at, gap in before), default=(1, -1))
        left = mask >> (needed - 1)
        if not left:
            return None
        digit = needed + (left & -left).bit_length() - 1
        is_own = not mask & ((1 << (digit - 1)) - 1)
        found.append(Bound(digit, needed, -1 if is_own else by))
    return found


class _Side(NamedTuple):
    """The lower bounds of a line, or its upper bounds as lower bounds of the mirrored digits."""

    line: _Line
    bounds: list[Bound]
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
            masks = tuple(mirrored(mask, order) for mask in reversed(masks))
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
        for pair in below_bounds(
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


@per_rules
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


@per_rules
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
        rules=(Thermometer,),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
)

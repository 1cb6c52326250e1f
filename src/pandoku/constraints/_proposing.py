"""Proposals: constraints of a kind that a full grid satisfies. Puzzles are made from them.

A `Proposer` belongs to a `Rule`. The functions below make proposers for the shapes that most kinds
have: lines, signs on borders, numbers outside the grid, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any, Literal, TypeAlias, TypeVar

from pandoku.constraints._outside import OutsideClue, line_beside, line_from
from pandoku.model import Constraint, Geometry, Puzzle
from pandoku.model.constraint import neighbor_pairs

_T = TypeVar("_T")

Footprint: TypeAlias = Literal["line", "border", "corner", "outside", "cell", "area", "grid"]
Lengths: TypeAlias = tuple[int, int]
Keeps: TypeAlias = Literal["", "exchanged", "reversed", "relabeled"]

# The chance of a slanted step of a line, relative to a straight one, and of going straight on.
_SLANTED, _STRAIGHT_ON = 0.3, 1.7
_TRIES = 20_000  # maximum number of tries: a consumer stops much earlier


class Dice:
    """Random choices that depend only on a number, and are the same on every machine.

    All versions of Python give the same results of `Random.random` for a seed, but other methods of
    `Random` may change. So every choice below is made from `Random.random`.
    """

    __slots__ = ("share",)

    def __init__(self, key: int) -> None:
        self.share = Random(key).random

    def below(self, n: int) -> int:
        """Return a number 0..n-1."""
        return int(self.share() * n)

    def between(self, least: int, most: int) -> int:
        """Return a number *least*..*most*."""
        return least + self.below(most - least + 1)

    def pick(self, values: Sequence[_T]) -> _T:
        """Return one of the values, which are not empty."""
        return values[self.below(len(values))]

    def weighed(self, values: Sequence[_T], weights: Sequence[float]) -> _T:
        """Return one of the values. Their chances are proportional to the weights."""
        left = self.share() * sum(weights)
        for value, weight in zip(values, weights, strict=True):
            left -= weight
            if left < 0:
                return value
        return values[-1]

    def shuffled(self, values: Sequence[_T]) -> list[_T]:
        """Return the values in a random order."""
        listed = list(values)
        for at in range(len(listed) - 1, 0, -1):
            other = self.below(at + 1)
            listed[at], listed[other] = listed[other], listed[at]
        return listed


class Canvas:
    """A full grid that proposed constraints must satisfy.

    Attributes:
        geometry: The geometry of the grid.
        digits: The digits of all cells, row by row.
        puzzle: A puzzle with the geometry and no constraints, as an argument of `holds`.
        touching: For each cell, the cells that share a side or a corner with it.
        beside: For each cell, the cells that share a side with it.
    """

    __slots__ = ("beside", "digits", "geometry", "puzzle", "touching")

    def __init__(self, geometry: Geometry, digits: Sequence[int]) -> None:
        self.geometry, self.digits, self.puzzle = geometry, tuple(digits), _blank(geometry)
        self.touching, self.beside = _adjacent(geometry.order)

    @property
    def order(self) -> int:
        """The order of the grid."""
        return self.geometry.order

    def holds(self, constraint: Constraint) -> bool:
        """Return whether the grid satisfies a constraint, and it has no defects.

        Its cells must be cells of the grid. Most proposals fail the first test, which is quick.
        """
        return constraint.holds(self.digits, self.puzzle) and constraint.is_sound(self.geometry)


@lru_cache(maxsize=64)
def _blank(geometry: Geometry) -> Puzzle:
    return Puzzle(geometry)


@lru_cache(maxsize=64)
def _adjacent(order: int) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Return the cells that touch each cell, and those that share a side with it."""
    touching, beside = [], []
    for cell in range(order * order):
        row, column = divmod(cell, order)
        near = [
            (r, c)
            for r in range(max(row - 1, 0), min(row + 2, order))
            for c in range(max(column - 1, 0), min(column + 2, order))
            if (r, c) != (row, column)
        ]
        touching.append(tuple(r * order + c for r, c in near))
        beside.append(tuple(r * order + c for r, c in near if r == row or c == column))
    return tuple(touching), tuple(beside)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposer:
    """The constraints of a kind that can be placed on a full grid.

    Attributes:
        propose: ``propose(canvas, dice)`` yields constraints that the grid of the canvas satisfies,
            in a random order, and None for each failed try. It may never end.
        form: The part of the picture that a constraint takes: its cells and the borders that its
            line crosses ("line"), the "border" of two cells, the "corner" where cells meet, a place
            "outside" the grid, its cells but no borders ("cell"), its cells and all borders around
            them ("area"), or nothing, for a rule about all cells ("grid").
        keeps: The changes of all digits of a grid that always keep the constraint: "reversed" if
            every digit d can become n+1-d, "relabeled" if any two digits can be exchanged,
            "exchanged" if certain digits can be exchanged, and "" if none of this is true.
        read: ``read(constraint, canvas)`` returns a constraint at the same place with the value
            that the grid has there. None means that the kind has no such value, so that a grid may
            break a constraint.
        of_size: ``of_size(canvas, dice, least, most)`` does the same as *propose* with constraints
            of *least*..*most* cells. A puzzle then has one constraint of the kind, whose cells are
            counted by the number in a request. None means that this number counts constraints.
    """

    propose: Callable[[Canvas, Dice], Iterator[Constraint | None]]
    form: Footprint
    keeps: Keeps = ""
    read: Callable[[Any, Canvas], Constraint] | None = None
    of_size: Callable[[Canvas, Dice, int, int], Iterator[Constraint | None]] | None = None


def lines(
    make: Callable[[tuple[int, ...]], Constraint],
    lengths: Lengths,
    *,
    follows: Callable[[Sequence[int], int, int], bool] | None = None,
    limits: Callable[[tuple[int, ...], Geometry], bool] = lambda line, geometry: True,
    keeps: Keeps = "",
) -> Proposer:
    """Return a proposer of lines, which are random walks that end where the constraint holds.

    Args:
        make: Returns the constraint of a line.
        lengths: The least and the greatest number of cells that setters use on a 9x9.
        follows: ``follows(digits, digit, order)`` returns whether a digit may follow the digits of
            the line so far. None means that any digit may.
        limits: ``limits(line, geometry)`` returns whether a line has any effect.
        keeps: As in `Proposer`.
    """

    def propose(canvas: Canvas, dice: Dice) -> Iterator[Constraint | None]:
        least, most = _fitting(lengths, canvas.order)
        for _ in range(_TRIES):
            line = _walk(canvas, dice, dice.between(least, most), follows)
            parts = (tuple(line[:end]) for end in range(len(line), least - 1, -1))
            made = (make(part) for part in parts if limits(part, canvas.geometry))
            yield next(filter(canvas.holds, made), None)

    return Proposer(propose=propose, form="line", keeps=keeps)


def _fitting(lengths: Lengths, order: int) -> Lengths:
    """Return lengths of lines that look right in a grid of an order."""
    least, most = lengths
    most = min(most, order - 1 if order < 8 else order)
    return min(least, most), most


def _walk(
    canvas: Canvas,
    dice: Dice,
    length: int,
    follows: Callable[[Sequence[int], int, int], bool] | None,
) -> list[int]:
    """Return a line without sharp bends that does not touch itself, of at most *length* cells."""
    digits, n = canvas.digits, canvas.order
    last = dice.below(n * n)
    line, found = [last], [digits[last]]
    step, has_slanted = 0, False  # the last step as a difference of cells
    taken = 1 << last  # the cells of the line, and the neighbors of all but its last
    early = 0  # the cells of the line but its last two
    while len(line) < length:
        cells, weights = [], []
        for cell, weight, is_slanted, own, around in _moves(n, last, step):
            # A line that comes back to itself at a corner looks like two lines.
            if taken & own or early & around or (is_slanted and has_slanted):
                continue
            if follows is not None and not follows(found, digits[cell], n):
                continue
            cells.append(cell)
            weights.append(weight)
        if not cells:
            break
        cell = dice.weighed(cells, weights)
        has_slanted |= cell - last != step and abs(cell - last) not in (1, n)
        taken |= 1 << cell | _beside(n, last)
        early |= 1 << last - step if step else 0
        step, last = cell - last, cell
        line.append(cell)
        found.append(digits[cell])
    return line


@lru_cache(maxsize=1 << 14)
def _moves(order: int, last: int, step: int) -> tuple[tuple[int, float, bool, int, int], ...]:
    """Return the cells after the last cell of a line, without sharp bends.

    Each comes with a weight, with whether it begins a slanted piece of the line, and as a mask, and
    with a mask of the cells that touch it.

    Args:
        order: The n of the n x n grid.
        last: The last cell.
        step: The difference between the last two cells, or 0.
    """
    found, (touching, _) = [], _adjacent(order)
    for cell in touching[last]:
        masks = 1 << cell, sum(1 << near for near in touching[cell])
        is_slanted = abs(cell - last) not in (1, order)
        weight = _SLANTED if is_slanted else 1.0
        if cell - last == step:
            found.append((cell, weight * _STRAIGHT_ON, False, *masks))
        elif not step or not _is_sharp(step, cell - last, order):
            found.append((cell, weight, is_slanted, *masks))
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _beside(order: int, cell: int) -> int:
    """Return the cells that share a side with a cell, as a mask."""
    return sum(1 << near for near in _adjacent(order)[1][cell])


def _is_sharp(step: int, after: int, order: int) -> bool:
    """Return whether a line turns by more than a right angle between two steps."""
    (down, right), (down_after, right_after) = _step_of(step, order), _step_of(after, order)
    return down * down_after + right * right_after < 0


@lru_cache(maxsize=1024)
def _step_of(step: int, order: int) -> tuple[int, int]:
    """Return the rows and columns of a step between touching cells, given as a difference."""
    for down in (-1, 0, 1):
        if abs(step - down * order) <= 1:
            return down, step - down * order
    raise AssertionError(step)


def from_center(
    make: Callable[[tuple[int, ...]], Constraint],
    lengths: Lengths,
    fits: Callable[[int, int, int], bool],
    *,
    keeps: Keeps = "",
) -> Proposer:
    """Return a proposer of lines that grow from their center to both sides.

    Args:
        make: As in `lines`.
        lengths: As in `lines`. Only odd numbers of cells are proposed.
        fits: ``fits(center, a, b)`` returns whether two digits may be equally far from the center,
            which has the digit *center*.
        keeps: As in `Proposer`.
    """

    def propose(canvas: Canvas, dice: Dice) -> Iterator[Constraint | None]:
        digits, (least, most) = canvas.digits, _fitting(lengths, canvas.order)
        for _ in range(_TRIES):
            line = [dice.below(len(digits))]
            center, length = digits[line[0]], dice.between(least, most)
            while len(line) + 2 <= length:
                longer = [
                    [a, *line, b]
                    for a in canvas.touching[line[0]]
                    for b in canvas.touching[line[-1]]
                    if a != b and fits(center, digits[a], digits[b]) and not {a, b} & {*line}
                ]
                longer = [each for each in longer if _is_smooth(each, canvas)]
                if not longer:
                    break
                line = dice.pick(longer)
            made = make(tuple(line)) if len(line) >= max(least, 3) else None
            yield made if made is not None and canvas.holds(made) else None

    return Proposer(propose=propose, form="line", keeps=keeps)


def _is_smooth(line: Sequence[int], canvas: Canvas) -> bool:
    """Return whether a line has no sharp bend, does not touch itself, and is rarely slanted."""
    n = canvas.order
    steps = [b - a for a, b in pairwise(line)]
    turns = [*pairwise(steps)]
    n_slanted = sum(abs(b) not in (1, n) for a, b in turns if a != b)
    n_slanted += abs(steps[0]) not in (1, n)
    if n_slanted > 1 or any(_is_sharp(a, b, n) for a, b in turns):
        return False
    return not any(
        b in canvas.beside[a] or (b in canvas.touching[a] and b not in line[at + 2 : at + 3])
        for at, a in enumerate(line)
        for b in line[at + 2 :]
    )


def at_borders(
    made: Callable[[tuple[int, int], int, int], Constraint | None],
    *,
    keeps: Keeps = "",
) -> Proposer:
    """Return a proposer of signs between two neighbors.

    Args:
        made: ``made(cells, a, b)`` returns the sign between two cells with the digits a and b, or
            None if these digits do not allow a sign.
        keeps: As in `Proposer`.
    """

    def propose(canvas: Canvas, dice: Dice) -> Iterator[Constraint | None]:
        for a, b in dice.shuffled([*neighbor_pairs(canvas.order)]):
            yield made((a, b), canvas.digits[a], canvas.digits[b])

    return Proposer(propose=propose, form="border", keeps=keeps)


def at_corners(
    made: Callable[[tuple[int, ...], Sequence[int], Dice], Constraint],
    read: Callable[[Any, Canvas], Constraint] | None = None,
) -> Proposer:
    """Return a proposer of clues where four cells meet.

    Args:
        made: ``made(cells, digits, dice)`` returns the clue of four cells.
        read: As in `Proposer`.
    """

    def propose(canvas: Canvas, dice: Dice) -> Iterator[Constraint | None]:
        n = canvas.order
        for cell in dice.shuffled([each for each in range(n * n - n) if each % n < n - 1]):
            cells = (cell, cell + 1, cell + n, cell + n + 1)
            yield made(cells, [canvas.digits[each] for each in cells], dice)

    return Proposer(propose=propose, form="corner", read=read)


def in_cells(
    made: Callable[[tuple[int], int], Constraint | None],
    *,
    keeps: Keeps = "",
) -> Proposer:
    """Return a proposer of marks in single cells.

    Args:
        made: ``made((cell,), digit)`` returns the mark of a cell, or None if it cannot have one.
        keeps: As in `Proposer`.
    """

    def propose(canvas: Canvas, dice: Dice) -> Iterator[Constraint | None]:
        for cell in dice.shuffled(range(len(canvas.digits))):
            yield made((cell,), canvas.digits[cell])

    return Proposer(propose=propose, form="cell", keeps=keeps)


def where_it_holds(make: Callable[[tuple[int]], Constraint]) -> Proposer:
    """Return a proposer of marks in those single cells where the grid satisfies them.

    Args:
        make: Returns the mark of a cell.
    """

    def propose(canvas: Canvas, dice: Dice) -> Iterator[Constraint | None]:
        for cell in dice.shuffled(range(len(canvas.digits))):
            made = make((cell,))
            yield made if canvas.holds(made) else None

    return Proposer(propose=propose, form="cell")


def outside(
    make: Callable[[tuple[int], str, int], Constraint],
    number: Callable[[Sequence[int]], int | None],
    *,
    directions: Sequence[str] = ("R", "L", "D", "U"),
    lengths: Lengths | None = None,
) -> Proposer:
    """Return a proposer of numbers outside the grid.

    Args:
        make: Returns the clue with a first cell, a direction and a number.
        number: Returns the number for the digits of a line, or None if a line has no number.
        directions: The directions to propose.
        lengths: The least and the greatest number of cells of a line; None means any number.
    """

    def propose(canvas: Canvas, dice: Dice) -> Iterator[Constraint | None]:
        for start, direction in dice.shuffled(_starts(canvas.order, tuple(directions))):
            cells = line_from(start, direction, canvas.order)
            if lengths is not None and not lengths[0] <= len(cells) <= lengths[1]:
                continue
            found = number([canvas.digits[cell] for cell in cells])
            yield None if found is None else make((start,), direction, found)

    def read(clue: OutsideClue, canvas: Canvas) -> Constraint:
        found = number([canvas.digits[cell] for cell in clue.cells_on(canvas.geometry)])
        return clue if found is None else make((clue.start[0],), clue.direction, found)

    return Proposer(propose=propose, form="outside", read=read)


@lru_cache(maxsize=64)
def _starts(order: int, directions: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    """Return the first cell and the direction of each line that begins at the edge of the grid."""
    if "R" in directions:
        places = [(-1, at) for at in range(order)] + [(order, at) for at in range(order)]
        found = [line_beside(*place, order) for place in places + [(b, a) for a, b in places]]
        return tuple(each for each in found if each is not None and each[1] in directions)
    last = order - 1
    return tuple(
        (row * order + column, direction)
        for direction in directions
        for row in range(order)
        for column in range(order)
        if row == (0 if "D" in direction else last) or column == (0 if "R" in direction else last)
    )


def areas(
    made: Callable[[tuple[int, ...], Sequence[int], Dice], Constraint | None],
    sizes: Sequence[int],
    *,
    may_repeat: bool = False,
    keeps: Keeps = "",
    read: Callable[[Any, Canvas], Constraint] | None = None,
) -> Proposer:
    """Return a proposer of connected areas.

    Args:
        made: ``made(cells, digits, dice)`` returns the constraint of an area, or None if its digits
            do not allow one.
        sizes: Numbers of cells, each as often as it should occur. 0 means the order of the grid.
        may_repeat: Whether a digit may occur twice in an area.
        keeps: As in `Proposer`.
        read: As in `Proposer`.
    """

    def propose(canvas: Canvas, dice: Dice) -> Iterator[Constraint | None]:
        for _ in range(_TRIES):
            cells = grown(canvas, dice, dice.pick(sizes), may_repeat=may_repeat)
            found = made(cells, [canvas.digits[cell] for cell in cells], dice) if cells else None
            yield found if found is not None and canvas.holds(found) else None

    return Proposer(propose=propose, form="area", keeps=keeps, read=read)


def pairs_of_areas(
    make: Callable[[tuple[int, ...], tuple[int, ...]], Constraint],
    sizes: Sequence[int],
    alike: Callable[[Sequence[int]], Hashable],
    *,
    keeps: Keeps = "",
) -> Proposer:
    """Return a proposer of two connected areas that are apart.

    Args:
        make: Returns the constraint of two areas.
        sizes: As in `areas`.
        alike: ``alike(digits)`` returns a value that is equal for two areas if they fit together.
        keeps: As in `Proposer`.
    """

    def propose(canvas: Canvas, dice: Dice) -> Iterator[Constraint | None]:
        found: dict[Hashable, list[tuple[int, ...]]] = {}
        for _ in range(_TRIES):
            cells = grown(canvas, dice, dice.pick(sizes), may_repeat=True)
            if not cells:
                yield None
                continue
            near = {*cells, *(near for cell in cells for near in canvas.touching[cell])}
            others = found.setdefault(alike([canvas.digits[cell] for cell in cells]), [])
            apart = [other for other in others if near.isdisjoint(other)]
            others.append(cells)
            pair = make(cells, dice.pick(apart)) if apart else None
            yield pair if pair is not None and canvas.holds(pair) else None

    return Proposer(propose=propose, form="area", keeps=keeps)


def grown(canvas: Canvas, dice: Dice, size: int, *, may_repeat: bool) -> tuple[int, ...]:
    """Return the cells of a connected area, ascending, or () if no area of the size was found.

    Args:
        canvas: The grid.
        dice: The random choices.
        size: Number of cells; 0 means the order of the grid.
        may_repeat: Whether a digit may occur twice in the area.
    """
    digits, n = canvas.digits, canvas.order
    size = size or n
    cells = [dice.below(n * n)]
    while len(cells) < size:
        used = () if may_repeat else {digits[cell] for cell in cells}
        more = [
            near
            for cell in cells
            for near in canvas.beside[cell]
            if near not in cells and digits[near] not in used
        ]
        if not more:
            return ()
        # A cell next to several cells of the area is listed several times: compact areas.
        cells.append(dice.pick(more))
    return tuple(sorted(cells))


def whole_grid(make: Callable[[], Constraint], *, keeps: Keeps = "") -> Proposer:
    """Return a proposer of a rule about all cells."""

    def propose(canvas: Canvas, dice: Dice) -> Iterator[Constraint | None]:
        yield make()

    return Proposer(propose=propose, form="grid", keeps=keeps)

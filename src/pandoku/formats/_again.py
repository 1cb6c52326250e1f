"""Write a puzzle and read the result, to find out which rules a format would lose."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from itertools import chain

from pandoku import constraints as kinds
from pandoku.errors import PandokuError
from pandoku.formats.json.values import BadValueError
from pandoku.model import Cage, Constraint, Decoration, Disc, Geometry, Puzzle, Sign, Stroke, Tile

_BACK = {"R": "L", "L": "R", "D": "U", "U": "D"}


def loss_of(
    puzzle: Puzzle, known: Collection[type[Constraint]], again: Callable[[Puzzle], Puzzle]
) -> str | None:
    """Return a description of the rules that a format would lose, or None.

    `Puzzle.words` does not add rules, so it is neither written nor compared.

    Args:
        puzzle: The puzzle.
        known: The classes of constraints that the format supports.
        again: A function that writes a puzzle in the format, reads the written text, and returns
            the resulting puzzle. It is called only if the classes of all constraints are in
            *known*.
    """
    n, puzzle = puzzle.order, puzzle.replace(words=None)
    odd = next((given for given in puzzle.givens if not 0 <= given <= n), None)
    if odd is not None:
        return f"it stores givens up to {n}, found {odd}"
    unknown = [each for each in puzzle.constraints if type(each) not in known]
    if unknown:
        names = ", ".join(dict.fromkeys(each.NAME for each in unknown))
        return f"it cannot store {names}"
    if any(not 0 <= cell < n * n for cage in puzzle.cages for cell in cage.cells):
        return "it stores only cages in the grid"
    for each in puzzle.further:
        if defect := each.first_defect(puzzle.geometry):
            return (
                f"it cannot store this {each.label(puzzle.geometry)}, which has a defect: {defect}"
            )
    is_plain = puzzle.geometry == Geometry.sudoku(n) and puzzle.candidates is None
    if (is_plain and not puzzle.constraints) or _comes_back(puzzle, again):
        return None  # every format can store a plain grid
    bare = Puzzle(puzzle.geometry)
    if not _comes_back(bare, again):
        return "it cannot store the names of extra houses, or boxes as regions"
    for each in puzzle.constraints:
        if not _comes_back(bare.with_(each), again):
            return f"it cannot store this {each.label(puzzle.geometry)}"
    if puzzle.candidates is not None:
        return "it cannot store these candidates"
    return "it cannot store these constraints together"


def _comes_back(puzzle: Puzzle, again: Callable[[Puzzle], Puzzle]) -> bool:
    try:
        found = again(puzzle)
    except (PandokuError, BadValueError):
        return False
    return plain_form(found) == plain_form(puzzle)


def plain_form(puzzle: Puzzle) -> Puzzle:
    """Normalize a puzzle, so that constraints with the same meaning are equal.

    All drawings are merged into a single drawing of outlines, because programs divide the same
    shapes into different drawings and use different colors.
    """
    cages = list(puzzle.cages)
    for at, cage in enumerate(cages):
        if len(cage.cells) <= 1:  # in a cage of one cell, all operations mean the same
            operation = cage.operation if cage.target is None else "+"
            cages[at] = Cage(operation, cage.target, cage.cells, repeats=False)
    further = [
        plain
        for each in puzzle.further
        if not isinstance(each, kinds.Drawing)
        for plain in _plain(each, puzzle.order)
    ]
    if outlines := sorted(_outlines(puzzle), key=repr):
        further.append(kinds.Drawing.of(outlines))
    masks = puzzle.candidates
    if masks is not None:  # the candidates of a cell with a given do not matter
        every = puzzle.geometry.all_mask
        pairs = zip(masks, puzzle.givens, strict=True)
        masks = tuple(every if d and mask >> (d - 1) & 1 else mask for mask, d in pairs)
        masks = None if all(mask == every for mask in masks) else masks
    return puzzle.replace(cages=cages, further=[*dict.fromkeys(further)], candidates=masks)


def _outlines(puzzle: Puzzle) -> Iterator[Decoration]:
    """Yield the shapes of all drawings, without colors and line widths.

    A Tile with several squares is split into one Tile per square.
    """
    for each in puzzle.further:
        for shape in each.decorations(puzzle.geometry) if isinstance(each, kinds.Drawing) else ():
            if isinstance(shape, Stroke):
                yield Stroke("", shape.points, shape.has_head)
            elif isinstance(shape, Disc):
                yield Disc("", shape.points, round(shape.radius, 3), shape.text)
            elif isinstance(shape, Tile):
                height = shape.height or shape.size
                for at, point in enumerate(shape.points):
                    text = "" if at and shape.role == "cage" else shape.text
                    yield Tile("", (point,), shape.size, text, "", "", height, shape.angle)
            else:
                yield Sign(shape.x, shape.y, shape.text)


def _plain(constraint: Constraint, order: int) -> Iterator[Constraint]:
    """Yield the normalized form of a constraint.

    A constraint that marks several cells, such as Even, is split into one constraint per cell.
    """
    if isinstance(constraint, kinds.Even | kinds.Odd | kinds.Minimum | kinds.Maximum):
        yield from (replace(constraint, cells=(cell,)) for cell in constraint.cells)
    elif isinstance(constraint, kinds.Whisper | kinds.Lockout):
        yield replace(constraint, value=constraint.difference(order))
    elif isinstance(constraint, kinds.AutomatonLine) and (found := constraint.automaton(order)):
        steps = tuple(chain.from_iterable(found.steps))
        yield replace(constraint, steps=steps, accepting=found.accepting)
    elif isinstance(constraint, kinds.LittleKiller | kinds.Sandwich):
        last = constraint.cells_on(Geometry.latin(order))[-1]
        back = "".join(_BACK[letter] for letter in constraint.direction)
        ways = (constraint.start, constraint.direction), ((last,), back)
        start, direction = min(ways)
        yield replace(constraint, start=start, direction=direction)
    else:
        yield constraint

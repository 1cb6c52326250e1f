"""Presses: the edits that a key press of the player makes at a position.

Every function returns only edits that change something, so its result may be empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandoku.model import NotesInCells, Noting, Puzzle, Step
from pandoku.play.candidates import candidates_left, working_board
from pandoku.play.edits import BEHIND_DIGITS, Edit
from pandoku.play.position import Position

__all__ = ["entered", "erased", "filled", "placed", "revealed", "stepped"]

_MARKS = ("corner", "center")
_ERASED = ("digit", "center", "corner", "letter", "color")  # layers that are erased, in this order


def entered(
    puzzle: Puzzle, position: Position, layer: str, number: int, cells: Sequence[int], tidy: bool
) -> tuple[Edit, ...]:
    """Return the edits that set a number in all cells, or remove it if every cell has it."""
    able = [cell for cell in cells if _can_take(puzzle, position, layer, cell)]
    if number == 0:
        return tuple(_clear(position, layer, able))
    lacking = tuple(cell for cell in able if not position.has(layer, number, cell))
    if layer == "digit":
        return (
            placed(puzzle, position, number, lacking, tidy)
            if lacking
            else tuple(_clear(position, layer, able))
        )
    edit = Edit(layer, number, lacking) if lacking else Edit(layer, -number, tuple(able))
    return (edit,) if edit.cells else ()


def placed(
    puzzle: Puzzle, position: Position, digit: int, cells: Sequence[int], tidy: bool
) -> tuple[Edit, ...]:
    """Return the edits that write a digit into cells without a given. 0 clears the cells."""
    changed = tuple(cell for cell in cells if position.digits[cell] != digit)
    if not changed:
        return ()
    seen, givens = set[int](), position.givens(puzzle)
    if tidy and digit:
        seen.update(*(position.seen(puzzle).sight[each] for each in changed))
    free = (cell for cell in sorted(seen) if not givens[cell])
    return Edit("digit", digit, changed), *_without(position, digit, [*free])


def erased(
    puzzle: Puzzle, position: Position, layer: str, cells: Sequence[int]
) -> tuple[Edit, ...]:
    """Return the edit that clears *layer* or, if it is empty, the first layer that is not empty."""
    for each in (layer, *_ERASED):
        able = [cell for cell in cells if _can_take(puzzle, position, each, cell)]
        if edits := tuple(_clear(position, each, able)):
            return edits
    return ()


def filled(puzzle: Puzzle, position: Position, cells: Sequence[int]) -> tuple[Edit, ...]:
    """Return the edits that turn the center marks of empty cells into their candidates."""
    left = candidates_left(position.seen(puzzle), position.digits)
    empty = [cell for cell in cells if not position.digits[cell]]
    noted = position.marks.center
    edits = []
    for digit in range(1, puzzle.order + 1):
        bit = 1 << (digit - 1)
        added = tuple(cell for cell in empty if left[cell] & ~noted[cell] & bit)
        removed = tuple(cell for cell in empty if noted[cell] & ~left[cell] & bit)
        edits += [Edit("center", digit, added), Edit("center", -digit, removed)]
    return tuple(edit for edit in edits if edit.cells)


def revealed(position: Position, solution: Sequence[int]) -> tuple[Edit, ...]:
    """Return the edits that write the known digits of the solution."""
    wrong: dict[int, list[int]] = {}
    for cell, digit in enumerate(solution):
        if digit and position.digits[cell] != digit:
            wrong.setdefault(digit, []).append(cell)
    return tuple(Edit("digit", digit, tuple(wrong[digit])) for digit in sorted(wrong))


def stepped(
    puzzle: Puzzle, position: Position, step: Step, tidy: bool, noting: Noting | None = None
) -> tuple[Edit, ...]:
    """Return the edits that make a step: write its digits, then remove its candidates from marks.

    A cell without center marks first gets all its candidates, so that they can be removed.

    Args:
        puzzle: The puzzle.
        position: The position.
        step: The step.
        tidy: Whether a placed digit is removed from the marks of the cells that see it.
        noting: The notes for the step of a reader who does not write all marks. If marks in cells
            can show all of them, the edits write these marks and no others.
    """
    if noting is not None and (notes := noting.in_cells) is not None:
        return tuple(_written(position, notes))
    start, edits = position, list[Edit]()
    for cell, digit in step.placements:
        made = placed(puzzle, position, digit, (cell,), tidy)
        position, edits = _after(position, made), [*edits, *made]
    made = _noted(puzzle, start, sorted({cell for cell, _ in step.eliminations}))
    position, edits = _after(position, made), [*edits, *made]
    for digit in sorted({digit for _, digit in step.eliminations}):
        gone = (cell for cell, other in step.eliminations if other == digit)
        cells = tuple(cell for cell in sorted(gone) if position.has("center", digit, cell))
        edits += [Edit("center", -digit, cells)] if cells else []
    return tuple(edits)


def _written(position: Position, notes: NotesInCells) -> Iterator[Edit]:
    """Yield the edits that write a reader's notes, and remove the marks that go."""
    corner, center = position.marks.corner, position.marks.center
    either = [one | other for one, other in zip(corner, center, strict=True)]
    for digit in range(1, position.marks.order + 1):
        bit = 1 << (digit - 1)
        for layer, pairs, number, masks in (
            ("corner", notes.corner, digit, either),
            ("center", notes.center, digit, center),
            ("corner", notes.gone, -digit, corner),
            ("center", notes.gone, -digit, center),
        ):
            is_there = bit * (number < 0)
            cells = sorted(c for c, d in pairs if d == digit and masks[c] & bit == is_there)
            if cells:
                yield Edit(layer, number, tuple(cells))


def _noted(puzzle: Puzzle, position: Position, cells: Sequence[int]) -> tuple[Edit, ...]:
    """Return the edits that write the candidates of cells without center marks."""
    center = position.marks.center
    masks = working_board(position.seen(puzzle), position.digits, center).masks
    edits = []
    for digit in range(1, puzzle.order + 1):
        able = tuple(c for c in cells if not center[c] and masks[c] >> (digit - 1) & 1)
        edits += [Edit("center", digit, able)] if able else []
    return tuple(edits)


def _after(position: Position, edits: tuple[Edit, ...]) -> Position:
    for edit in edits:
        position = position.after(edit)
    return position


def _can_take(puzzle: Puzzle, position: Position, layer: str, cell: int) -> bool:
    """Return True if a press in a layer affects a cell. Marks under a digit are not affected."""
    if layer in BEHIND_DIGITS:
        return True
    return not (position.givens(puzzle)[cell] if layer == "digit" else position.digits[cell])


def _clear(position: Position, layer: str, cells: Sequence[int]) -> Iterator[Edit]:
    having = tuple(cell for cell in cells if position.has(layer, 0, cell))
    if having:
        yield Edit(layer, 0, having)


def _without(position: Position, digit: int, cells: Sequence[int]) -> Iterator[Edit]:
    for layer in _MARKS:
        having = tuple(cell for cell in cells if position.has(layer, digit, cell))
        if having:
            yield Edit(layer, -digit, having)

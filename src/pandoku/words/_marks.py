"""Words for solving without pencil marks: digits to note, and when and how to write marks."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pandoku.model import Board, Puzzle, digits_of
from pandoku.words._cage_names import cage_name
from pandoku.words._sentences import clauses, joined
from pandoku.words._step import Words


def note_words(w: Words) -> str:
    """Return the effect of a step for a reader without pencil marks.

    A placement is described as usual. An elimination is described differently, because the reader
    has no pencil marks to remove. The text names digits to note next to a cage, or digits that a
    cell does not have.
    """
    step = w.step
    if not step.eliminations:
        return w.outcome()
    if step.facts.cages:
        fact = step.facts.cages[0]
        if fact.digits:
            possible = sorted({digit for each in fact.digits for digit in each})
            return f"note {w.digits(possible)} beside {w.cage(fact.cage)}"
    by_cell: dict[int, list[int]] = {}
    for cell, digit in step.eliminations:
        by_cell.setdefault(cell, []).append(digit)
    parts = (f"{w.cell(cell)} is not {w.digits(those, 'or')}" for cell, those in by_cell.items())
    noted = f"note that {clauses(parts)}"
    if not step.placements:
        return noted
    placed = joined(f"{w.cell(cell)} is {w.digit(digit)}" for cell, digit in step.placements)
    return f"{placed}; also {noted}"


def marks_words(board: Board, noted: Collection[int] = ()) -> str:
    """Return instructions for writing the pencil marks of a board.

    A reader who follows these instructions writes exactly the candidates of the board.

    Args:
        board: The board, with its remaining candidates.
        noted: The cages next to which the reader has noted digits.

    >>> marks_words(Board.start(Puzzle(4)))
    'Write the pencil marks now: in each empty cell all digits that its row, column and box lack.'
    """
    puzzle = board.puzzle
    told = [f"Write the pencil marks now: in each empty cell {_all_that_houses_lack(puzzle)}."]
    open_cells = {
        index: tuple(cell for cell in cage.cells if not board.digits[cell])
        for index, cage in enumerate(puzzle.cages)
    }
    of_houses = Board.start(puzzle.replace(cages=()), board.digits)
    written = list(of_houses.masks)
    if sum(_strikes(board, index, cells, written) for index, cells in open_cells.items()):
        some = " if it holds no digit twice" if any(c.repeats for c in puzzle.cages) else ""
        told.append(f"Leave out the digits that its cage has already{some}.")
    notes = []
    for index in sorted({*noted}):
        left = 0
        for cell in open_cells[index]:
            left |= board.masks[cell]
        if any(written[cell] & ~left for cell in open_cells[index]):
            notes.append(
                f"{joined(map(puzzle.label_of, digits_of(left)))} in {cage_name(puzzle, index)}"
            )
        for cell in open_cells[index]:
            written[cell] &= left
    if notes:
        told.append(f"Where digits are noted beside a cage, write only those: {clauses(notes)}.")
    name = puzzle.geometry.name
    others = [
        f"{joined(map(puzzle.label_of, digits_of(mask & ~kept)))} at {name(cell)}"
        for cell, (mask, kept) in enumerate(zip(written, board.masks, strict=True))
        if not board.digits[cell] and mask & ~kept
    ]
    if others:
        told.append(f"Leave out {clauses(others)}, too.")
    return " ".join(told)


def _all_that_houses_lack(puzzle: Puzzle) -> str:
    """Return the words for a cell's marks: "all digits that its row, column and box lack"."""
    cells: dict[str, set[int]] = {}
    for house in puzzle.geometry.houses:
        noun = "diagonal" if house.kind == "diagonal" else house.noun
        cells.setdefault(noun, set()).update(house.cells)
    of_all = [kind for kind, inside in cells.items() if len(inside) == puzzle.geometry.n_cells]
    every = f"all digits that its {joined(of_all)} lack"
    if some := [kind for kind in cells if kind not in of_all]:
        every += f", and its {joined(some, 'or')} if it has one"
    return every


def _strikes(board: Board, index: int, cells: Iterable[int], written: list[int]) -> bool:
    """Remove the digits in a cage without repeats from *written*. Return True if it changed."""
    cage, did_change = board.puzzle.cages[index], False
    if cage.repeats:
        return False
    for digit in filter(None, (board.digits[cell] for cell in cage.cells)):
        for cell in cells:
            did_change |= bool(written[cell] >> (digit - 1) & 1)
            written[cell] &= ~(1 << (digit - 1))
    return did_change

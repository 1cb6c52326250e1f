"""Drawings of a board with the notes of a reader who has not written all pencil marks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from pandoku.draw.drawing import draw
from pandoku.draw.items import Drawing, Text
from pandoku.model import Board, CellLike, Notes

__all__ = ["draw_notes"]


def draw_notes(
    board: Board,
    notes: Notes,
    *,
    highlights: Collection[CellLike] = (),
    coordinates: bool = True,
) -> Drawing:
    """Return the drawing of a board with notes in its cells and next to its cages.

    Args:
        board: The board.
        notes: The notes.
        highlights: As in `draw`.
        coordinates: As in `draw`.
    """
    written = tuple(
        1 << (digit - 1) if digit else notes.written(cell)
        for cell, digit in enumerate(board.digits)
    )
    shown = replace(board, masks=written)
    drawn = draw(shown, candidates=True, highlights=highlights, coordinates=coordinates)
    return replace(drawn, texts=(*drawn.texts, *_beside(board, notes)))


def _beside(board: Board, notes: Notes) -> list[Text]:
    """Return the notes of cages: the sets of digits, below the last empty cell of each cage."""
    puzzle, texts = board.puzzle, []
    for index, sets in notes.cages:
        cells = [cell for cell in puzzle.cages[index].cells if not board.digits[cell]]
        if not cells:
            continue
        row, column = divmod(max(cells), puzzle.order)
        between = "" if all(len(puzzle.label_of(d)) == 1 for each in sets for d in each) else ","
        note = " ".join(between.join(map(puzzle.label_of, each)) for each in sets)
        texts.append(Text(column + 0.5, row + 1, note, "label"))
    return texts

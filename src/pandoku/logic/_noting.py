"""Steps for a reader who takes few notes: the first part of a path for beginners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pandoku.logic._time import UNBOUNDED, Time
from pandoku.logic._walk import choose_steps
from pandoku.model import Board, CellLike, Notes, Step, note_step
from pandoku.rating import Choosing
from pandoku.techniques import Technique

__all__ = ["noting_steps"]


def noting_steps(
    board: Board,
    techniques: Sequence[Technique],
    scale: Choosing,
    *,
    limit: int | None = None,
    near: Sequence[CellLike] = (),
    in_order: bool = False,
    time: Time = UNBOUNDED,
) -> Iterator[tuple[Step, Board]]:
    """Yield the steps of `choose_steps` as long as there is a step that needs only notes.

    Everything that these steps remove can be seen from the digits on the grid, from a note in a
    cell, or from a note next to a cage.
    """
    reader = _Noter(Notes.none(board.puzzle.order))
    easy = [reader.limited(each) for each in techniques if each.name in scale.plain]
    noted = {each.name: each.noted for each in easy}
    steps = choose_steps(
        board,
        easy,
        scale,
        limit=limit,
        near=near,
        in_order=in_order,
        most=scale.plain,
        time=time,
    )
    for step, after in steps:
        reader.notes = note_step(reader.notes, step, board, noted[step.technique]).after
        board = after
        yield step, board


class _Noter:
    """The notes of a reader, and the techniques that these notes are enough for."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes

    def limited(self, technique: Technique) -> Technique:
        """Return a technique with only the steps that need no more than notes."""
        enough = technique.with_notes
        if enough is None:
            return technique

        def find(board: Board, _limit: int) -> Iterator[Step]:
            return (step for step in technique.steps(board) if enough(step, board, self.notes))

        return replace(technique, find=find)

"""Constraint trials: assume a candidate, and follow singles and constraints to a contradiction."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.model import Board, Step, digits_of
from pandoku.techniques._branches import trial_lines, trial_premise
from pandoku.techniques._constraint_net import Trial, trial_parts
from pandoku.techniques._technique import Technique

__all__ = ["TECHNIQUES"]


def _find(board: Board, limit: int) -> Iterator[Step]:
    """Yield the trials that fail, fewest rounds first, then fewest candidates in the cell."""
    parts = trial_parts(board.puzzle)
    cells = [cell for cell, digit in enumerate(board.digits) if not digit]
    cells.sort(key=lambda cell: board.masks[cell].bit_count())
    under_way = [
        Trial(board, parts, (cell, digit)).rounds()
        for cell in cells
        for digit in digits_of(board.masks[cell])
    ]
    while under_way:
        left = []
        for trial in under_way:
            for step in trial:
                if step is None:
                    left.append(trial)
                else:
                    yield step
                break
        under_way = left


TECHNIQUES = (
    Technique(
        name="constraint-trial",
        aliases=("constraint nishio", "trial and error with constraints"),
        summary="singles and constraints lead from a candidate to something impossible",
        find=_find,
        weight=8.5,
        what=lambda w: f"if {trial_premise(w)}",
        reason=trial_lines,
        look_for="a cell with two or three candidates where several rules meet, when all else has "
        "failed: follow one of them, and see whether a rule or a house breaks.",
        why="what follows from a true candidate is true. When something impossible follows, the "
        "candidate is false.",
        needs=frozenset({"constraints"}),
        roles=("source", "off", "contradiction"),
    ),
)

"""Boards to find a step on, as documents: a lesson's example and the drills of its technique."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import msgspec

from pandoku.draw import draw
from pandoku.draw.listing import listing
from pandoku.errors import TechniqueError
from pandoku.model import Board
from pandoku.play.drills import Drill, drill
from pandoku.techniques import example_of, get_technique
from pandoku.web.documents import puzzle_document

__all__ = ["BoardDocument", "Name", "Number", "board_document", "exercise", "picture_of", "start"]

_MOST_STEPS = 500

Name = Annotated[str, msgspec.Meta(max_length=100, description="Name, title or alias.")]
Number = Annotated[
    int, msgspec.Meta(ge=0, lt=2**32, description="Which drill: the same one everywhere.")
]


class BoardDocument(msgspec.Struct):
    """What is on a board: digits and candidates."""

    digits: Annotated[list[int], msgspec.Meta(description="Row by row; 0 for empty.")]
    candidates: Annotated[
        list[list[int]], msgspec.Meta(description="Of each cell; none where a digit stands.")
    ]


def board_document(board: Board) -> BoardDocument:
    """Return a board's digits and candidates."""
    candidates = [
        [] if digit else list(board.candidates(cell)) for cell, digit in enumerate(board.digits)
    ]
    return BoardDocument(list(board.digits), candidates)


def picture_of(board: Board, highlights: tuple[int, ...] = ()) -> dict[str, Any]:
    """Return a board with its candidates as a drawing list."""
    return listing(draw(board, candidates=True, highlights=highlights))


@lru_cache(maxsize=256)
def exercise(technique: str, number: int | None) -> Drill:
    """Return a drill of a technique.

    Args:
        technique: Its name, title or an alias.
        number: As in `pandoku.play.drill`; None means the board of the technique's example.

    Raises:
        TechniqueError: There is no such technique, or it has no example.
    """
    if number is not None:
        return drill(technique, number)
    found = get_technique(technique)
    example = example_of(found.name)
    if example is None:
        raise TechniqueError(f"expected a technique with an example, found {found.name!r}")
    steps = tuple(found.steps(example.board, _MOST_STEPS))
    return Drill(found.name, 0, example.board, steps, "example")


def start(task: Drill) -> dict[str, Any]:
    """Return the puzzle of a drill, without the digits that were found before its board."""
    return puzzle_document(task.board.puzzle)

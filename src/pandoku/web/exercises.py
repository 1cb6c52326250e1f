"""Boards for practice: the example of a lesson and the drills of its technique."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Annotated

import msgspec

from pandoku.draw import draw
from pandoku.errors import TechniqueError
from pandoku.model import Board
from pandoku.play.drills import Drill, drill
from pandoku.techniques import example_of, get_technique
from pandoku.web.pictures import PictureDocument, picture_document

__all__ = ["DrillNumber", "Name", "board_picture", "exercise"]

_MOST_STEPS = 500

Name = Annotated[
    str, msgspec.Meta(max_length=100, description="Name, title or alias of the technique.")
]
DrillNumber = Annotated[
    int,
    msgspec.Meta(ge=0, lt=2**32, description="Number of the drill; the same for all servers."),
]


def board_picture(board: Board, highlights: Collection[int] = ()) -> PictureDocument:
    """Return the picture of a board with its candidates, and some cells highlighted."""
    return picture_document(draw(board, candidates=True, highlights=highlights))


@lru_cache(maxsize=256)
def exercise(technique: str, number: int | None) -> Drill:
    """Return a drill of a technique.

    Args:
        technique: Name, title or alias of the technique.
        number: Number of the drill (see `pandoku.play.drill`); None for the technique's example.

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

"""`drill`: a board to find a technique on."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pandoku.techniques import get_technique, practice_of
from pandoku.web.documents import PuzzleDocument, puzzle_document
from pandoku.web.endpoint import Endpoint
from pandoku.web.exercises import DrillNumber, Name, board_picture, exercise
from pandoku.web.pictures import PictureDocument
from pandoku.web.positions import BoardAnswer, position_of
from pandoku.web.shared import StepTold, step_told

_HINTS = (1, 3)  # levels: where to look, and the cells


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """Which board."""

    technique: Name
    nth: DrillNumber = 0


class DrillHint(msgspec.Struct):
    """A hint."""

    text: Annotated[str, msgspec.Meta(description="Where to look.")]


class Answer(msgspec.Struct):
    """A board, what to do on it, and the answer."""

    technique: str
    nth: int
    n: Annotated[int, msgspec.Meta(description="How many boards are kept for practice.")]
    puzzle: PuzzleDocument
    board: Annotated[BoardAnswer, msgspec.Meta(description="Where to start from.")]
    picture: Annotated[PictureDocument, msgspec.Meta(description="The board with all candidates.")]
    task: Annotated[str, msgspec.Meta(description="What to do, in a sentence.")]
    places: Annotated[
        bool, msgspec.Meta(description="Whether a digit is to be written; else candidates go.")
    ]
    hints: Annotated[list[DrillHint], msgspec.Meta(description="From vague to clear.")]
    answer: Annotated[StepTold, msgspec.Meta(description="A step; others may be right too.")]


def _drill(request: Request) -> Answer:
    task = exercise(request.technique, request.nth)
    first = task.steps[0]
    return Answer(
        technique=task.technique,
        nth=request.nth,
        n=len(practice_of(task.technique)),
        puzzle=puzzle_document(task.board.puzzle),
        board=position_of(task.board),
        picture=board_picture(task.board),
        task=task.text,
        places=bool(first.placements),
        hints=[DrillHint(task.hint(level).text) for level in _HINTS],
        answer=step_told(get_technique(task.technique), first, task.board),
    )


ENDPOINT = Endpoint(
    name="drill",
    summary="Return a board to find a technique on.",
    description="The first boards are kept for practice; those after them are made, which takes "
    "a few tenths of a second, for rare techniques a few seconds.",
    request=Request,
    answer=Answer,
    work=_drill,
    example={"technique": "naked pair", "nth": 0},
)

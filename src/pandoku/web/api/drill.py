"""`drill`: a board for practicing a technique."""

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

_HINTS = (1, 3)  # hint levels: where to look, and the cells


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """A technique and the number of a board."""

    technique: Name
    nth: DrillNumber = 0


class DrillHint(msgspec.Struct):
    """A hint."""

    text: Annotated[str, msgspec.Meta(description="Where to look.")]


class Answer(msgspec.Struct):
    """A board, the task, and an answer."""

    technique: str
    nth: int
    n: Annotated[int, msgspec.Meta(description="The number of stored boards for practice.")]
    puzzle: PuzzleDocument
    board: Annotated[BoardAnswer, msgspec.Meta(description="The board to start from.")]
    picture: Annotated[PictureDocument, msgspec.Meta(description="The board with all candidates.")]
    task: Annotated[str, msgspec.Meta(description="The task in a sentence.")]
    places: Annotated[
        bool,
        msgspec.Meta(
            description="Whether the task is to place a digit; else to remove candidates."
        ),
    ]
    hints: Annotated[list[DrillHint], msgspec.Meta(description="Hints from vague to clear.")]
    answer: Annotated[
        StepTold, msgspec.Meta(description="A right answer; there may be other right ones.")
    ]


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
    summary="Return a board for practicing a technique.",
    description="The first `n` boards are stored. Later ones are made on demand, which takes a few "
    "tenths of a second, or a few seconds for rare techniques.",
    request=Request,
    answer=Answer,
    work=_drill,
    example={"technique": "naked pair", "nth": 0},
)

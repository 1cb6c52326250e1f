"""`drill`: a board to find a technique on."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from pandoku.play.drills import Drill
from pandoku.techniques import practice_of
from pandoku.web.endpoint import Endpoint
from pandoku.web.exercises import (
    BoardDocument,
    Name,
    Number,
    board_document,
    exercise,
    picture_of,
    start,
)
from pandoku.web.telling import Told, told

_HINTS = (1, 3)  # levels: where to look, and the cells


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """Which board."""

    technique: Name
    nth: Number = 0


class Help(msgspec.Struct):
    """A hint."""

    text: Annotated[str, msgspec.Meta(description="Where to look.")]


class Answer(msgspec.Struct):
    """A board, what to do on it, and the answer."""

    technique: str
    nth: int
    n: Annotated[int, msgspec.Meta(description="How many boards are kept for practice.")]
    puzzle: Annotated[dict[str, Any], msgspec.Meta(description="The puzzle's document.")]
    board: Annotated[BoardDocument, msgspec.Meta(description="Where to start from.")]
    picture: Annotated[dict[str, Any], msgspec.Meta(description="The board with all candidates.")]
    task: Annotated[str, msgspec.Meta(description="What to do, in a sentence.")]
    places: Annotated[
        bool, msgspec.Meta(description="Whether a digit is to be written; else candidates go.")
    ]
    hints: Annotated[list[Help], msgspec.Meta(description="From vague to clear.")]
    answer: Annotated[Told, msgspec.Meta(description="A step that is right; there may be others.")]


def _drill(request: Request) -> Answer:
    task: Drill = exercise(request.technique, request.nth)
    first = task.steps[0]
    return Answer(
        technique=task.technique,
        nth=request.nth,
        n=len(practice_of(task.technique)),
        puzzle=start(task),
        board=board_document(task.board),
        picture=picture_of(task.board),
        task=task.text,
        places=bool(first.placements),
        hints=[Help(task.hint(level).text) for level in _HINTS],
        answer=told(first, task.board),
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

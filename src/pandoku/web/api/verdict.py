"""`verdict`: the judgment of an answer to a drill."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pandoku.model import Step
from pandoku.play.drills import Drill
from pandoku.techniques import get_technique
from pandoku.web.endpoint import Endpoint
from pandoku.web.exercises import DrillNumber, Name, exercise
from pandoku.web.positions import CellDigitPairs
from pandoku.web.shared import StepTold, step_told


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """A drill and an answer to it."""

    technique: Name
    nth: Annotated[
        DrillNumber | None,
        msgspec.Meta(description="Number of the drill; null for the example of the lesson."),
    ] = None
    placements: CellDigitPairs = []
    eliminations: CellDigitPairs = []


class Answer(msgspec.Struct):
    """The judgment of an answer."""

    right: Annotated[bool, msgspec.Meta(description="Whether all of the answer follows.")]
    complete: Annotated[
        bool, msgspec.Meta(description="Whether it has everything that follows from one step.")
    ]
    text: Annotated[
        str,
        msgspec.Meta(description="Sentences that do not give the step away before it is found."),
    ]
    answer: Annotated[
        StepTold | None, msgspec.Meta(description="The step, once it is found; else null.")
    ]


def _judge(request: Request) -> Answer:
    task = exercise(request.technique, request.nth)
    verdict = task.grade(request.placements, request.eliminations)
    step = _found(task, request) if verdict.is_complete else None
    shown = step_told(get_technique(task.technique), step, task.board) if step else None
    return Answer(verdict.is_right, verdict.is_complete, verdict.text, shown)


def _found(task: Drill, request: Request) -> Step:
    """Return the first step whose placements and eliminations are all in the answer."""
    placed, gone = {*request.placements}, {*request.eliminations}
    return next(
        step
        for step in task.steps
        if placed.issuperset(step.placements) and gone.issuperset(step.eliminations)
    )


ENDPOINT = Endpoint(
    name="verdict",
    summary="Judge an answer to a drill.",
    description="Any step of the technique on the board is right. A wrong answer is not an error: "
    "the status is 200.",
    request=Request,
    answer=Answer,
    work=_judge,
    example={"technique": "naked pair", "nth": None, "eliminations": [[28, 5]]},
)

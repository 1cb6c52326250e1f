"""`course`: list the stops of the course."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from pandoku.calls import Endpoint
from pandoku.calls.endpoints.learn import Other
from pandoku.play.stops import BRANCHES, COURSE
from pandoku.techniques import get_technique


class CourseRequest(Struct, forbid_unknown_fields=True):
    """An empty request."""


class StopAnswer(Struct):
    """A stop of the course."""

    name: Annotated[str, Meta(description="The name, which `open` takes for its puzzle.")]
    title: str
    able: Annotated[str, Meta(description="The skill that the learner gains.")]
    place: Annotated[str, Meta(description="Its place in its branch: `stop 6 of 15, Sudoku`.")]
    techniques: Annotated[list[Other], Meta(description="The techniques that it teaches.")]
    goal: Annotated[
        int,
        Meta(description="Number of right answers that the stop requires for each technique."),
    ]


class BranchAnswer(Struct):
    """A branch of the course."""

    name: str
    title: str
    kind: Annotated[
        str | None,
        Meta(description="The kind of its boards, for `lesson` and `drill`. null means any kind."),
    ]
    stops: Annotated[list[StopAnswer], Meta(description="The stops, the easiest first.")]


class CourseAnswer(Struct):
    """The branches of the course."""

    branches: list[BranchAnswer]


@lru_cache(maxsize=1)
def _course() -> CourseAnswer:
    branches = {
        name: BranchAnswer(name, branch.title, branch.kind, []) for name, branch in BRANCHES.items()
    }
    for stop in COURSE:
        techniques = [Other(name, get_technique(name).title) for name in stop.techniques]
        answer = StopAnswer(stop.name, stop.title, stop.able, stop.place, techniques, stop.goal)
        branches[stop.branch].stops.append(answer)
    return CourseAnswer([*branches.values()])


ENDPOINT = Endpoint(
    name="course",
    summary="List the stops of the course, the easiest first.",
    description="Each stop has lessons (`lesson`), drills (`drill`) and a puzzle (`open`).",
    request=CourseRequest,
    answer=CourseAnswer,
    work=lambda _request: _course(),
    method="GET",
    example={},
)

"""`techniques`: all techniques in order of difficulty."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

import msgspec

from pandoku.lessons import by_difficulty, lessons
from pandoku.web.endpoint import Endpoint
from pandoku.web.signs import Sign, sign_of


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """An empty request."""


class TechniqueAnswer(msgspec.Struct):
    """A technique in the list."""

    name: str
    title: str
    family: Annotated[str, msgspec.Meta(description="The family of similar techniques.")]
    level: Annotated[str, msgspec.Meta(description="The level of its example, such as `medium`.")]
    score: Annotated[float, msgspec.Meta(description="The rating of its example; 0 without one.")]
    needs: Annotated[str, msgspec.Meta(description='"every puzzle", "cages" or "one solution".')]
    summary: str
    aliases: list[str]
    sign: Sign


class Answer(msgspec.Struct):
    """The techniques, the easiest first."""

    techniques: list[TechniqueAnswer]


def _techniques(request: Request) -> Answer:
    del request
    return _answer()


@lru_cache(maxsize=1)
def _answer() -> Answer:
    return Answer(
        [
            TechniqueAnswer(
                each.name,
                each.technique.title,
                each.family,
                each.level,
                each.score,
                each.needs,
                each.technique.summary,
                list(each.technique.aliases),
                sign_of(each),
            )
            for each in by_difficulty(lessons())
        ]
    )


ENDPOINT = Endpoint(
    name="techniques",
    summary="List all techniques, the easiest first.",
    request=Request,
    answer=Answer,
    work=_techniques,
    method="GET",
    example={},
)

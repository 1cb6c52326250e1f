"""`open`: a text in any format, as what the page needs to play it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from pandoku.formats import loads
from pandoku.web.documents import puzzle_document
from pandoku.web.endpoint import Endpoint


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """What to open."""

    text: Annotated[str, msgspec.Meta(max_length=1_000_000, description="In any known format.")]


class Answer(msgspec.Struct):
    """What was found."""

    puzzle: dict[str, Any]


def _open(request: Request) -> Answer:
    return Answer(puzzle_document(loads(request.text)))


ENDPOINT = Endpoint(
    name="open",
    summary="Read a puzzle in any format.",
    request=Request,
    answer=Answer,
    work=_open,
    example={"text": "1...............  "},
)

"""`share`: links that open a puzzle in other programs."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.formats import FORMATS, Format, left_out
from pandoku.model import Puzzle
from pandoku.play.plainly import without_programs
from pandoku.web.endpoint import Endpoint
from pandoku.web.inputs import PuzzleText, puzzle_sent

_LONGEST = 100_000  # characters. Browsers do not open longer links.


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A puzzle to share."""

    puzzle: PuzzleText


class LinkOffered(msgspec.Struct):
    """A link that opens the puzzle in another program."""

    program: str
    format: Annotated[str, Meta(description="The format of the link.")]
    link: Annotated[str, Meta(description="The link; empty if the program lacks a rule.")]
    why_not: Annotated[str, Meta(description="The reason for a missing link, or empty.")]
    left_out: Annotated[
        list[str], Meta(description="Names of data that the link does not contain: title, ...")
    ]


class Answer(msgspec.Struct):
    """A link for each program, sorted by the names of the programs."""

    links: list[LinkOffered]


def _share(request: Request) -> Answer:
    puzzle = puzzle_sent(request.puzzle)
    able = sorted((each for each in FORMATS.values() if each.link), key=lambda f: f.program.lower())
    return Answer([_offered(form, puzzle) for form in able])


def _offered(form: Format, puzzle: Puzzle) -> LinkOffered:
    assert form.link is not None
    reason = form.why_not(puzzle)
    link = "" if reason else form.link(puzzle)
    if len(link) > _LONGEST:
        link, reason = "", f"its link would have {len(link):,} characters"
    lost = [] if reason else [*left_out(form, puzzle)]
    return LinkOffered(form.program, form.name, link, without_programs(reason or ""), lost)


ENDPOINT = Endpoint(
    name="share",
    summary="Return links that open a puzzle in other programs.",
    description=(
        "The links contain the puzzle. Nothing is sent to the programs. If a program does not "
        "support a rule of the puzzle, it has no link, and `why_not` names the rule."
    ),
    request=Request,
    answer=Answer,
    work=_share,
    example={"puzzle": "..4....3.....3.1"},
)

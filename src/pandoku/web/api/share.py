"""`share`: links with which other programs open a puzzle."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.formats import FORMATS, Format, left_out
from pandoku.model import Puzzle
from pandoku.play.plainly import without_programs
from pandoku.web.endpoint import Endpoint
from pandoku.web.inputs import PuzzleText, puzzle_sent

_LONGEST = 100_000  # characters of a link: no browser opens more


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What to share."""

    puzzle: PuzzleText


class LinkOffered(msgspec.Struct):
    """A program, and the link with which it opens the puzzle."""

    program: str
    format: Annotated[str, Meta(description="The format of the link.")]
    link: Annotated[str, Meta(description="Empty if the program cannot hold the puzzle.")]
    why_not: Annotated[str, Meta(description="Why there is no link.")]
    left_out: Annotated[
        list[str], Meta(description="Data of the puzzle that is not in the link: title, ...")
    ]


class Answer(msgspec.Struct):
    """A link for each program, in the order of their names."""

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
    summary="Return links with which other programs open a puzzle.",
    description=(
        "The puzzle is in each link; nothing is sent to the programs. One that cannot hold all "
        "rules of the puzzle has no link, and `why_not` names the rule."
    ),
    request=Request,
    answer=Answer,
    work=_share,
    example={"puzzle": "..4....3.....3.1"},
)

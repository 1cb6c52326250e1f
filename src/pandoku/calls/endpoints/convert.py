"""`convert` and `share`: puzzles in other formats, and links that open them in other programs."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from pandoku.calls import Endpoint
from pandoku.calls.inputs import PositionDocument, PuzzleText, board_at, puzzle_sent, puzzles_of
from pandoku.errors import PandokuError
from pandoku.formats import FORMATS, dumps, dumps_many, get_format, left_out
from pandoku.model import Puzzle
from pandoku.play.plainly import without_programs

_MOST = 1_000
_LONGEST = 100_000  # maximum number of characters, because some browsers do not open longer links


# ---- convert


class ConvertRequest(Struct, forbid_unknown_fields=True, kw_only=True):
    """Puzzles to convert, and the format."""

    puzzle: PuzzleText
    to: Annotated[str, Meta(max_length=40, description="Name of a format; see `kinds`.")]
    board: Annotated[
        PositionDocument | None, Meta(description="Progress to store, if the format supports it.")
    ] = None


class ConvertAnswer(Struct):
    """The puzzles as one document."""

    text: str
    format: str
    suffix: Annotated[
        str, Meta(description="Suffix of the format's file names, such as `.json`, or empty.")
    ]
    count: Annotated[int, Meta(description="The number of puzzles.")]
    left_out: Annotated[
        list[str],
        Meta(description="Names of facts that the format does not store: title, extra, ..."),
    ]


def _convert(request: ConvertRequest) -> ConvertAnswer:
    module = get_format(request.to)
    suffix = next(iter(module.suffixes), "")
    if request.board is not None:
        board = board_at(puzzle_sent(request.puzzle), request.board)
        lost = [*left_out(module, board.puzzle)]
        return ConvertAnswer(dumps(board, module.name), module.name, suffix, 1, lost)
    puzzles = list[Puzzle]()
    for each in puzzles_of(request.puzzle, _MOST):
        if isinstance(each, PandokuError):
            raise each
        puzzles.append(each)
    text = "".join(dumps_many(puzzles, module.name))
    lost = sorted({name for puzzle in puzzles for name in left_out(module, puzzle)})
    return ConvertAnswer(text, module.name, suffix, len(puzzles), lost)


_CONVERT = Endpoint(
    name="convert",
    summary="Write puzzles in another format.",
    description=(
        f"At most {_MOST:,} puzzles. If the format cannot express a rule of a puzzle, the error "
        "names the rule. `left_out` lists other facts that the format does not store."
    ),
    request=ConvertRequest,
    answer=ConvertAnswer,
    work=_convert,
    example={"puzzle": "..4....3.....3.1", "to": "sdk"},
)


# ---- share


class ShareRequest(Struct, forbid_unknown_fields=True, kw_only=True):
    """A puzzle to share."""

    puzzle: PuzzleText


class LinkOffered(Struct):
    """A link that opens the puzzle in another program."""

    program: str
    format: Annotated[str, Meta(description="The format of the link.")]
    link: Annotated[
        str,
        Meta(
            description="The link, or empty if the program does not support a rule of the puzzle."
        ),
    ]
    why_not: Annotated[str, Meta(description="The reason why there is no link, or empty.")]
    left_out: Annotated[
        list[str], Meta(description="Names of facts that the link does not contain: title, ...")
    ]


class ShareAnswer(Struct):
    """A link for each program, sorted by the names of the programs."""

    links: list[LinkOffered]


def _share(request: ShareRequest) -> ShareAnswer:
    puzzle = puzzle_sent(request.puzzle)
    answer = ShareAnswer([])
    for form in sorted(FORMATS.values(), key=lambda each: each.program.lower()):
        if form.link is None:
            continue
        reason = form.why_not(puzzle)
        link = "" if reason else form.link(puzzle)
        if len(link) > _LONGEST:
            link, reason = "", f"its link would have {len(link):,} characters"
        lost = [] if reason else [*left_out(form, puzzle)]
        words = without_programs(reason or "")
        answer.links.append(LinkOffered(form.program, form.name, link, words, lost))
    return answer


_SHARE = Endpoint(
    name="share",
    summary="Return links that open a puzzle in other programs.",
    description=(
        "The links contain the puzzle. Nothing is sent to the programs. If a program does not "
        "support a rule of the puzzle, it has no link, and `why_not` names the rule."
    ),
    request=ShareRequest,
    answer=ShareAnswer,
    work=_share,
    example={"puzzle": "..4....3.....3.1"},
)


ENDPOINTS = (_CONVERT, _SHARE)

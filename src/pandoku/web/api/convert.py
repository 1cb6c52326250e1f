"""`convert`: puzzles in another format."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.errors import PandokuError
from pandoku.formats import dumps, dumps_many, get_format, left_out
from pandoku.model import Puzzle
from pandoku.web.endpoint import Endpoint
from pandoku.web.inputs import PuzzleText, puzzle_sent, puzzles_of
from pandoku.web.positions import PositionDocument, board_at

_MOST = 1_000


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Puzzles to convert, and the format."""

    puzzle: PuzzleText
    to: Annotated[str, Meta(max_length=40, description="Name of a format; see `kinds`.")]
    board: Annotated[
        PositionDocument | None, Meta(description="Progress to store, if the format supports it.")
    ] = None


class Answer(msgspec.Struct):
    """The puzzles as one document."""

    text: str
    format: str
    suffix: Annotated[str, Meta(description="Suffix of its file names: `.json`; may be empty.")]
    count: Annotated[int, Meta(description="The number of puzzles.")]
    left_out: Annotated[
        list[str],
        Meta(description="Names of data that the format does not store: title, extra, ..."),
    ]


def _convert(request: Request) -> Answer:
    module = get_format(request.to)
    suffix = next(iter(module.suffixes), "")
    if request.board is not None:
        board = board_at(puzzle_sent(request.puzzle), request.board)
        lost = [*left_out(module, board.puzzle)]
        return Answer(dumps(board, module.name), module.name, suffix, 1, lost)
    puzzles = [_sound(each) for each in puzzles_of(request.puzzle, _MOST)]
    text = "".join(dumps_many(puzzles, module.name))
    lost = sorted({name for puzzle in puzzles for name in left_out(module, puzzle)})
    return Answer(text, module.name, suffix, len(puzzles), lost)


def _sound(found: Puzzle | PandokuError) -> Puzzle:
    if isinstance(found, PandokuError):
        raise found
    return found


ENDPOINT = Endpoint(
    name="convert",
    summary="Write puzzles in another format.",
    description=(
        f"At most {_MOST:,} puzzles. If the format cannot express a rule of a puzzle, the error "
        "names the rule. `left_out` lists other data that the format does not store."
    ),
    request=Request,
    answer=Answer,
    work=_convert,
    example={"puzzle": "..4....3.....3.1", "to": "sdk"},
)

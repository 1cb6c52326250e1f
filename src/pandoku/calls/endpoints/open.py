"""`open`: a puzzle to play, from text in any format, a link or a date."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.calls import Endpoint
from pandoku.calls.documents import PuzzleDocument, puzzle_document
from pandoku.calls.inputs import MAX_TEXT, BoardAnswer, position_of, read_first
from pandoku.calls.links import MAX_LINK, puzzle_in, require_characters
from pandoku.errors import FormatError, WishError
from pandoku.logic import uniqueness_of
from pandoku.model import Board, Puzzle
from pandoku.play import loads_record
from pandoku.play.daily import DAILY_KINDS, daily
from pandoku.play.plainly import note_on
from pandoku.play.reading import FIRST_LINE
from pandoku.play.stops import get_stop
from pandoku.play.tryouts import get_tryout

_GAME = FIRST_LINE.rpartition(" ")[0]


__all__ = ["daily_of"]


class Request(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A puzzle to open: exactly one of `text`, `link`, `daily`, `stop` and `tryout`."""

    text: Annotated[
        Annotated[str, Meta(max_length=MAX_TEXT)] | None,
        Meta(description="One or more puzzles in any format, or a game."),
    ] = None
    nth: Annotated[int, Meta(ge=1, le=100_000, description="Number of the puzzle in the text.")] = 1
    link: Annotated[
        Annotated[str, Meta(max_length=MAX_LINK)] | None,
        Meta(description="The value of `?p=` in a link made by pandoku, or 81 cells."),
    ] = None
    daily: Annotated[
        Annotated[str, Meta(max_length=10)] | None,
        Meta(description="The date of a daily puzzle, such as 2026-11-22."),
    ] = None
    kind: Annotated[
        Annotated[str, Meta(max_length=40)] | None,
        Meta(description=f"The kind of the daily puzzle: {', '.join(DAILY_KINDS)}."),
    ] = None
    stop: Annotated[
        Annotated[str, Meta(max_length=100)] | None,
        Meta(description="A stop of the course, whose puzzle is opened."),
    ] = None
    tryout: Annotated[
        Annotated[str, Meta(max_length=100)] | None,
        Meta(description="A kind of `tryouts`, whose small puzzle is opened."),
    ] = None


class Answer(msgspec.Struct):
    """The puzzle, and its progress if there is any."""

    puzzle: PuzzleDocument
    game: Annotated[str | None, Meta(description="The text if it contains a game, or null.")]
    board: Annotated[BoardAnswer | None, Meta(description="The progress stored in the text.")]
    more: Annotated[int, Meta(description="The number of puzzles that follow in the text.")]
    note: Annotated[
        str, Meta(description="A note on how an ambiguous text was interpreted, or empty.")
    ]
    program: Annotated[
        str, Meta(description="The other program that made the link or document, or empty.")
    ]


def _open(request: Request) -> Answer:
    ways = (request.text, request.link, request.daily, request.stop, request.tryout)
    if (n_given := sum(each is not None for each in ways)) != 1:
        raise FormatError(
            f"expected one of text, link, daily, stop and tryout, found {n_given or 'none'}"
        )
    if request.stop is not None:
        return _alone(get_stop(request.stop).puzzle)
    if request.tryout is not None:
        return _alone(get_tryout(request.tryout).built_in.puzzle)
    if request.link is not None:
        return _alone(puzzle_in(request.link))
    if request.daily is not None:
        return _alone(daily_of(request.daily, request.kind or DAILY_KINDS[0]))
    text = request.text or ""
    if text.lstrip("\ufeff \t\r\n").startswith(_GAME):
        record = loads_record(text.lstrip("\ufeff \t\r\n"))
        require_characters(record.game.puzzle)
        return msgspec.structs.replace(_alone(record.game.puzzle), game=text)
    read = read_first(text, request.nth)
    puzzle, board = _with_progress(read.puzzle, read.item.board)
    position = position_of(board) if board else None
    note = note_on(puzzle, read.item.note or "")
    return Answer(puzzle_document(puzzle), None, position, read.more, note, read.program)


def _alone(puzzle: Puzzle) -> Answer:
    return Answer(puzzle_document(puzzle), None, None, 0, "", "")


def _with_progress(puzzle: Puzzle, board: Board | None) -> tuple[Puzzle, Board | None]:
    """Return a puzzle and its progress.

    Candidates in a text may be a rule of the puzzle or a player's progress. If the puzzle has
    exactly one solution without the candidates, they count as progress.
    """
    if board is None:
        return puzzle, None
    bare = board.puzzle
    if bare == puzzle or uniqueness_of(bare).is_proper:
        return bare, board
    return puzzle, None if board.digits == puzzle.givens else Board.start(puzzle, board.digits)


@lru_cache(maxsize=32)
def daily_of(text: str, kind: str) -> Puzzle:
    """Return the daily puzzle of a date such as 2026-11-22.

    Raises:
        WishError: The text is not a date, or there is no daily puzzle of this kind.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise WishError(f"expected a date such as 2026-11-22, found {text!r}") from None
    return daily(day, kind)


ENDPOINT = Endpoint(
    name="open",
    summary="Read a puzzle in any format, a link, or the puzzle of a day.",
    description=(
        "The format of `text` is detected. If the text has several puzzles, the answer has "
        "puzzle number `nth`, and `more` is the number of puzzles after it, counted up to "
        "10,000. If the text begins with `pandoku game`, the answer has its puzzle and the text "
        "itself. Send one of `text`, `link`, `daily`, `stop` and `tryout`."
    ),
    request=Request,
    answer=Answer,
    work=_open,
    example={"text": "1..2............"},
)

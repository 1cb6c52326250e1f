"""`today` and `tryouts`: puzzles to begin with, as small pictures. `open` opens them."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from pandoku.calls import Endpoint
from pandoku.calls.endpoints.open import daily_of
from pandoku.calls.shared import ShapeGroup
from pandoku.draw.listing import listing
from pandoku.model import Puzzle
from pandoku.play import Position, first_sight
from pandoku.play.daily import DAILY_KINDS, difficulty_on, first_day
from pandoku.play.tryouts import TRYOUTS
from pandoku.words import sized_kind

__all__ = ["SmallBoard", "small_board"]


class SmallPicture(Struct):
    """The parts of a picture that a small board shows, as in `PictureDocument`."""

    fills: list[tuple[float, float, float, float, str]]
    lines: list[tuple[float, float, float, float, str]]
    texts: Annotated[
        list[tuple[float, float, str, str, str, bool]], Meta(description="The clues of cages.")
    ]
    shapes: list[ShapeGroup]
    margins: tuple[float, float, float, float]


class SmallBoard(Struct):
    """A puzzle as a small picture."""

    order: int
    givens: list[int]
    fog: Annotated[list[int], Meta(description="The cells in fog.")]
    picture: SmallPicture


def small_board(puzzle: Puzzle) -> SmallBoard:
    """Return a puzzle as a small picture. Fog hides its part of the puzzle."""
    seen = first_sight(puzzle)
    clear = Position.start(puzzle).clear
    fog = [] if clear is None else [cell for cell in range(puzzle.order**2) if cell not in clear]
    drawn = listing(seen)
    drawn["texts"] = [text for text in drawn["texts"] if text[3] == "clue"]
    parts = {name: drawn[name] for name in SmallPicture.__struct_fields__}
    return SmallBoard(puzzle.order, list(seen.givens), fog, SmallPicture(**parts))


# ---- today


class TodayRequest(Struct, forbid_unknown_fields=True):
    """A day and a kind of daily puzzle."""

    day: Annotated[str, Meta(max_length=10, description="A date such as 2026-11-22.")]
    kind: Annotated[
        str, Meta(max_length=40, description=f"The kind: {', '.join(DAILY_KINDS)}.")
    ] = DAILY_KINDS[0]


class TodayAnswer(Struct):
    """A daily puzzle."""

    title: str
    about: Annotated[str, Meta(description="A few words about the puzzle: `9x9 killer`.")]
    day: Annotated[
        str, Meta(description="The first day with this puzzle: the Monday for a variant.")
    ]
    difficulty: str
    board: SmallBoard


@lru_cache(maxsize=64)
def _today(text: str, kind: str) -> TodayAnswer:
    puzzle, day = daily_of(text, kind), date.fromisoformat(text)
    return TodayAnswer(
        puzzle.title or "",
        sized_kind(puzzle),
        first_day(day, kind).isoformat(),
        difficulty_on(day, kind),
        small_board(puzzle),
    )


_TODAY = Endpoint(
    name="today",
    summary="Show a daily puzzle as a small picture.",
    description="The date and the kind determine the puzzle. The variant lasts for a week.",
    request=TodayRequest,
    answer=TodayAnswer,
    work=lambda request: _today(request.day, request.kind),
    method="GET",
    example={"day": "2026-11-23", "kind": "sudoku"},
)


# ---- tryouts


class TryoutsRequest(Struct, forbid_unknown_fields=True):
    """An empty request."""


class TryoutAnswer(Struct):
    """A kind of puzzle with a small puzzle to try."""

    name: Annotated[str, Meta(description="The name, which `open` takes for its puzzle.")]
    title: str
    says: Annotated[str, Meta(description="The idea of the rule, in a few words.")]
    difficulty: str
    board: SmallBoard


class TryoutsAnswer(Struct):
    """The kinds to try."""

    tryouts: list[TryoutAnswer]


@lru_cache(maxsize=1)
def _tryouts() -> TryoutsAnswer:
    return TryoutsAnswer(
        [
            TryoutAnswer(
                each.name,
                each.title,
                each.says,
                each.built_in.difficulty,
                small_board(each.built_in.puzzle),
            )
            for each in TRYOUTS.values()
        ]
    )


_TRYOUTS = Endpoint(
    name="tryouts",
    summary="List kinds of puzzles with a small puzzle to try.",
    request=TryoutsRequest,
    answer=TryoutsAnswer,
    work=lambda _request: _tryouts(),
    method="GET",
    example={},
)

ENDPOINTS = (_TODAY, _TRYOUTS)

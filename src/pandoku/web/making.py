"""The search for requested puzzles, in parts that take a worker process one call each."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from pandoku.formats import dumps, get_format
from pandoku.generation import (
    Attempt,
    Wishes,
    attempt,
    missing_after,
    not_found,
    puzzle_at,
    wishes_of,
)
from pandoku.logic import rate_all
from pandoku.model import Puzzle
from pandoku.play.plainly import without_budget
from pandoku.web.deadline import TooLongError, within
from pandoku.web.documents import PuzzleDocument, puzzle_document
from pandoku.web.shared import Difficulty, difficulty_of

__all__ = ["Made", "MadePart", "NotMade", "Search", "give_up", "make_part"]

_PART_S = 0.5  # duration of a part of the work
_RATING_S = 3.0
_ATTEMPT_S = 10.0  # limit on a batch, because some attempts at large orders never end
_LOOKS = 2_000_000  # budget of a rating
_LARGEST = 4_096  # largest batch of attempts
_SHORT_S = 0.1  # a batch that takes less is followed by a larger one


class Made(msgspec.Struct):
    """A puzzle that meets the request."""

    puzzle: PuzzleDocument
    rating: Annotated[
        Difficulty | None,
        Meta(description="null if rating the puzzle takes longer than a few seconds."),
    ]
    text: Annotated[
        str, Meta(description="The puzzle as a line of cells, or of JSON if that is not enough.")
    ]
    index: Annotated[int, Meta(description="Number of the puzzle for the seed, from 0.")]
    seed: Annotated[str, Meta(description="The seed as a string, because it may exceed 2^53.")]


class NotMade(msgspec.Struct):
    """A puzzle that was not found."""

    index: int
    text: Annotated[str, Meta(description="The closest attempt, and advice.")]
    attempts: int


class Search(NamedTuple):
    """The state of the search for a puzzle.

    Attributes:
        nth: Number of the puzzle for the seed.
        tried: Number of attempts made.
        closest: Number of the closest attempt; -1 for none.
        distance: Distance of the closest attempt from the request.
        at_once: Number of attempts in the next batch.
    """

    nth: int
    tried: int = 0
    closest: int = -1
    distance: float = inf
    at_once: int = 1


class MadePart(NamedTuple):
    """The result of a part of the work: puzzles made and given up, and searches left."""

    made: list[Made]
    missing: list[NotMade]
    left: list[Search]
    attempts: int


def make_part(asked: dict[str, Any], left: list[Search]) -> MadePart:
    """Continue the search for puzzles for about half a second.

    Args:
        asked: The request, as keyword arguments of `wishes_of`.
        left: The searches to continue, at least one.

    Raises:
        WishError, TechniqueError, ValueError, TypeError: See `pandoku.generate`.
    """
    wishes, ends, attempts = wishes_of(**asked), monotonic() + _PART_S, 0
    todo, made, missing = [*left], list[Made](), list[NotMade]()
    while todo:
        before = todo.pop(0)
        search, found = _pushed(wishes, before)
        attempts += search.tried - before.tried
        if found is not None:
            made.append(found)
        elif search.tried >= wishes.budget:
            missing.append(_missing(wishes, search))
        else:
            todo.insert(0, search)
        if monotonic() > ends:
            break
    return MadePart(made, missing, todo, attempts)


def _pushed(wishes: Wishes, search: Search) -> tuple[Search, Made | None]:
    """Make a batch of attempts at a puzzle. Return the new state, and the puzzle once found."""
    count, began = min(search.at_once, wishes.budget - search.tried), monotonic()
    found = _attempted(wishes, search.nth, search.tried, count)
    if found is None and count > 1:
        return search._replace(at_once=1), None
    found = found or Attempt(None, -1, inf)
    is_short = monotonic() - began < _SHORT_S
    more = min(_LARGEST, 4 * search.at_once) if is_short else max(1, search.at_once // 2)
    after = search._replace(tried=search.tried + count, at_once=more)
    if found.found is not None:
        return after, _made(wishes, puzzle_at(wishes, found.found, 0), search.nth)
    if found.distance < search.distance:
        after = after._replace(closest=found.closest, distance=found.distance)
    return after, None


def _attempted(wishes: Wishes, nth: int, first: int, count: int) -> Attempt | None:
    """Make a batch of attempts, or return None if they take too long."""
    try:
        with within(_ATTEMPT_S):
            return attempt(wishes, nth, first, count)
    except TooLongError:
        return None


def give_up(asked: dict[str, Any], left: list[Search]) -> MadePart:
    """Report some puzzles as not found in time."""
    wishes = wishes_of(**asked)
    return MadePart([], [_missing(wishes, each) for each in left], [], 0)


def _made(wishes: Wishes, puzzle: Puzzle, index: int) -> Made:
    return Made(puzzle_document(puzzle), _rated(puzzle), _text(puzzle), index, str(wishes.seed))


def _text(puzzle: Puzzle) -> str:
    """Return a puzzle as the line that `pandoku generate` prints."""
    name = "json" if get_format("line").why_not(puzzle) else "line"
    return dumps(puzzle, name).rstrip("\n")


def _rated(puzzle: Puzzle) -> Difficulty | None:
    try:
        with within(_RATING_S):
            found = rate_all([puzzle], budget=_LOOKS, threads=1, on_error="keep")
    except TooLongError:
        return None
    return None if found.errors else difficulty_of(found[0])


def _missing(wishes: Wishes, search: Search) -> NotMade:
    found = missing_after(wishes, search.nth, search.tried, search.closest)
    words = without_budget(not_found(wishes, found, offers_climbing=False))
    return NotMade(search.nth, words, search.tried)

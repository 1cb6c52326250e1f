"""The missing technique of a stuck path, as a clause: the easiest one that makes progress."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pandoku.logic._order import usable
from pandoku.logic._time import UNBOUNDED, Time
from pandoku.logic._walk import take_steps
from pandoku.logic.uniqueness import is_known_proper, uniqueness_of
from pandoku.rating import DEFAULT_ORDER, in_order
from pandoku.words import several_solutions, with_article

if TYPE_CHECKING:
    from pandoku.model import Board
    from pandoku.techniques import Technique

__all__ = ["what_is_missing"]


def what_is_missing(
    end: Board,
    tried: Sequence[str],
    left_out: Sequence[tuple[str, str]] = (),
    time: Time = UNBOUNDED,
) -> str:
    """Return a clause with the missing technique at the end of a path, and the reasons for others.

    Args:
        end: The last board.
        tried: The names of the techniques that found nothing there.
        left_out: The techniques that were not used, each with the reason.
        time: The time limit of the search for other techniques.

    Raises:
        OutOfTimeError: The time is over.

    >>> from pandoku.model import Board, Puzzle
    >>> what_is_missing(Board.start(Puzzle(4, (1, 2, 3) + (0,) * 13)), ["x-wing"])
    'what is missing is a full house'
    """
    others = _others(end, tried, time)
    found = next(take_steps(end, others, 1, time=time), None)
    if found is not None:
        (technique,) = (each for each in others if each.name == found[0].technique)
        missing = f"what is missing is {with_article(technique.title)}"
    elif uniqueness_of(end.puzzle).count > 1:
        missing = several_solutions(end.puzzle)
    elif others:
        missing = "no other technique goes on from here"
    else:
        missing = f"it is beyond all {len(tried)} techniques, which leaves trial and error"
    reasons = Counter(reason for _, reason in left_out)
    return "; ".join((missing, *(_untried(*each) for each in reasons.items())))


def _others(end: Board, tried: Sequence[str], time: Time) -> list[Technique]:
    """Return the registered techniques that were not tried and can be used, easiest first."""
    known = [each for each in in_order(DEFAULT_ORDER) if each.name not in tried]
    used, _ = usable(known, end.puzzle, is_known_proper(end.puzzle, time))
    return used


def _untried(reason: str, count: int) -> str:
    were = "technique was" if count == 1 else "techniques were"
    return f"{count} {were} not tried, as {reason}"

"""The thing that a player most likely wants to do next, for the home screen and other players.

The page offers the same things in the same order: the last game, today's puzzle, the next stop.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from pandoku.play.store import Store

__all__ = ["NextThing", "next_thing"]


class NextThing(NamedTuple):
    """Something to do next. At most one of the first three attributes is set.

    Attributes:
        saved: Id of the unfinished game that was played last, or None.
        daily: The day whose puzzle has not been begun, or None.
        stop: Name of the next stop of the course, or "".
    """

    saved: int | None = None
    daily: date | None = None
    stop: str = ""

    @property
    def command(self) -> str:
        """The command line that does it, for players of `pandoku play --plain`."""
        if self.saved is not None:
            return f"pandoku play --plain --resume {self.saved}"
        if self.daily is not None:
            return "pandoku play --plain --daily"
        return f"pandoku course {self.stop} --plain" if self.stop else "pandoku play --plain --new"


def next_thing(store: Store, today: date) -> NextThing:
    """Return the next thing: the last game, today's puzzle, or the next stop of the course.

    If all of these are done, the result is empty, and a new puzzle comes next.
    """
    if last := store.games(finished=False, limit=1):
        return NextThing(saved=last[0].id)
    if store.daily(today) is None:
        return NextThing(daily=today)
    ahead = store.learned().ahead
    return NextThing(stop=ahead.stop.name if ahead else "")

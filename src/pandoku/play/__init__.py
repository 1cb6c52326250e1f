"""Games: a puzzle and the moves made on it, as immutable values without display or clock.

>>> from pandoku.model import Puzzle
>>> game = Game.start(Puzzle(4, (1, 0, 0, 0) + (0,) * 12)).place(1, 1)
>>> [conflict.where.name for conflict in game.conflicts()]
['row 1', 'box 1']
>>> game.undo().digits == game.puzzle.givens
True
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from pandoku._instead import not_a_call
from pandoku.model import Conflict, find_conflicts
from pandoku.play.candidates import candidates_left
from pandoku.play.checks import CHECKS, shown_mistakes
from pandoku.play.combinations import Combinations, combinations
from pandoku.play.edits import LAYERS, Edit
from pandoku.play.game import Game
from pandoku.play.moves import Move, parse_move
from pandoku.play.position import Position, first_sight
from pandoku.play.timer import Timer

if TYPE_CHECKING:
    from pandoku.play._statistics import Statistics as Statistics
    from pandoku.play._statistics import statistics as statistics
    from pandoku.play.coach import Review as Review
    from pandoku.play.coach import Spotted as Spotted
    from pandoku.play.coach import Turn as Turn
    from pandoku.play.coach import review as review
    from pandoku.play.drills import Drill as Drill
    from pandoku.play.drills import Grade as Grade
    from pandoku.play.drills import drill as drill
    from pandoku.play.hints import hint_at as hint_at
    from pandoku.play.reading import Record as Record
    from pandoku.play.reading import loads_record as loads_record
    from pandoku.play.store import Saved as Saved
    from pandoku.play.store import Store as Store
    from pandoku.play.store import open_store as open_store
    from pandoku.play.text import dumps_game as dumps_game
    from pandoku.play.text import loads_game as loads_game
    from pandoku.play.text import read_game as read_game
    from pandoku.play.text import replay as replay
    from pandoku.play.text import write_game as write_game

# Names that are not needed to play are imported on first use.
_HOMES = {
    "Drill": "drills",
    "Record": "reading",
    "Review": "coach",
    "Saved": "store",
    "Spotted": "coach",
    "Statistics": "_statistics",
    "Store": "store",
    "Turn": "coach",
    "Grade": "drills",
    "drill": "drills",
    "dumps_game": "text",
    "hint_at": "hints",
    "loads_game": "text",
    "loads_record": "reading",
    "open_store": "store",
    "read_game": "text",
    "replay": "text",
    "review": "coach",
    "statistics": "_statistics",
    "write_game": "text",
}

not_a_call(
    __name__,
    "pandoku.play.Game.start(puzzle) begins a game, and `pandoku play` on the command line",
)

__all__ = [  # noqa: PLE0604  # every key is a string
    "CHECKS",
    "LAYERS",
    "Combinations",
    "Conflict",
    "Edit",
    "Game",
    "Move",
    "Position",
    "Timer",
    "candidates_left",
    "combinations",
    "find_conflicts",
    "first_sight",
    "parse_move",
    "shown_mistakes",
    *_HOMES,
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'pandoku.play' has no attribute {name!r}")
    value: object = getattr(importlib.import_module(f"pandoku.play.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})

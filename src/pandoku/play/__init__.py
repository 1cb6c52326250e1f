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

from pandoku.model import Conflict, find_conflicts
from pandoku.play._statistics import Statistics, statistics
from pandoku.play.candidates import candidates_left
from pandoku.play.checks import CHECKS, shown_mistakes
from pandoku.play.combinations import Combinations, combinations
from pandoku.play.edits import LAYERS, Edit
from pandoku.play.game import Game
from pandoku.play.moves import Move, parse_move
from pandoku.play.position import Position
from pandoku.play.reading import Record, loads_record
from pandoku.play.text import dumps_game, loads_game, read_game, replay, write_game
from pandoku.play.timer import Timer

if TYPE_CHECKING:
    from pandoku.play.coach import Review as Review
    from pandoku.play.coach import Spotted as Spotted
    from pandoku.play.coach import Turn as Turn
    from pandoku.play.coach import review as review
    from pandoku.play.drills import Drill as Drill
    from pandoku.play.drills import Verdict as Verdict
    from pandoku.play.drills import drill as drill
    from pandoku.play.hints import apply_hint as apply_hint
    from pandoku.play.hints import hint_for as hint_for
    from pandoku.play.hints import hinted as hinted
    from pandoku.play.hints import player_board as player_board
    from pandoku.play.referee import Judged as Judged
    from pandoku.play.referee import judge as judge
    from pandoku.play.store import Saved as Saved
    from pandoku.play.store import Store as Store
    from pandoku.play.store import open_store as open_store

# What needs more than the standard library is loaded on first use.
_HOMES = {
    "Drill": "drills",
    "Judged": "referee",
    "Review": "coach",
    "Saved": "store",
    "Spotted": "coach",
    "Store": "store",
    "Turn": "coach",
    "Verdict": "drills",
    "apply_hint": "hints",
    "drill": "drills",
    "hint_for": "hints",
    "hinted": "hints",
    "judge": "referee",
    "open_store": "store",
    "player_board": "hints",
    "review": "coach",
}

__all__ = [  # noqa: PLE0604  # every key is a string
    "CHECKS",
    "LAYERS",
    "Combinations",
    "Conflict",
    "Edit",
    "Game",
    "Move",
    "Position",
    "Record",
    "Statistics",
    "Timer",
    "candidates_left",
    "combinations",
    "dumps_game",
    "find_conflicts",
    "loads_game",
    "loads_record",
    "parse_move",
    "read_game",
    "replay",
    "shown_mistakes",
    "statistics",
    "write_game",
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
